import { expect, test } from 'vitest';
import type { RunFigures, Second } from '../../core/load-result.ts';
import { emptySecond } from '../run/figures/build-figures.ts';
import { correctnessOf } from './correctness.ts';
import { healthyRun } from './test-result.ts';

const reasonsOf = (inject: (figures: RunFigures) => void, toleratesErrors = false) =>
  correctnessOf(healthyRun(inject), { toleratesErrors });

/** Orders answered so, and the others as they should be. */
const answered = (figures: RunFigures, status: number, count: number): void => {
  const [orders] = figures.requests;
  if (orders) orders.byStatus = { 200: orders.count - count, [status]: count };
};

/** Notifications that are in another class than they should be. */
const misplaced = (figures: RunFigures, name: keyof RunFigures['conservation'], count: number): void => {
  figures.conservation.deliveredOnce -= count;
  figures.conservation[name] += count;
};

const violated = (figures: RunFigures, at: number, violations: number): void => {
  const rule = figures.rules[at];
  if (rule) rule.violations = violations;
};

const secondOf = (at: number, counts: { requests: number; errors: number }): Second => ({
  ...emptySecond(at),
  ...counts,
});

test('a healthy run has no reason', () => {
  expect(reasonsOf(() => {})).toEqual([]);
});

const injected: [string, (figures: RunFigures) => void, RegExp][] = [
  [
    'a missing order',
    (figures) => misplaced(figures, 'orderMissing', 1),
    /^1 of 9,000 \(0.011 %\) accepted orders do not exist/,
  ],
  ['lost notifications', (figures) => misplaced(figures, 'lost', 3), /^3 of 9,000 .* were never sent/],
  ['abandoned notifications', (figures) => misplaced(figures, 'abandoned', 3), /not sent again/],
  [
    'duplicates',
    (figures) => misplaced(figures, 'duplicated', 90),
    /^90 of 9,000 \(1 %\) .* after they had been acknowledged/,
  ],
  [
    'unexpected',
    ({ irregularities }) => Object.assign(irregularities, { unexpected: 1 }),
    /^1 notification that no order/,
  ],
  [
    'a notification for a refused order',
    (figures) => Object.assign(figures.irregularities, { rejectedButNotified: 2 }),
    /orders that were refused/,
  ],
  [
    'late first attempts',
    (figures) => Object.assign(figures.irregularities, { lateFirst: 2 }),
    /than a notification may wait/,
  ],
  ['late retries', (figures) => Object.assign(figures.irregularities, { lateRetry: 2 }), /^2 retries came too late/],
  ['early retries', (figures) => Object.assign(figures.irregularities, { earlyRetry: 1 }), /^1 retry came too soon/],
  ['an eleventh attempt', (figures) => Object.assign(figures.irregularities, { beyondLast: 1 }), /after ten retries/],
  [
    'orders answered 500',
    (figures) => {
      answered(figures, 500, 12);
      figures.orders = { ...figures.orders, accepted: 11_988, refused: 12 };
      figures.rules.push({
        rule: 'PAS-18',
        text: 'No 500',
        level: 'must',
        judged: 10,
        violations: 2,
        perMillion: 200_000,
      });
    },
    /^12 of 15,000 \(0.08 %\) requests were answered 500/,
  ],
  [
    'orders without an answer',
    (figures) => {
      answered(figures, 0, 12);
      figures.orders = { ...figures.orders, accepted: 11_988, ambiguous: 12, ambiguousFound: 6 };
    },
    /^12 of 15,000 .* were not answered/,
  ],
  [
    'refused valid orders',
    (figures) => {
      answered(figures, 422, 12);
      figures.orders = { ...figures.orders, accepted: 11_988, refused: 12 };
    },
    /^12 of 12,000 \(0.1 %\) orders were refused/,
  ],
  ['a violated rule', (figures) => violated(figures, 0, 5), /^PAS-3 did not hold in 5 of 1,200/],
  [
    'an order that was read back with differences',
    ({ readBack }) => Object.assign(readBack, { wrong: 1 }),
    /^1 of 100 .* read back/,
  ],
];

test.each(injected)('%s: one reason, with advice', (_, inject, text) => {
  const reasons = reasonsOf(inject);
  expect(reasons.map(({ outcome }) => outcome)).toEqual(['fail']);
  expect(reasons[0]?.text).toMatch(text);
  expect(reasons[0]?.advice).toBeTruthy();
});

