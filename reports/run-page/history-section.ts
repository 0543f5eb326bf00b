import { describeRecord } from '../history/describe-record.ts';
import type { RecordKind, RuleRecord } from '../history/rule-record.ts';
import type { RunHistory } from '../history/run-history.ts';
import { minuteOf } from '../history/run-summary.ts';
import { remarksOn, type TrendPoint, trendOf } from '../history/trend.ts';
import { type Markup, markup, nothing } from '../kit/page/markup.ts';
import { table } from '../kit/page/table.ts';
import { excerpt } from '../kit/printable.ts';
import { percentOf } from '../tally.ts';
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
  const { run, verdicts, conformance, coverage, counts } = point.run;
  return [
    minuteOf(run.startedAt),
    excerpt(run.id, maxIdLength),
    verdicts.length,
    percentOf(conformance.held, conformance.judged),
    percentOf(coverage.judged, coverage.applicable),
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
