import { drillOf } from '../../core/load-kinds.ts';
import type { Gate, GateReason, LoadResult, Measure } from '../../core/load-result.ts';
import { colorOf, excerpt, factsIn, type Paint, printable, signOf, wrapped } from '../../reports/kit/printable.ts';
import {
  errorsOf,
  inBrief,
  inClock,
  inPercent,
  inSeconds,
  inSigned,
  inTime,
  inUnit,
  inWhole,
  tooFew,
} from './figures.ts';
import { nextSteps, verdictLook } from './next-steps.ts';
import { addsUp, irregularityNames, notificationClasses } from './notification-classes.ts';
import { isFollowed, notFollowed } from './section.ts';
import { describeCapacity } from './steps-section.ts';

const columns = 100;
const figureWidth = 10;
/** Including the indent. */
const labelWidth = 17;
/** In characters, since a target may send anything. */
const maxExampleLength = 400;
const indent = '  ';
const fact = factsIn({ indent, labelWidth: labelWidth - indent.length });

/** A printable text of exactly this width. */
const fitted = (text: string, width: number): string => {
  const shown = printable(text);
  return (shown.length > width ? `${shown.slice(0, width - 1)}…` : shown).padEnd(width);
};

const labeled = (label: string, text: string): string[] => fact(label, ...wrapped(text, columns - labelWidth));

const heading = (title: string, paint: Paint): string[] => ['', paint('bold', title)];

/** A row of a table: a name, and figures aligned to the right. */
const row = (name: string, cells: readonly string[], nameWidth = 36): string =>
  fitted(name, nameWidth) + cells.map((cell) => cell.padStart(figureWidth)).join('');

/** Paints a text by its count and weight. */
const weighed = (count: number, weight: 'good' | 'open' | 'broken', text: string, paint: Paint): string => {
  if (count === 0) return paint('dim', text);
  if (weight === 'good') return text;
  return paint(weight === 'broken' ? 'red' : 'yellow', text);
};

type Example = NonNullable<LoadResult['rules'][number]['example']>;

const describeExample = ({ what, pointer, expected, actual }: Example): string[] =>
  wrapped(excerpt(`${what}: ${pointer} expected ${expected}, got ${actual}`, maxExampleLength), columns - 4);

const rulesReport = ({ rules }: LoadResult, paint: Paint): string[] => {
  if (rules.length === 0) return [];
  const violated = rules.filter(({ violations }) => violations > 0);
  const judged = rules.reduce((sum, rule) => sum + rule.judged, 0);
  return [
    ...heading('Passive rules', paint),
    `  ${rules.length - violated.length} of ${rules.length} held, judged ${inWhole(judged)} times`,
    ...violated.flatMap(({ rule, text, judged: times, violations, perMillion, example }) => [
      `  ${paint('red', `✗ ${fitted(rule, 8)}`)} ${inWhole(violations)} of ${inWhole(times)}, ${inBrief(perMillion)} a million`,
      ...wrapped(printable(text), columns - 4).map((line) => `    ${line}`),
      ...(example ? describeExample(example).map((line) => paint('dim', `    ${line}`)) : []),
    ]),
  ];
};

const objectivesReport = ({ objectives }: LoadResult, paint: Paint): string[] => {
  if (objectives.length === 0) return [];
  return [
    ...heading('Objectives', paint),
    ...objectives.map(({ text, actual, unit, samples, outcome }) => {
      const seen = outcome === 'unverified' ? `too few samples: ${inWhole(samples)}` : printable(inUnit(actual, unit));
      return `  ${paint(colorOf[outcome], signOf[outcome])} ${fitted(text, 60)} ${seen}`;
    }),
  ];
};

const comparisonReport = ({ gate: { comparison } }: LoadResult, paint: Paint): string[] => {
  if (!comparison) return [];
  const { kind, baseline, runs, maxRegression, measures, control = [] } = comparison;
  const against = `Over ${printable(baseline)}, ${runs} ${kind === 'pairs' ? 'rounds' : 'stored runs'}, at most ${maxRegression} acceptable`;
  const looks = { same: 'dim', worse: 'red', better: 'green', inconclusive: 'yellow' } as const;
  const line = ({ name, ratio, low, high, outcome }: Measure): string =>
    `${row(`  ${name}`, [ratio.toFixed(2)])}  (${low.toFixed(2)} to ${high.toFixed(2)})  ${paint(looks[outcome], outcome)}`;
  return [
    ...heading(fitted(against, columns).trimEnd(), paint),
    ...measures.map(line),
    ...(control.length > 0 ? ['  control, the baseline against itself:', ...control.map(line)] : []),
  ];
};

