import { counted } from '../../core/counted.ts';
import { type ChangeKind, changeKinds, type RuleChange } from '../compare-results.ts';
import { describeRecord, type RecordKind, type RuleRecord } from '../history/rule-record.ts';
import { type RunHistory, remarksOn, type SinceLast, type TrendPoint, trendOf } from '../history/run-history.ts';
import { minuteOf } from '../history/run-summary.ts';
import { type Markup, markup, nothing, sentenceView } from '../kit/page/markup.ts';
import { table } from '../kit/page/table.ts';
import { excerpt } from '../kit/printable.ts';
import { percentagesOf } from '../tally.ts';
import { type AboutSection, section } from './page-parts.ts';
import { trendChart } from './trend-chart.ts';

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
