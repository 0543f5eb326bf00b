import { counted } from '../../core/counted.ts';
import { type ChangeKind, changeKinds, type RuleChange } from '../compare-results.ts';
import { percentagesOf } from '../conclude.ts';
import {
  describeRecord,
  type RecordKind,
  type RuleRecord,
  type RunHistory,
  remarksOn,
  type SinceLast,
  type TrendPoint,
  trendOf,
} from '../history/run-history.ts';
import { minuteOf } from '../history/run-summary.ts';
import { type AboutSection, section } from '../kit/page/document.ts';
import { type Markup, markup, nothing, sentenceView, table } from '../kit/page/markup.ts';
import { excerpt } from '../kit/printable.ts';

const maxIdLength = 60;
const maxListed = 100;

const kinds: Record<RecordKind, string> = {
  failing: 'since a run',
  always: 'in every run',
  flaky: 'now and then',
  unsettled: 'not yet clear',
  holding: 'no longer',
};

const runRow = (point: TrendPoint, before: TrendPoint | undefined) => {
  const { run, verdicts, counts } = point.run;
  return [
    minuteOf(run.startedAt),
    excerpt(run.id, maxIdLength),
    verdicts.length,
    ...percentagesOf(point.run),
    ...[counts.fail, counts.warn, counts.unverified, counts.error],
    remarksOn(point, before).join(', '),
  ];
};

const runsTable = (points: readonly TrendPoint[]): Markup => {
  const columns = [
    { name: 'Started (UTC)' },
    { name: 'Run' },
    ...['Rules', 'Conf.', 'Cov.', 'Fail', 'Warn', 'Unver.', 'Error'].map((name) => ({ name, isNumber: true })),
    { name: 'Remarks' },
  ];
  const rows = points.map((point, index) => runRow(point, points[index - 1]));
  return markup`<details><summary>The runs in figures</summary>${table('The runs in figures', columns, rows)}</details>`;
};

const recordsTable = (records: readonly RuleRecord[], onPage: ReadonlySet<string>): Markup => {
  if (records.length === 0) return markup`<p>Every rule that these runs judged held in all of them.</p>`;
  const rows = records.slice(0, maxListed).map((record) => {
    const { rule, kind, failed, judged } = record;
    const name = excerpt(rule, maxIdLength);
    return [
      onPage.has(rule) ? markup`<a href="#${rule}">${name}</a>` : name,
      kinds[kind],
      `${failed} of ${judged}`,
      describeRecord(record),
    ];
  });
  const columns = [
    { name: 'Rule' },
    { name: 'It fails' },
    { name: 'Runs', isNumber: true },
    { name: 'What the runs say' },
  ];
  const more = records.length - maxListed;
  return markup`${table('Rules that did not always hold', columns, rows)}${more > 0 ? markup`<p class="note">and ${more} more: "npx selo history" lists them all</p>` : nothing}`;
};

const sharesHeight = 140;

/** Ticks in percent from just below the lowest share to 100, at least two steps. */
const ticksFor = (points: readonly TrendPoint[]): number[] => {
  const shares = points.flatMap(({ conformance, coverage }) => [conformance ?? 1, coverage ?? 1]);
  const below = 100 * (1 - Math.min(1, ...shares));
  const step = [1, 2, 5, 10].find((each) => below <= 4 * each) ?? 25;
  const steps = Math.max(2, Math.ceil(below / step));
  return Array.from({ length: steps + 1 }, (_, index) => 100 - (steps - index) * step);
};

/** Maps points to coordinates. */
interface Frame {
  points: readonly TrendPoint[];
  ticks: readonly number[];
  /** Position of a point, as an SVG length. */
  x: (index: number) => string;
  /** Pixels from the top, for a share from 0 to 1. */
  y: (share: number) => number;
}

/** Points at equal distances, on a scale that begins below their lowest share. */
const frameOf = (points: readonly TrendPoint[]): Frame => {
  const ticks = ticksFor(points.filter(({ isPartial }) => !isPartial));
  const lowest = ticks[0] ?? 0;
  return {
    points,
    ticks,
    x: (index) => `${((100 * (index + 0.5)) / points.length).toFixed(2)}%`,
    y: (share) => Number((sharesHeight * (1 - (100 * share - lowest) / (100 - lowest))).toFixed(1)),
  };
};

type Figure = 'conformance' | 'coverage';

const figures = [
  { figure: 'conformance', name: 'Conformance', look: 'first' },
  { figure: 'coverage', name: 'Coverage', look: 'third' },
] as const satisfies readonly { figure: Figure; name: string; look: string }[];

/** Pixels: the bars of failing rules are below the shares. */
const barsTop = 178;
const barsHeight = 40;
const height = barsTop + barsHeight;
const labelHeight = 15;
const maxDates = 6;
const maxTooltipIdLength = 40;

