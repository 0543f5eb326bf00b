import { drillOf } from '../../core/load-kinds.ts';
import type { Gate, GateReason, LoadResult, Measure } from '../../core/load-result.ts';
import { factsIn } from '../../reports/kit/fact.ts';
import { colorOf, type Paint, signOf } from '../../reports/kit/paint.ts';
import { excerpt, printable } from '../../reports/kit/printable.ts';
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

/** In characters: a target may send anything. */
const longestExample = 400;

const rulesReport = ({ rules }: LoadResult, paint: Paint): string[] => {
  if (rules.length === 0) return [];
  const broken = rules.filter(({ violations }) => violations > 0);
  const judged = rules.reduce((sum, rule) => sum + rule.judged, 0);
  return [
    ...heading('Passive rules', paint),
    `  ${rules.length - broken.length} of ${rules.length} held, judged ${inWhole(judged)} times`,
    ...broken.flatMap(({ rule, text, judged: times, violations, perMillion, example }) => [
      `  ${paint('red', `✗ ${fitted(rule, 8)}`)} ${inWhole(violations)} of ${inWhole(times)}, ${inBrief(perMillion)} a million`,
      ...wrapped(printable(text), columns - 4).map((line) => `    ${line}`),
      ...(example
        ? wrapped(
            excerpt(
              `${example.what}: ${example.pointer} expected ${example.expected}, got ${example.actual}`,
              longestExample,
            ),
            columns - 4,
          ).map((line) => paint('dim', `    ${line}`))
        : []),
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
  '',
  paint('bold', row('Requests', ['count', 'errors', 'p50', 'p95', 'p99', 'max'])),
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
    ...labelled(
      'throughput',
      `${inBrief(asked / run.loadSeconds)} requests a second · ${inBrief(orders.accepted / run.loadSeconds)} orders a second`,
    ),
    ...labelled('orders', `${inWhole(orders.accepted)} accepted, ${inWhole(orders.refused)} refused${ambiguous}`),
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
    ...labelled(
      'latency',
      `p50 ${inTime(latencyMs.p50)} · p95 ${inTime(latencyMs.p95)} · p99 ${inTime(latencyMs.p99)} · max ${inTime(latencyMs.max)}`,
    ),
    ...labelled('attempts', `${inWhole(attempts)}; deliveries by attempts: ${took.join(', ') || 'none'}`),
    ...labelled('drain', drainSeconds === null ? 'never: due notifications were left' : inSeconds(drainSeconds)),
    ...labelled('backlog', slope).map((line) => (grows ? paint('red', line) : line)),
  ];
};

const companiesReport = ({ companies, fairness }: LoadResult, paint: Paint): string[] => {
  if (fairness === null) return [];
  return [
    '',
    paint('bold', row('Companies', ['orders', 'p50', 'p95', 'p99'])),
    ...companies.map(({ name, failingReceiver, orders, webhookMs }) => {
      const cells = [inWhole(orders), inTime(webhookMs.p50), inTime(webhookMs.p95), inTime(webhookMs.p99)];
      return `${row(`  ${name}`, cells)}${failingReceiver ? '  refuses all, by plan' : ''}`;
    }),
    `  fairness ${fairness.toFixed(3)} (1 is even)`,
  ];
};

/** Narrow, since a meaning follows the figures. */
const nameWidth = 24;

const conservationReport = ({ conservation }: LoadResult, paint: Paint): string[] => [
  '',
  paint('bold', row('Notifications due', [inWhole(conservation.due)], nameWidth)),
  ...notificationClasses.map(({ key, name, meaning, weight }) => {
    const count = conservation[key];
    const line = `${row(`  ${name}`, [inWhole(count), inPercent(count, conservation.due)], nameWidth)}  ${meaning}`;
    return weighed(count, weight, line, paint);
  }),
  ...(addsUp(conservation)
    ? []
    : [paint('red', '  the classes do not add up to what is due: the ledger has an error')]),
];

const readBackReport = ({ readBack }: LoadResult, paint: Paint): string[] => [
  ...(readBack.wrong > 0
    ? [
        paint(
          'red',
          `  ${inWhole(readBack.wrong)} of ${inWhole(readBack.judged)} orders read back are not as they were sent`,
        ),
      ]
    : []),
];

const irregularitiesReport = ({ irregularities }: LoadResult, paint: Paint): string[] => {
  const found = irregularityNames.filter(({ key }) => irregularities[key] > 0);
  if (found.length === 0) return [];
  return [
    ...heading('Irregularities', paint),
    ...found.map(({ key, name, meaning, weight }) =>
      weighed(
        irregularities[key],
        weight,
        `${row(`  ${name}`, [inWhole(irregularities[key])], nameWidth)}  ${meaning}`,
        paint,
      ),
    ),
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
        ...labelled('', `backlog up to ${inWhole(backlogPeak)} · ${recovery}${herd}`),
        ...labelled('', `request p95 ${inTime(latencyBefore.p95)} before, ${inTime(latencyDuring.p95)} during`),
      ];
    }),
  ];
};

