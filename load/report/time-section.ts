import { drillOf } from '../../core/load-kinds.ts';
import type { Drill, LoadResult } from '../../core/load-result.ts';
import { type Markup, markup } from '../../reports/kit/page/markup.ts';
import { facts } from '../../reports/kit/page/table.ts';
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

/** The charts of the run, all with the same time axis. */
export const timeSection = ({ series, drills, plan }: LoadResult): Section[] => {
  if (series.length === 0) return [];
  const width = secondsAPoint(series);
  const points = thin(series, width);
  const line = (name: string, look: Line['look'], of: (point: Point) => number | null): Line => ({
    name,
    look,
    values: points.map(of),
  });
  const common = {
    at: points.map(({ at }) => at),
    width,
    bands: drills.map(({ kind, from, to }, index) => ({
      label: drillLetter(index),
      name: drillOf(kind).title,
      from,
      to,
    })),
  };
  const charts: LineChart[] = [
    {
      ...common,
      id: 'latency',
      title: 'Request latency',
      subtitle: 'all requests',
      describeValue: inTime,
      lines: [
        line('p50', 'low', ({ latencyP50 }) => latencyP50),
        line('p95', 'middle', ({ latencyP95 }) => latencyP95),
        line('p99', 'high', ({ latencyP99 }) => latencyP99),
      ],
    },
    {
      ...common,
      id: 'throughput',
      title: 'Throughput',
      subtitle: 'a second',
      describeValue: inBrief,
      lines: [
        line('requests', 'first', ({ requests }) => requests),
        line('orders', 'second', ({ orders }) => orders),
        line('errors', 'alarm', ({ errors }) => errors),
      ],
    },
    {
      ...common,
      id: 'under-way',
      title: 'Journeys under way',
      subtitle: `of ${inWhole(plan.users)} virtual users`,
      describeValue: inBrief,
      lines: [
        line('busy', 'first', ({ underWay }) => underWay),
        line('idle', 'second', ({ underWay }) => Math.max(0, plan.users - underWay)),
      ],
    },
    {
      ...common,
      id: 'generator-cpu',
      title: 'Processor time of k6',
      subtitle: 'of the machine',
      describeValue: (value) => inPercent(value, 1),
      lines: [line('processor time', 'first', ({ generatorCpu }) => generatorCpu)],
    },
    {
      ...common,
      id: 'webhook-latency',
      title: 'Webhook latency',
      subtitle: "from the order's answer to the first attempt",
      describeValue: inTime,
      lines: [
        line('p50', 'low', ({ webhookP50 }) => webhookP50),
        line('p95', 'middle', ({ webhookP95 }) => webhookP95),
        line('p99', 'high', ({ webhookP99 }) => webhookP99),
      ],
    },
    {
      ...common,
      id: 'backlog',
      title: 'Backlog',
      subtitle: 'due notifications that are not acknowledged yet',
      describeValue: inBrief,
      lines: [{ ...line('backlog', 'first', ({ backlog }) => backlog), isFilled: true }],
    },
    {
      ...common,
      id: 'attempts-over-time',
      title: 'Attempts',
      subtitle: 'a second',
      describeValue: inBrief,
      lines: [
        line('attempts', 'first', ({ attempts }) => attempts),
        line('delivered', 'second', ({ delivered }) => delivered),
        line('retries', 'third', ({ retries }) => retries),
      ],
    },
  ];
  return [
    {
      id: 'time',
      title: 'Over time',
      body: markup`<div class="charts">${latencyHeatMap(points, width)}${charts.map(lineChart)}</div>`,
    },
  ];
};