const describeReason = ({ step, outcome, text, advice }: GateReason, paint: Paint): string[] => {
  const [sign, color] = [signOf[outcome], colorOf[outcome]];
  const indent = ' '.repeat(labelWidth);
  const [first = '', ...others] = wrapped(printable(text), columns - labelWidth);
  const advised = advice === undefined ? [] : wrapped(`to do: ${printable(advice)}`, columns - labelWidth);
  return [
    `  ${paint(color, `${sign} ${step}`)}${' '.repeat(labelWidth - 4 - step.length)}${first}`,
    ...others.map((line) => indent + line),
    ...advised.map((line) => paint('dim', indent + line)),
  ];
};

const gateReport = (gate: Gate, paint: Paint): string[] => {
  const { sign, color } = verdictLook[gate.verdict];
  const [first = '', ...others] = wrapped(printable(gate.message), columns - 2);
  return [
    ...heading('Gate', paint),
    ...gate.reasons.flatMap((reason) => describeReason(reason, paint)),
    '',
    paint(color, `${sign} ${first}`),
    ...others.map((line) => paint(color, `  ${line}`)),
  ];
};

const requestsReport = ({ requests }: LoadResult, paint: Paint): string[] => [
  ...heading(row('Requests', ['count', 'errors', 'p50', 'p95', 'p99', 'max']), paint),
  ...requests.map(({ name, count, byStatus, latencyMs }) => {
    const errors = errorsOf(byStatus);
    const start = row(name, [inWhole(count)]);
    const latency = [latencyMs.p50, latencyMs.p95, latencyMs.p99, latencyMs.max].map((ms) =>
      inTime(ms).padStart(figureWidth),
    );
    return start + weighed(errors, 'broken', inWhole(errors).padStart(figureWidth), paint) + latency.join('');
  }),
];

const throughputReport = ({ run, requests, orders }: LoadResult): string[] => {
  const asked = requests.reduce((sum, { count }) => sum + count, 0);
  const ambiguous =
    orders.ambiguous === 0 ? '' : `, ${inWhole(orders.ambiguous)} ambiguous (${inWhole(orders.ambiguousFound)} found)`;
  return [
    ...labeled(
      'throughput',
      `${inBrief(asked / run.loadSeconds)} requests a second · ${inBrief(orders.accepted / run.loadSeconds)} orders a second`,
    ),
    ...labeled('orders', `${inWhole(orders.accepted)} accepted, ${inWhole(orders.refused)} refused${ambiguous}`),
  ];
};

const webhooksReport = ({ webhooks }: LoadResult, paint: Paint): string[] => {
  const { latencyMs, attempts, attemptsPerDelivery, drainSeconds, backlogSlope } = webhooks;
  const took = attemptsPerDelivery.flatMap((count, index) => (count > 0 ? [`${index + 1}: ${inWhole(count)}`] : []));
  const slope = backlogSlope
    ? `${inSigned(backlogSlope.perSecond)} notifications a second (${inSigned(backlogSlope.low)} to ${inSigned(backlogSlope.high)})`
    : `${tooFew} (not measured)`;
  const grows = backlogSlope !== null && backlogSlope.low > 0;
  return [
    ...heading('Webhooks', paint),
    ...labeled(
      'latency',
      `p50 ${inTime(latencyMs.p50)} · p95 ${inTime(latencyMs.p95)} · p99 ${inTime(latencyMs.p99)} · max ${inTime(latencyMs.max)}`,
    ),
    ...labeled('attempts', `${inWhole(attempts)}; deliveries by attempts: ${took.join(', ') || 'none'}`),
    ...labeled('drain', drainSeconds === null ? 'never: due notifications were left' : inSeconds(drainSeconds)),
    ...labeled('backlog', slope).map((line) => (grows ? paint('red', line) : line)),
  ];
};

const companiesReport = ({ companies, fairness }: LoadResult, paint: Paint): string[] => {
  if (fairness === null) return [];
  return [
    ...heading(row('Companies', ['orders', 'p50', 'p95', 'p99']), paint),
    ...companies.map(({ name, failingReceiver, orders, webhookMs }) => {
      const cells = [inWhole(orders), inTime(webhookMs.p50), inTime(webhookMs.p95), inTime(webhookMs.p99)];
      return `${row(`  ${name}`, cells)}${failingReceiver ? '  refuses all, by plan' : ''}`;
    }),
    `  fairness ${fairness.toFixed(3)} (1 is even)`,
  ];
};

/** Narrow, since the meaning follows the figures. */
const nameWidth = 24;