/** Dates below the chart, or times if all runs are of one day. */
const datesOf = ({ points, x }: Frame): Markup[] => {
  const starts = points.map(({ run }) => run.run.startedAt);
  const isOneDay = starts.every((start) => start.slice(0, 10) === starts[0]?.slice(0, 10));
  const every = Math.ceil(points.length / maxDates);
  return starts.flatMap((start, index) => {
    const fromLast = points.length - 1 - index;
    if (fromLast % every !== 0) return [];
    const shown = isOneDay ? start.slice(11, 16) : start.slice(5, 10);
    // a narrow screen shows every second one
    const look = (fromLast / every) % 2 === 0 ? 'x' : 'x between';
    return [markup`<text class="${look}" x="${x(index)}" y="${height + 17}">${shown}</text>`];
  });
};

/** A line through the runs with this figure, and a dot for each. */
const lineOf = ({ points, x, y }: Frame, figure: Figure, look: string): Markup => {
  const known = points.flatMap((point, index) => {
    const share = point[figure];
    return point.isPartial || share === undefined ? [] : [{ x: x(index), y: y(share) }];
  });
  const steps = known.slice(1).map((to, index) => {
    const from = known[index] ?? to;
    return markup`<line class="line ${look}" x1="${from.x}" y1="${from.y}" x2="${to.x}" y2="${to.y}"/>`;
  });
  const radius = figure === 'conformance' ? 3.5 : 2.5;
  const dots = known.map((at) => markup`<circle class="point ${look}" cx="${at.x}" cy="${at.y}" r="${radius}"/>`);
  return markup`${steps}${dots}`;
};

/** The names at the right end of the lines, kept apart. */
const namesOf = ({ points, y }: Frame): Markup[] => {
  const last = points.findLast(({ isPartial }) => !isPartial);
  if (!last) return [];
  const ends = figures
    .flatMap(({ figure, name, look }) => {
      const share = last[figure];
      return share === undefined ? [] : [{ name, look, top: y(share) }];
    })
    .toSorted((a, b) => a.top - b.top);
  const [upper, lower] = ends;
  if (upper && lower) {
    const apart = Math.max(0, labelHeight - (lower.top - upper.top));
    lower.top += apart;
    // both move up if there is no room below
    const over = Math.max(0, lower.top - sharesHeight);
    lower.top -= over;
    upper.top = Math.min(upper.top, lower.top - labelHeight);
  }
  return ends.map(
    ({ name, look, top }) => markup`<text class="direct ${look}" x="100%" dx="8" y="${top}">${name}</text>`,
  );
};

const barsOf = ({ points, x }: Frame): Markup => {
  const most = Math.max(1, ...points.map(({ failing }) => failing));
  const wide = Math.min(4, 60 / points.length);
  const bars = points.map(({ failing, isPartial }, index) => {
    if (isPartial) return markup`<text class="x" x="${x(index)}" y="${height - 4}">–</text>`;
    if (failing === 0) return nothing;
    const tall = Math.max(2, (barsHeight * failing) / most);
    const left = Number.parseFloat(x(index)) - wide / 2;
    return markup`<rect class="failing" x="${left.toFixed(2)}%" y="${(height - tall).toFixed(1)}" width="${wide.toFixed(2)}%" height="${tall.toFixed(1)}"/><text class="x failing" x="${x(index)}" y="${(height - tall - 4).toFixed(1)}">${failing}</text>`;
  });
  return markup`<line class="base" x1="0" x2="100%" y1="${height}" y2="${height}"/><text class="y" x="-8" y="${height - 6}">failing</text>${bars}`;
};

const describePoint = (point: TrendPoint, before: TrendPoint | undefined): string => {
  const { run, verdicts } = point.run;
  const [conformance, coverage] = percentagesOf(point.run);
  return [
    `${minuteOf(run.startedAt)} ${excerpt(run.id, maxTooltipIdLength)}`,
    `conformance ${conformance}`,
    `coverage ${coverage}`,
    `${point.failing} failing of ${verdicts.length} rules`,
    ...remarksOn(point, before),
  ].join(' · ');
};

/** One hover area with a tooltip for each run. */
const hitsOf = ({ points }: Frame): Markup[] =>
  points.map(
    (point, index) =>
      markup`<rect class="hit" x="${((100 * index) / points.length).toFixed(2)}%" y="0" width="${(100 / points.length).toFixed(2)}%" height="${height}"><title>${describePoint(point, points[index - 1])}</title></rect>`,
  );

const describe = ({ points }: Frame): string =>
  points.map((point, index) => `${describePoint(point, points[index - 1])}.`).join(' ');

