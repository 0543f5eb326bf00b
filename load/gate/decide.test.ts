import { expect, test } from 'vitest';
import { type Gate, loadResultSchema, type Measure, type RunFigures } from '../../core/load-result.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import type { LoadObjectives } from '../../fixtures/profile/load-schema.ts';
import { decideGate } from './decide.ts';
import type { Compared } from './judge-measures.ts';
import { judgeObjectives } from './objectives.ts';
import { healthyRun } from './test-result.ts';

const met: LoadObjectives = { latency: { 'POST /orders': { p99: 1000 } }, drainSeconds: 60 };
const missed: LoadObjectives = { drainSeconds: 1 };
const unjudgeable: LoadObjectives = { latency: { 'POST /orders': { p999: 1000 } } };

const measure = (changes: Partial<Measure> = {}): Measure => ({
  name: 'the median webhook latency',
  ratio: 1.01,
  low: 0.98,
  high: 1.04,
  pValue: 0.4,
  minimumDetectableEffect: 1.18,
  morePairs: 0,
  outcome: 'same',
  ...changes,
});

const compared = (changes: Partial<Measure> = {}, control = 1): Compared => ({
  comparison: {
    kind: 'pairs',
    baseline: '1.0',
    runs: 10,
    maxRegression: 1.1,
    control: [measure({ ratio: control })],
    measures: [measure(changes)],
  },
});

const worse = compared({ ratio: 1.3, low: 1.2, high: 1.4, pValue: 0.001, outcome: 'worse' });
const unsure = compared({ ratio: 1.08, low: 0.95, high: 1.2, outcome: 'inconclusive', morePairs: 12 });

const decide = (
  inject: (figures: RunFigures) => void,
  { objectives = met, against }: { objectives?: LoadObjectives; against?: Compared } = {},
): Gate => {
  const result = healthyRun(inject);
  return decideGate({
    result,
    objectives: judgeObjectives(result, objectives),
    ...omitUndefined({ compared: against }),
  });
};

const nothing = () => {};
const dropping = ({ health }: RunFigures) => {
  health.dropped = 3;
};
const losing = ({ conservation }: RunFigures) => {
  conservation.deliveredOnce -= 3;
  conservation.lost += 3;
};

const outcomesOf = ({ reasons }: Gate) => reasons.map(({ step, outcome }) => `${step}: ${outcome}`);

test('a good run passes, with or without a baseline', () => {
  const alone = decide(nothing);
  expect(alone.message).toBe('pass: validity, saturation, correctness, objectives held');
  expect(outcomesOf(alone).at(-1)).toBe('comparison: unverified');
  const judged = decide(nothing, { against: compared() });
  expect(judged.message).toBe('pass: validity, saturation, correctness, objectives, comparison held');
  expect(judged.comparison?.runs).toBe(10);
});

test.each<[string, Gate, Gate['verdict'], RegExp]>([
  ['an invalid run', decide(dropping), 'invalid', /^invalid: 3 journeys were not begun/],
  ['a loss', decide(losing), 'fail', /^fail: 3 of 9,000 \(0.033 %\) notifications were never sent$/],
  ['a missed objective', decide(nothing, { objectives: missed }), 'fail', /^fail: .* but it was 3 s$/],
  [
    'too few samples',
    decide(nothing, { objectives: unjudgeable }),
    'invalid',
    /12,000 observations are too few to decide$/,
  ],
  [
    'worse than the baseline',
    decide(nothing, { against: worse }),
    'fail',
    /is 1.30 times the baseline's \(1.20 to 1.40\)$/,
  ],
  [
    'an unsure comparison',
    decide(nothing, { against: unsure }),
    'inconclusive',
    /a change below 1.18 times could have been missed$/,
  ],
  [
    'an off control',
    decide(nothing, { against: compared({}, 1.2) }),
    'invalid',
    /of the baseline is 1.20 times its own/,
  ],
  [
    'a slow control',
    decide(nothing, { against: compared({ outcome: 'worse' }, 0.8) }),
    'invalid',
    /0.80 times its own/,
  ],
  [
    'another machine',
    decide(nothing, { against: { refused: 'the baseline was another kind of run', advice: 'run it again' } }),
    'invalid',
    /another kind of run$/,
  ],
])('%s decides', (_, gate, verdict, message) => {
  expect(gate.verdict).toBe(verdict);
  expect(gate.message).toMatch(message);
  const deciding = gate.reasons.filter(({ advice }) => advice !== undefined);
  expect(deciding.length).toBe(1);
});