const conservationReport = ({ conservation }: LoadResult, paint: Paint): string[] => [
  ...heading(row('Notifications due', [inWhole(conservation.due)], nameWidth), paint),
  ...notificationClasses.map(({ key, name, meaning, weight }) => {
    const count = conservation[key];
    const line = `${row(`  ${name}`, [inWhole(count), inPercent(count, conservation.due)], nameWidth)}  ${meaning}`;
    return weighed(count, weight, line, paint);
  }),
  ...(addsUp(conservation)
    ? []
    : [paint('red', '  the classes do not add up to what is due: the ledger has an error')]),
];

const readBackReport = ({ readBack: { wrong, judged } }: LoadResult, paint: Paint): string[] =>
  wrong === 0
    ? []
    : [paint('red', `  ${inWhole(wrong)} of ${inWhole(judged)} orders read back are not as they were sent`)];

const irregularitiesReport = ({ irregularities }: LoadResult, paint: Paint): string[] => {
  const found = irregularityNames.filter(({ key }) => irregularities[key] > 0);
  if (found.length === 0) return [];
  return [
    ...heading('Irregularities', paint),
    ...found.map(({ key, name, meaning, weight }) => {
      const count = irregularities[key];
      return weighed(count, weight, `${row(`  ${name}`, [inWhole(count)], nameWidth)}  ${meaning}`, paint);
    }),
  ];
};

const drillsReport = ({ drills }: LoadResult, paint: Paint): string[] => {
  if (drills.length === 0) return [];
  return [
    ...heading('Drills', paint),
    ...drills.flatMap(({ kind, from, to, backlogPeak, recoverySeconds, peakAfter, latencyBefore, latencyDuring }) => {
      const recovery = recoverySeconds === null ? 'never recovered' : `recovered after ${inSeconds(recoverySeconds)}`;
      const herd = peakAfter === null ? '' : ` · attempts up to ${inBrief(peakAfter)} × the mean before`;
      return [
        `  ${drillOf(kind).title}, ${inClock(from)} to ${inClock(to)}`,
        ...labeled('', `backlog up to ${inWhole(backlogPeak)} · ${recovery}${herd}`),
        ...labeled('', `request p95 ${inTime(latencyBefore.p95)} before, ${inTime(latencyDuring.p95)} during`),
      ];
    }),
  ];
};

const marks = { true: '✓', false: '✗', null: '?' } as const;

const stepsReport = ({ steps, stableRate, unstableRate }: LoadResult, paint: Paint): string[] => {
  if (steps.length === 0) return [];
  return [
    ...heading(row('Steps, journeys a second', ['p95', 'errors', 'dropped', 'slope']), paint),
    ...steps.map(({ rate, latencyP95, errors, dropped, slope, slopeLow, slopeHigh, stable }) => {
      const name = `  ${marks[`${stable}`]} ${inBrief(rate)}`;
      const cells = [inTime(latencyP95), inWhole(errors), inWhole(dropped), inSigned(slope)];
      const line = `${row(name, cells)}  (${inSigned(slopeLow)} to ${inSigned(slopeHigh)})`;
      return stable === false ? paint('red', line) : line;
    }),
    ...labeled('', describeCapacity({ steps, stableRate, unstableRate })),
  ];
};

const describeEarlyEnd = ({ ended, endedBy }: LoadResult['run']): string[] =>
  ended === 'complete'
    ? []
    : wrapped(`${ended}${endedBy === undefined ? '' : `: ${printable(endedBy)}`}; this report is partial`, columns);

const runReport = ({ run, plan, target }: LoadResult, paint: Paint): string[] => [
  '',
  `${paint('bold', `${run.script} · ${run.shape}`)} · ${inBrief(plan.rate)} journeys a second for ${inSeconds(plan.seconds)} · seed ${run.seed}`,
  ...wrapped(`${printable(target.name)} at ${printable(target.baseUrl)}`, columns),
  ...describeEarlyEnd(run).map((line) => paint('yellow', line)),
];

/** The report of a load run for a terminal of 100 columns. The verdict and what to do next are at the end, in view. */
export const loadReport = (result: LoadResult, folder: string, paint: Paint): string[] => [
  ...runReport(result, paint),
  ...requestsReport(result, paint),
  ...throughputReport(result),
  ...readBackReport(result, paint),
  ...(isFollowed(result)
    ? [...conservationReport(result, paint), ...irregularitiesReport(result, paint), ...webhooksReport(result, paint)]
    : ['', notFollowed]),
  ...drillsReport(result, paint),
  ...stepsReport(result, paint),
  ...companiesReport(result, paint),
  ...rulesReport(result, paint),
  ...objectivesReport(result, paint),
  ...comparisonReport(result, paint),
  ...gateReport(result.gate, paint),
  ...wrapped(`next: ${nextSteps(result).join('. ')}`, columns),
  `files: ${folder}`,
];
