import type { Second } from '../../core/load-result.ts';
import { type Markup, markup } from '../../reports/kit/page/markup.ts';
import { latencyBinsOf, latencyEdgesMs } from '../gate/statistics/histogram.ts';
import { labeledTicks } from './chart.ts';
import { inClock, inPercent, inTime, inWhole, percent } from './figures.ts';

/** A point of the charts: one second, or several whose counts are averages. */
export type Point = Second;

const maxPoints = 600;

const highest = (values: readonly (number | null)[]): number | null =>
  values.reduce((most, value) => (most === null || (value !== null && value > most) ? value : most), null);

/** The seconds of a point, so that a line has no more points than can be distinguished. */
export const secondsAPoint = (series: readonly Second[]): number =>
  Math.max(1, Math.ceil(((series.at(-1)?.at ?? 0) + 1) / maxPoints));

/** Joins seconds to points: counts become averages, and percentiles and the backlog are the highest values. */
export const thin = (series: readonly Second[], seconds: number): Point[] =>
  [...Map.groupBy(series, ({ at }) => Math.floor(at / seconds))].map(([index, joined]) => {
    const rate = (of: (each: Second) => number): number =>
      joined.reduce((sum, each) => sum + of(each), 0) / joined.length;
    const worst = (of: (each: Second) => number | null): number | null => highest(joined.map(of));
    return {
      at: index * seconds,
      requests: rate((each) => each.requests),
      errors: rate((each) => each.errors),
      orders: rate((each) => each.orders),
      latencyP50: worst((each) => each.latencyP50),
      latencyP95: worst((each) => each.latencyP95),
      latencyP99: worst((each) => each.latencyP99),
      latencyBins: latencyBinsOf([]).map((_, bin) => rate((each) => each.latencyBins[bin] ?? 0)),
      underWay: joined.reduce((most, each) => Math.max(most, each.underWay), 0),
      generatorCpu: worst((each) => each.generatorCpu),
      attempts: rate((each) => each.attempts),
      retries: rate((each) => each.retries),
      delivered: rate((each) => each.delivered),
      webhookP50: worst((each) => each.webhookP50),
      webhookP95: worst((each) => each.webhookP95),
      webhookP99: worst((each) => each.webhookP99),
      backlog: joined.reduce((most, each) => Math.max(most, each.backlog), 0),
    };
  });

const rowHeight = 15;
/** With more columns, they would be narrower than a pixel on a phone. */
const maxColumns = 120;
const shades = 8;

const nameOf = (bin: number): string => {
  const [from, to] = [latencyEdgesMs[bin - 1], latencyEdgesMs[bin]];
  if (to === undefined) return `${inTime(from ?? 0)} and more`;
  return from === undefined ? `below ${inTime(to)}` : `${inTime(from)} to ${inTime(to)}`;
};

const columnsOf = (points: readonly Point[]): Point[][] => {
  const each = Math.max(1, Math.ceil(points.length / maxColumns));
  return Array.from({ length: Math.ceil(points.length / each) }, (_, at) => points.slice(at * each, (at + 1) * each));
};

/**
 * Requests by latency and time. A darker cell is a larger share of the requests at that time. Empty rows below and above
 * the others are left out, and the label of a row has its share of the whole run.
 */
export const latencyHeatMap = (points: readonly Point[], width: number): Markup[] => {
  const columns = columnsOf(points);
  const countIn = (column: readonly Point[], bin: number): number =>
    column.reduce((sum, { latencyBins }) => sum + (latencyBins[bin] ?? 0), 0);
  const totals = latencyBinsOf([]).map((_, bin) => countIn(points, bin));
  const whole = totals.reduce((sum, count) => sum + count, 0);
  if (whole === 0) return [];
  const lowest = totals.findIndex((count) => count > 0);
  const highest = totals.findLastIndex((count) => count > 0);
  const rows = Array.from({ length: highest - lowest + 1 }, (_, row) => highest - row);
  const height = rows.length * rowHeight;
  const cells = columns.flatMap((column, at) => {
    const all = rows.reduce((sum, bin) => sum + countIn(column, bin), 0);
    return rows.flatMap((bin, row) => {
      const count = countIn(column, bin);
      if (count === 0) return [];
      const shade = Math.max(1, Math.ceil((count / all) * shades));
      const moment = inClock(column[0]?.at ?? 0);
      return [
        markup`<rect class="heat h${shade}" x="${at}" y="${row * rowHeight}" width="1" height="${rowHeight}"><title>${moment} · ${nameOf(bin)}: ${inPercent(count, all)}</title></rect>`,
      ];
    });
  });
  const labels = rows.map(
    (bin, row) =>
      markup`<text class="y" x="-8" y="${(row + 0.5) * rowHeight}">${inTime(latencyEdgesMs[bin - 1] ?? 0)}</text><text class="direct" x="100%" dx="8" y="${(row + 0.5) * rowHeight}">${inPercent(totals[bin] ?? 0, whole)}</text>`,
  );
  const end = (points.at(-1)?.at ?? 0) + width;
  const ticks = labeledTicks(end).map(
    ({ tick, label }) => markup`<text class="x" x="${percent(tick / end)}" y="${height + 17}">${label}</text>`,
  );
  const description = rows.map((bin) => `${nameOf(bin)} ${inPercent(totals[bin] ?? 0, whole)}`).join('; ');
  return [
    markup`<figure class="chart"><h3>Distribution of request latency <small>share of each moment, and of all</small></h3><div class="plot"><svg role="img" aria-label="Distribution of request latency over time. Of ${inWhole(Math.round(whole))} requests: ${description}" height="${height}">${labels}${ticks}<svg width="100%" height="${height}" viewBox="0 0 ${columns.length} ${height}" preserveAspectRatio="none">${cells}</svg></svg></div></figure>`,
  ];
};
