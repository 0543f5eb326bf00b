import { drillOf } from '../../core/load-kinds.ts';
import type { Drill, LoadResult } from '../../core/load-result.ts';
import { facts, type Markup, markup } from '../../reports/kit/page/markup.ts';
import { type Line, type LineChart, lineChart } from './chart.ts';
import { drillLetter, inBrief, inClock, inPercent, inSeconds, inTime, inWhole, tooFew } from './figures.ts';
import { latencyHeatMap, type Point, secondsAPoint, thin } from './heat-map.ts';
import type { Section } from './section.ts';

const inNumber = (value: number | null, unit: string): string =>
  value === null ? tooFew : `${inBrief(value)} ${unit}`;

const describeDrill = (drill: Drill, index: number): Markup => {
  const { kind, from, to, backlogPeak, peakAfter, drainRate, recoverySeconds, latencyBefore, latencyDuring } = drill;
  const recovery =
    recoverySeconds === null ? markup`<span class="count broken">never</span>` : inSeconds(recoverySeconds);
  return markup`<section class="card"><h3><span class="letter">${drillLetter(index)}</span> ${drillOf(kind).title} <small>${inClock(from)} to ${inClock(to)}</small></h3>${facts(
    [
      ['Highest backlog', inWhole(backlogPeak)],
      ['Backlog recovered after', recovery],
      ['Drained at', inNumber(drainRate, 'a second')],
      ['Most attempts in a second afterwards', inNumber(peakAfter, 'times the mean before')],
      ['Attempts a delivery', inNumber(drill.attemptsPerDelivery, '')],
      ['Request p95 before, during', `${inTime(latencyBefore.p95)}, ${inTime(latencyDuring.p95)}`],
      ['Request p99 before, during', `${inTime(latencyBefore.p99)}, ${inTime(latencyDuring.p99)}`],
    ],
  )}</section>`;
};

export const drillsSection = ({ drills }: LoadResult): Section[] =>
  drills.length === 0
    ? []
    : [{ id: 'drills', title: 'Drills', body: markup`<div class="cards">${drills.map(describeDrill)}</div>` }];

type ValueOf = (point: Point) => number | null;
type LineRow = readonly [name: string, look: Line['look'], of: ValueOf];

const percentiles = (p50: ValueOf, p95: ValueOf, p99: ValueOf): LineRow[] => [
  ['p50', 'low', p50],
  ['p95', 'middle', p95],
  ['p99', 'high', p99],
];

interface ChartRow extends Pick<LineChart, 'id' | 'title' | 'subtitle' | 'describeValue'> {
  lines: readonly LineRow[];
  isFilled?: true;
}

const chartRows = (users: number): ChartRow[] => [
  {
    id: 'latency',
    title: 'Request latency',
    subtitle: 'all requests',
    describeValue: inTime,
    lines: percentiles(
      ({ latencyP50 }) => latencyP50,
      ({ latencyP95 }) => latencyP95,
      ({ latencyP99 }) => latencyP99,
    ),
  },
  {
    id: 'throughput',
    title: 'Throughput',
    subtitle: 'a second',
    describeValue: inBrief,
    lines: [
      ['requests', 'first', ({ requests }) => requests],
      ['orders', 'second', ({ orders }) => orders],
      ['errors', 'alarm', ({ errors }) => errors],
    ],
  },
  {
    id: 'under-way',
    title: 'Journeys under way',
    subtitle: `of ${inWhole(users)} virtual users`,
    describeValue: inBrief,
    lines: [
      ['busy', 'first', ({ underWay }) => underWay],
      ['idle', 'second', ({ underWay }) => Math.max(0, users - underWay)],
    ],
  },
  {
    id: 'generator-cpu',
    title: 'Processor time of k6',
    subtitle: 'of the machine',
    describeValue: (value) => inPercent(value, 1),
    lines: [['processor time', 'first', ({ generatorCpu }) => generatorCpu]],
  },
  {
    id: 'webhook-latency',
    title: 'Webhook latency',
    subtitle: "from the order's answer to the first attempt",
    describeValue: inTime,
    lines: percentiles(
      ({ webhookP50 }) => webhookP50,
      ({ webhookP95 }) => webhookP95,
      ({ webhookP99 }) => webhookP99,
    ),
  },
  {
    id: 'backlog',
    title: 'Backlog',
    subtitle: 'due notifications that are not acknowledged yet',
    describeValue: inBrief,
    lines: [['backlog', 'first', ({ backlog }) => backlog]],
    isFilled: true,
  },
  {
    id: 'attempts-over-time',
    title: 'Attempts',
    subtitle: 'a second',
    describeValue: inBrief,
    lines: [
      ['attempts', 'first', ({ attempts }) => attempts],
      ['delivered', 'second', ({ delivered }) => delivered],
      ['retries', 'third', ({ retries }) => retries],
    ],
  },
];

/** The charts of the run, all with the same time axis. */
export const timeSection = ({ series, drills, plan }: LoadResult): Section[] => {
  if (series.length === 0) return [];
  const width = secondsAPoint(series);
  const points = thin(series, width);
  const at = points.map((point) => point.at);
  const bands = drills.map(({ kind, from, to }, index) => ({
    label: drillLetter(index),
    name: drillOf(kind).title,
    from,
    to,
  }));
  const charts = chartRows(plan.users).map(({ lines, isFilled = false, ...chart }) =>
    lineChart({
      ...chart,
      at,
      width,
      bands,
      lines: lines.map(([name, look, of]) => ({ name, look, values: points.map(of), isFilled })),
    }),
  );
  const body = markup`<div class="charts">${latencyHeatMap(points, width)}${charts}</div>`;
  return [{ id: 'time', title: 'Over time', body }];
};
