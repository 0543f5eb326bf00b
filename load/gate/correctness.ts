import type { Conservation, GateReason, Irregularities, RunFigures } from '../../core/load-result.ts';
import { counted, shareOf } from './counted.ts';
import { errorAnswersOf, hasCollapsed, overloadedSteps, unplannedErrors } from './error-answers.ts';

const failed = (text: string, advice: string): GateReason => ({ step: 'correctness', outcome: 'fail', text, advice });

const notJudged = (text: string): GateReason => ({ step: 'correctness', outcome: 'unverified', text });

const writesOrders = /^(POST|PUT) \/orders\b/;
/** The rule that no response is 500, whose violations are reported as errors. */
const ruleOfFaults = 'PAS-18';

type Row<Key> = readonly [key: Key, text: string, advice: string];

const lossRows: readonly Row<keyof Conservation>[] = [
  [
    'orderMissing',
    'accepted orders do not exist, and nothing was sent for them',
    'store an order before you answer it',
  ],
  ['lost', 'notifications were never sent', 'find where a notification is lost between the order and the queue'],
  ['abandoned', 'notifications were refused and not sent again', 'retry after every refusal, up to ten attempts'],
  ['duplicated', 'notifications were sent again after they had been acknowledged', 'end a delivery at the first 2xx'],
];

const conservationOf = ({ run, conservation }: RunFigures): GateReason[] => {
  const { due, pending } = conservation;
  return [
    ...lossRows.flatMap(([key, text, advice]) =>
      conservation[key] > 0 ? [failed(`${shareOf(conservation[key], due)} ${text}`, advice)] : [],
    ),
    ...(pending > 0 && run.ended === 'complete'
      ? [notJudged(`${shareOf(pending, due)} notifications were still pending when the run ended, and not overdue`)]
      : []),
  ];
};

const irregularityRows: readonly (readonly [key: keyof Irregularities, one: string, many: string, advice: string])[] = [
  [
    'unexpected',
    'notification that no order is due',
    'notifications that no order is due',
    'find what else sends notifications',
  ],
  [
    'rejectedButNotified',
    'notification for an order that was refused',
    'notifications for orders that were refused',
    'send nothing for a refused order',
  ],
  [
    'lateFirst',
    'first attempt came later than a notification may wait',
    'first attempts came later than a notification may wait',
    'shorten the queue under this load, or plan a lower rate',
  ],
  ['lateRetry', 'retry came too late', 'retries came too late', 'double the pause from 2 s on, also under load'],
  ['earlyRetry', 'retry came too soon', 'retries came too soon', 'double the pause from 2 s on'],
  [
    'beyondLast',
    'attempt came after ten retries',
    'attempts came after ten retries',
    'end a delivery after ten attempts',
  ],
];

const irregularitiesOf = (figures: RunFigures): GateReason[] => {
  const isOverloaded = overloadedSteps(figures).length > 0;
  return irregularityRows.flatMap(([key, one, many, advice]) => {
    const count = figures.irregularities[key];
    if (count === 0) return [];
    const text = counted(count, one, many);
    const isLate = key === 'lateFirst' || key === 'lateRetry';
    return isLate && isOverloaded
      ? [notJudged(`${text}; the run overloaded the target by plan`)]
      : [failed(text, advice)];
  });
};

const errorsOf = (figures: RunFigures, toleratesErrors: boolean): GateReason[] => {
  const { run, requests } = figures;
  const { requests: sent } = errorAnswersOf(requests);
  const { faults, unanswered } = unplannedErrors(figures);
  const aborted = hasCollapsed(figures) ? `, and the run was stopped${run.endedBy ? `: ${run.endedBy}` : ''}` : '';
  if (toleratesErrors && aborted === '') return [];

  const reasons: GateReason[] = [];
  if (faults > 0) {
    reasons.push(
      failed(
        `${shareOf(faults, sent)} requests were answered 500 or above${aborted}`,
        'look at the log of the target; the objective errorShare allows a share of errors',
      ),
    );
  }
  const notAnswered = `${shareOf(unanswered, sent)} requests were not answered`;
  if (run.hung && faults === 0) {
    const what = unanswered > 0 ? `: ${notAnswered}` : '';
    reasons.push(
      failed(`the target stopped answering${what}${aborted}`, 'find what it waits for: a lock, a full pool, memory'),
    );
  } else if (unanswered > 0) {
    reasons.push(
      failed(
        `${notAnswered}${faults > 0 ? '' : aborted}`,
        'see whether the target, or what stands before it, closes connections or takes too long',
      ),
    );
  }
  return reasons;
};

/** Orders that were refused with other statuses than 429 and 5xx, which are reported as such. */
const refusalsOf = ({ requests, orders }: RunFigures): GateReason[] => {
  const writes = errorAnswersOf(requests.filter(({ name }) => writesOrders.test(name)));
  const refused = orders.refused - writes.faults - writes.unanswered - writes.limited;
  if (refused <= 0) return [];
  const sent = orders.accepted + orders.refused + orders.ambiguous;
  return [
    failed(
      `${shareOf(refused, sent)} orders were refused though they are valid`,
      'look at the answers among the examples; also check the credentials and the given data of the target',
    ),
  ];
};

const rulesOf = ({ rules, requests }: RunFigures): GateReason[] => {
  const { faults } = errorAnswersOf(requests);
  return rules.flatMap(({ rule, text, level, judged, violations, example }) => {
    if (violations === 0 || (rule === ruleOfFaults && faults > 0)) return [];
    const seen = `${rule} did not hold in ${shareOf(violations, judged)}: ${text}`;
    if (level === 'should') return [notJudged(`${seen} (advised only)`)];
    const where = example ? `: ${example.pointer} of ${example.what} must be ${example.expected}` : '';
    return [failed(seen, `fix the answers or notifications that the rule is about${where}`)];
  });
};

const readBackOf = ({ readBack }: RunFigures): GateReason[] =>
  readBack.wrong === 0
    ? []
    : [
        failed(
          `${shareOf(readBack.wrong, readBack.judged)} orders were read back other than they were sent`,
          'see the examples: the target loses or mixes up fields under load',
        ),
      ];

/** Faults that a late generator cannot cause: everything except wrong times. */
export const provenFaults = (figures: RunFigures): GateReason[] => {
  const irregularities = { ...figures.irregularities, lateFirst: 0, lateRetry: 0, earlyRetry: 0 };
  const untimed = { ...figures, irregularities };
  return [...conservationOf(figures), ...irregularitiesOf(untimed), ...readBackOf(figures), ...rulesOf(figures)].filter(
    ({ outcome }) => outcome === 'fail',
  );
};

/**
 * A reason for each fault of the target, and unverified ones for what may be a fault. `toleratesErrors`: the profile
 * allows a share of errors, which is judged as an objective.
 */
export const correctnessOf = (figures: RunFigures, { toleratesErrors }: { toleratesErrors: boolean }): GateReason[] => [
  ...conservationOf(figures),
  ...irregularitiesOf(figures),
  ...errorsOf(figures, toleratesErrors),
  ...refusalsOf(figures),
  ...readBackOf(figures),
  ...rulesOf(figures),
];