const marks = { true: '✓', false: '✗', null: '?' } as const;

const stepsReport = ({ steps, stableRate, unstableRate }: LoadResult, paint: Paint): string[] => {
  if (steps.length === 0) return [];
  return [
    '',
    paint('bold', row('Steps, journeys a second', ['p95', 'errors', 'dropped', 'slope'])),
    ...steps.map(({ rate, latencyP95, errors, dropped, slope, slopeLow, slopeHigh, stable }) => {
      const name = `  ${marks[`${stable}`]} ${inBrief(rate)}`;
      const cells = [inTime(latencyP95), inWhole(errors), inWhole(dropped), inSigned(slope)];
      const line = `${row(name, cells)}  (${inSigned(slopeLow)} to ${inSigned(slopeHigh)})`;
      return stable === false ? paint('red', line) : line;
    }),
    ...labelled('', describeCapacity({ steps, stableRate, unstableRate })),
  ];
};

/** Lines of at most this many characters, broken between words; a word that is longer stands alone and is broken itself. */
export const wrapped = (text: string, width: number): string[] => {
  const lines: string[] = [];
  let line = '';
  const words = text.split(' ').flatMap((word) => word.match(new RegExp(`.{1,${width}}`, 'gsu')) ?? ['']);
  for (const word of words) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
};

/** How wide a report for a terminal may be. */
const columns = 100;
const figureWidth = 10;
/** Of what stands left of a labelled text, its indent included. */
const labelWidth = 17;
const indent = '  ';
const fact = factsIn({ indent, labelWidth: labelWidth - indent.length });

/** Printable, and exactly so wide. */
const fitted = (text: string, width: number): string => {
  const shown = printable(text);
  return (shown.length > width ? `${shown.slice(0, width - 1)}…` : shown).padEnd(width);
};

/** A labelled text, on as many lines as it takes. */
const labelled = (label: string, text: string): string[] => fact(label, ...wrapped(text, columns - labelWidth));

const heading = (title: string, paint: Paint): string[] => ['', paint('bold', title)];

/** A line of a table: a name, and figures set to the right. Painted whole, since colors have no width. */
const row = (name: string, cells: readonly string[], nameWidth = 36): string =>
  fitted(name, nameWidth) + cells.map((cell) => cell.padStart(figureWidth)).join('');

/** Paints what stands for a count: dim when there is none. */
const weighed = (count: number, weight: 'good' | 'open' | 'broken', text: string, paint: Paint): string => {
  if (count === 0) return paint('dim', text);
  if (weight === 'good') return text;
  return paint(weight === 'broken' ? 'red' : 'yellow', text);
};

/** What ran, against what, and how it ended. */
const runReport = ({ run, plan, target }: LoadResult, paint: Paint): string[] => [
  '',
  `${paint('bold', `${run.script} · ${run.shape}`)} · ${inBrief(plan.rate)} journeys a second for ${inSeconds(plan.seconds)} · seed ${run.seed}`,
  ...wrapped(`${printable(target.name)} at ${printable(target.baseUrl)}`, columns),
  ...(run.ended === 'complete'
    ? []
    : wrapped(
        `${run.ended}${run.endedBy === undefined ? '' : `: ${printable(run.endedBy)}`}; this report is partial`,
        columns,
      ).map((line) => paint('yellow', line))),
];

/**
 * The report of a load run for a terminal of 100 columns. The gate's reasoning, its verdict and what to do next stand at
 * the end, where a reader's eye rests.
 */
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