test('a late generator does not hide faults that it cannot cause', () => {
  const late = ({ health }: RunFigures) => Object.assign(health, { scheduleLagMs: healthyRun().webhooks.latencyMs });
  expect(decide(late).verdict).toBe('invalid');
  const gate = decide((figures) => {
    late(figures);
    losing(figures);
  });
  expect(gate.message).toBe('fail: 3 of 9,000 (0.033 %) notifications were never sent');
  expect(gate.reasons.map(({ step, outcome }) => `${step}: ${outcome}`).slice(0, 3)).toEqual([
    'validity: fail',
    'saturation: pass',
    'correctness: fail',
  ]);
});

test('a saturated target fails the gate, and the message says so', () => {
  const saturate = (figures: RunFigures) => {
    Object.assign(figures.health, { dropped: 300, generatorCpu: 0.06, interrupted: 4 });
    figures.saturation = {
      bottleneck: 'target',
      rate: 200,
      served: { rate: 60.04, low: 58.2, high: 61.9 },
      neededSeconds: null,
      underWayFirst: 20,
      underWayLast: 290,
    };
  };
  expect(decide(saturate).message).toBe(
    'fail: the target is saturated: 60 (58.2 to 61.9) of the 200 planned journeys a second were served, and journeys under way went from 20 to 290',
  );
});

test('the first failed step decides, and later ones only report', () => {
  const all = decide(
    (figures) => {
      figures.health.capture.overloaded = 2;
      losing(figures);
    },
    { objectives: missed, against: worse },
  );
  expect(all.verdict).toBe('invalid');
  expect(outcomesOf(all)).toEqual([
    'validity: fail',
    'saturation: unverified',
    'correctness: unverified',
    'objectives: unverified',
    'comparison: unverified',
  ]);
  expect(all.reasons[2]?.text).toBe('also seen: 3 of 9,000 (0.033 %) notifications were never sent');

  const correct = decide(losing, { objectives: missed, against: worse });
  expect([correct.verdict, ...outcomesOf(correct).slice(0, 3)]).toEqual([
    'fail',
    'validity: pass',
    'saturation: pass',
    'correctness: fail',
  ]);
  const absolute = decide(nothing, { objectives: missed, against: compared() });
  expect(absolute.reasons.at(-1)).toMatchObject({ outcome: 'unverified', text: 'the run failed before' });
});

test('too few samples do not undo a certain failure', () => {
  expect(decide(losing, { objectives: unjudgeable }).verdict).toBe('fail');
  expect(decide(nothing, { objectives: { ...missed, ...unjudgeable } }).verdict).toBe('fail');
  const slower = decide(nothing, { objectives: unjudgeable, against: worse });
  expect(slower.verdict).toBe('invalid');
  expect(slower.reasons.at(-1)?.text).toMatch(/^also seen: the median webhook latency is 1.30/);
});

test('a collapse fails even if the generator did not finish', () => {
  const collapsed = decide((figures) => {
    Object.assign(figures.run, { ended: 'aborted', endedBy: 'more than half of the requests failed' });
    dropping(figures);
    const [orders] = figures.requests;
    if (orders) orders.byStatus = { 200: 3000, 503: 9000 };
  });
  expect(collapsed.message).toMatch(/^fail: 9,000 of 15,000 .* and the run was stopped: more than half/);
});

test('an unverified reason does not prevent a pass', () => {
  const gate = decide(({ conservation }) => {
    conservation.deliveredOnce -= 1;
    conservation.pending += 1;
  });
  expect(gate.verdict).toBe('pass');
  expect(outcomesOf(gate)).toContain('correctness: unverified');
});

test('the gate matches the schema of the result', () => {
  const gate = decide(losing, { objectives: unjudgeable, against: unsure });
  expect(loadResultSchema.shape.gate.parse(gate)).toEqual(gate);
  const result = healthyRun();
  const whole = { ...result, objectives: judgeObjectives(result, met), gate: decide(nothing, { against: worse }) };
  expect(loadResultSchema.parse(whole)).toEqual(whole);
});

test('a share is reported in percent, like its limit', () => {
  const failing = (figures: RunFigures) => {
    const [orders] = figures.requests;
    if (orders) orders.byStatus = { 200: orders.count - 111, 500: 111 };
  };
  const objectives = judgeObjectives(healthyRun(failing), { errorShare: 0.004 });
  const { message } = decideGate({ result: healthyRun(failing), objectives });
  expect(message).toMatch(/^fail: at most 0\.4 % of the requests .*, but it was [\d.]+ %$/);
});
