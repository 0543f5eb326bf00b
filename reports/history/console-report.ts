import { outcomes } from '../../core/outcome.ts';
import { comparisonReport } from '../compare-results.ts';
import { percentagesOf, percentOf } from '../conclude.ts';
import { colorOf, excerpt, type Paint } from '../kit/printable.ts';
import {
  describeRecord,
  type RecordKind,
  type RuleRecord,
  type RunHistory,
  remarksOn,
  type SinceLast,
  type TrendPoint,
  trendOf,
} from './run-history.ts';
import { describeRef, minuteOf } from './run-summary.ts';

const bars = [...'▁▂▃▄▅▆▇█'];

/** Shown for a run without a comparable figure. */
const gap = '·';

/** Values as a line of bars from the lowest to the highest; equal values are at half height. */
export const spark = (values: readonly (number | undefined)[]): string => {
  const known = values.filter((value) => value !== undefined);
  const [lowest, highest] = [Math.min(...known), Math.max(...known)];
  return values
    .map((value) => {
      if (value === undefined) return gap;
      const share = highest === lowest ? 0.5 : (value - lowest) / (highest - lowest);
      return bars[Math.round(share * (bars.length - 1))] ?? gap;
    })
    .join('');
};

const maxTextLength = 200;
const idWidth = 10;
const cell = 8;

const counted = outcomes.filter((outcome) => outcome !== 'pass');

const headings: Record<(typeof counted)[number], string> = {
  fail: 'fail',
  warn: 'warn',
  unverified: 'unver.',
  error: 'error',
};

const rowOf = (point: TrendPoint, before: TrendPoint | undefined, paint: Paint): string => {
  const { run, counts, verdicts } = point.run;
  const count = (outcome: (typeof counted)[number]): string => {
    const text = (counts[outcome] === 0 ? '·' : String(counts[outcome])).padStart(cell);
    return counts[outcome] === 0 ? text : paint(colorOf[outcome], text);
  };
  return [
    `${minuteOf(run.startedAt)}  ${excerpt(run.id, idWidth).padEnd(idWidth)}`,
    String(verdicts.length).padStart(cell),
    ...percentagesOf(point.run).map((percent) => percent.padStart(cell + 1)),
    ...counted.map(count),
    `  ${paint('dim', remarksOn(point, before).join(', '))}`,
  ].join('');
};

const runsTable = (points: readonly TrendPoint[], paint: Paint): string[] => [
  paint(
    'bold',
    [
      `${'Started (UTC)'.padEnd(16)}  ${'Run'.padEnd(idWidth)}`,
      'rules'.padStart(cell),
      ...['conf.', 'cov.'].map((name) => name.padStart(cell + 1)),
      ...counted.map((outcome) => headings[outcome].padStart(cell)),
    ].join(''),
  ),
  ...points.map((point, index) => rowOf(point, points[index - 1], paint)),
];

/** The figures of the runs as bars. Partial runs have none. */
const trendLines = (points: readonly TrendPoint[]): string[] => {
  if (points.length < 2) return [];
  const line = (
    name: string,
    value: (point: TrendPoint) => number | undefined,
    describe: (value: number) => string,
  ) => {
    const values = points.map((point) => (point.isPartial ? undefined : value(point)));
    const known = values.filter((each) => each !== undefined).toSorted((a, b) => a - b);
    const ends = [...new Set([known[0], known.at(-1)])].flatMap((end) => (end === undefined ? [] : [describe(end)]));
    return `${name.padEnd(13)}${spark(values)}  ${ends.join(' to ')}`;
  };
  const percent = (share: number): string => percentOf(share, 1);
  return [
    '',
    line('conformance', ({ conformance }) => conformance, percent),
    line('coverage', ({ coverage }) => coverage, percent),
    line('failing', ({ failing }) => failing, String),
  ];
};

const titles: Record<RecordKind, string> = {
  failing: 'Failing since',
  always: 'Failing in every run',
  flaky: 'Failing now and then',
  unsettled: 'Changed, and not yet clear',
  holding: 'Passing again',
};

const recordsReport = (records: readonly RuleRecord[], paint: Paint): string[] =>
  [...Map.groupBy(records, ({ kind }) => kind)].flatMap(([kind, own]) => [
    '',
    paint('bold', titles[kind]),
    ...own.flatMap((record) => [
      `${paint(record.level === 'must' ? 'red' : 'yellow', excerpt(record.rule, idWidth * 2))} ${excerpt(record.text, maxTextLength)}`,
      `    ${describeRecord(record)}`,
    ]),
  ]);

const sinceReport = (since: SinceLast | undefined, paint: Paint): string[] => {
  if (!since) return [];
  return ['', paint('bold', `Since ${describeRef(since.run)}`), ...comparisonReport(since.comparison, paint)];
};

/**
 * The history of a target for a terminal: the runs, the trend, the last changes, and the rules that did not always
 * pass.
 */
export const historyReport = ({ runs, records, since }: RunHistory, paint: Paint): string[] => {
  const points = trendOf(runs);
  return [
    ...runsTable(points, paint),
    ...trendLines(points),
    ...sinceReport(since, paint),
    ...recordsReport(records, paint),
  ];
};