/** Conformance, coverage and failures over the runs, oldest first, at any width. */
const trendChart = (points: readonly TrendPoint[]): Markup => {
  const frame = frameOf(points);
  const rows = frame.ticks.map((tick, index) => {
    const y = frame.y(tick / 100);
    return markup`<line class="${index === 0 ? 'base' : 'grid'}" x1="0" x2="100%" y1="${y}" y2="${y}"/><text class="y" x="-8" y="${y}">${tick} %</text>`;
  });
  const lines = figures.map(({ figure, look }) => lineOf(frame, figure, look));
  const legend = figures.map(
    ({ name, look }) =>
      markup`<li><svg width="18" height="10" aria-hidden="true"><path class="line ${look}" d="M1 5H17"/></svg>${name}</li>`,
  );
  const parts = points.some(({ isPartial }) => isPartial)
    ? ' –: a run that was interrupted or tested few of the rules; its shares are not comparable, so they are not drawn.'
    : '';
  return markup`<figure class="trend"><ul class="legend">${legend}</ul><div class="plot"><svg role="img" aria-labelledby="trend-title trend-desc" height="${height}"><title id="trend-title">Conformance, coverage and failing rules of the last ${points.length} runs</title><desc id="trend-desc">${describe(frame)}</desc>${rows}${lines.toReversed()}${namesOf(frame)}${barsOf(frame)}${datesOf(frame)}${hitsOf(frame)}</svg></div><figcaption>One point for each run, with times in UTC, the last run on the right. The scale of the shares begins at ${frame.ticks[0] ?? 0} %.${parts}</figcaption></figure>`;
};

/** The trend of the last runs, and the rules that did not always pass. */
export const historySection = ({ runs, records }: RunHistory): AboutSection => {
  const points = trendOf(runs);
  const onPage = new Set(runs.at(-1)?.verdicts.map(({ rule }) => rule));
  return section(
    'history',
    'History',
    markup`${trendChart(points)}${runsTable(points)}<h3>Rules that did not always hold <small>${records.length}</small></h3>${recordsTable(records, onPage)}`,
    `the last ${runs.length} runs of this target`,
  );
};

const maxTextLength = 300;
/** Of more changes of one kind, only the ids are shown. */
const maxShown = 30;

const meanings: Record<ChangeKind, string> = {
  'newly failing': 'passed or was not judged, and fails now',
  'newly unverified': 'was judged, and no longer is',
  'newly warned': 'passed, and warns now',
  fixed: 'failed, and passes now',
  'judged again': 'was not judged, and passes or warns now',
  added: 'the earlier version of Selo did not have it',
  removed: 'this version of Selo no longer has it',
  reworded: 'has other words, and the same outcome',
};

/** The rule, as a link if the page contains it. */
const ruleLink = ({ rule, after }: RuleChange): Markup =>
  after === undefined
    ? markup`<code>${excerpt(rule, maxIdLength)}</code>`
    : markup`<a href="#${rule}">${excerpt(rule, maxIdLength)}</a>`;

const outcomesOf = ({ before, after }: RuleChange): Markup =>
  before === undefined || after === undefined || before === after
    ? nothing
    : markup` <small>${before} → ${after}</small>`;

const kindView = (kind: ChangeKind, changes: readonly RuleChange[]): Markup => {
  const said = changes
    .slice(0, maxShown)
    .map(
      (change) =>
        markup`<li>${ruleLink(change)} ${sentenceView(excerpt(change.text, maxTextLength))}${outcomesOf(change)}</li>`,
    );
  const others = changes.slice(maxShown);
  const more =
    others.length > 0
      ? markup`<p class="note">and ${others.length} more: ${others.map((change) => markup`${ruleLink(change)} `)}</p>`
      : nothing;
  return markup`<h3>${kind} <small>${changes.length} · ${meanings[kind]}</small></h3><ul class="changes">${said}</ul>${more}`;
};

const rules = (count: number): string => counted(count, 'rule');

const notesOn = ({ comparison, passedOver }: SinceLast): string[] => {
  const { differences, onlyTried } = comparison;
  return [
    ...differences.map((each) => `Not the same in both: ${excerpt(each, maxTextLength)}.`),
    ...(onlyTried.before > 0 ? [`Tried only in that run: ${rules(onlyTried.before)}.`] : []),
    ...(onlyTried.after > 0 ? [`Tried only in this run: ${rules(onlyTried.after)}.`] : []),
    ...(passedOver > 0
      ? [`Skipped, because fewer of these rules were tested: ${counted(passedOver, 'later run')}.`]
      : []),
  ];
};

/** The changes since an earlier run, the gravest first. */
export const sinceSection = (since: SinceLast): AboutSection => {
  const { run, comparison } = since;
  const { changes, unchanged } = comparison;
  const groups = changeKinds
    .map((kind) => ({ kind, own: changes.filter((change) => change.kind === kind) }))
    .filter(({ own }) => own.length > 0)
    .map(({ kind, own }) => kindView(kind, own));
  const summary =
    changes.length === 0
      ? markup`<p>Nothing changed: ${rules(unchanged)} came out as before.</p>`
      : markup`<p>${rules(changes.length)} changed, ${unchanged} came out as before.</p>`;
  const notes = notesOn(since).map((note) => markup`<p class="note">${note}</p>`);
  const when = `compared with run ${excerpt(run.id, maxIdLength)} of ${minuteOf(run.startedAt)} UTC`;
  return section('since', 'Since the last run', [summary, notes, groups], when);
};