test.for([
  [0, /^the target stopped answering, and the run was stopped: it hangs$/],
  [
    6,
    /^the target stopped answering: 6 of [\d,]+ \(.*\) requests were not answered, and the run was stopped: it hangs$/,
  ],
] as const)('a hung target with %i unanswered requests is reported as such', ([count, text]) => {
  const [reason, ...others] = reasonsOf((figures) => {
    answered(figures, 0, count);
    Object.assign(figures.run, { ended: 'aborted', endedBy: 'it hangs', hung: true });
  });
  expect(reason?.text).toMatch(text);
  expect(others).toEqual([]);
});

test('a collapsed target has one reason, which says what stopped the run', () => {
  const reasons = reasonsOf((figures) => {
    Object.assign(figures.run, { ended: 'aborted', endedBy: 'more than half of the requests failed' });
    figures.requests = figures.requests.slice(0, 1);
    answered(figures, 500, 7000);
    figures.orders.accepted = 5000;
  }, true);
  expect(reasons.map(({ text }) => text)).toEqual([
    '7,000 of 12,000 (58 %) requests were answered 500 or above, and the run was stopped: more than half of the requests failed',
  ]);
});

const legal: [string, (figures: RunFigures) => void][] = [
  ['deliveries refused at all ten attempts', (figures) => misplaced(figures, 'retriesExhausted', 20)],
  ['notifications of others', ({ irregularities }) => Object.assign(irregularities, { external: 7 })],
  [
    'orders without a response that were found',
    ({ orders }) => Object.assign(orders, { ambiguous: 2, ambiguousFound: 2 }),
  ],
  [
    'orders refused with 429, which make the run invalid',
    (figures) => {
      answered(figures, 429, 12);
      figures.orders = { ...figures.orders, accepted: 11_988, refused: 12 };
    },
  ],
  [
    'errors while the target was restarted',
    (figures) => {
      answered(figures, 0, 12);
      const { latencyMs } = figures.webhooks;
      figures.drills = [
        {
          kind: 'restart',
          from: 10,
          to: 12.5,
          backlogPeak: 0,
          peakAfter: null,
          drainRate: null,
          recoverySeconds: 1,
          latencyBefore: latencyMs,
          latencyDuring: latencyMs,
          attemptsPerDelivery: null,
        },
      ];
      figures.series = [10, 11, 12].map((at) => secondOf(at, { requests: 20, errors: 4 }));
    },
  ],
];

test.each(legal)('%s: no reason', (_, inject) => {
  expect(reasonsOf(inject)).toEqual([]);
});

test('a collapse at the end of a long run counts, even if few requests failed', () => {
  const [reason] = reasonsOf((figures) => {
    Object.assign(figures.run, { ended: 'aborted', endedBy: 'the target collapsed' });
    answered(figures, 500, 90);
    figures.series = [
      secondOf(58, { requests: 200, errors: 0 }),
      secondOf(59, { requests: 90, errors: 90 }),
      secondOf(60, { requests: 0, errors: 0 }),
    ];
  });
  expect(reason?.text).toMatch(/and the run was stopped: the target collapsed$/);
});

test('an allowed share of errors is left to the objective', () => {
  expect(reasonsOf((figures) => answered(figures, 500, 2), true)).toEqual([]);
});

test('pending notifications and rules of level `should` are unverified', () => {
  const outcomes = (inject: (figures: RunFigures) => void) => reasonsOf(inject).map(({ outcome }) => outcome);
  expect(outcomes((figures) => misplaced(figures, 'pending', 4))).toEqual(['unverified']);
  expect(outcomes((figures) => violated(figures, 1, 4))).toEqual(['unverified']);
  const cutOff = (figures: RunFigures) => {
    misplaced(figures, 'pending', 4);
    figures.run.ended = 'interrupted';
  };
  expect(outcomes(cutOff)).toEqual([]);
});

test('above the breakpoint, errors and lateness are expected, but lost notifications are not', () => {
  const reasons = reasonsOf((figures) => {
    figures.run.shape = 'breakpoint';
    const overloaded = {
      rate: 400,
      from: 50,
      to: 60,
      latencyP95: 900,
      dropped: 10,
      stable: false,
      bottleneck: 'target' as const,
      served: null,
      reason: 'backlog grows',
    };
    figures.steps = [{ ...overloaded, errors: 12, slope: 40, slopeLow: 30, slopeHigh: 50 }];
    answered(figures, 503, 12);
    figures.irregularities.lateFirst = 30;
    misplaced(figures, 'lost', 1);
  });
  expect(reasons.map(({ outcome, text }) => [outcome, text.slice(0, 10)])).toEqual([
    ['fail', '1 of 9,000'],
    ['unverified', '30 first a'],
  ]);
});
