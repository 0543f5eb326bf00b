import type { Second } from '../../core/load-result.ts';
import { latencyBinsOf } from '../latency-bins.ts';

/** One point of the charts: a second, or the seconds that it stands for. Counts are a second. */
export type Point = Omit<Second, 'at'> & {
  /** Seconds since the first request at which it begins. */
  at: number;
};

const mostPoints = 600;

const highest = (values: readonly (number | null)[]): number | null =>
  values.reduce((most, value) => (most === null || (value !== null && value > most) ? value : most), null);

/** How many seconds a point stands for, so that a line has no more points than can be distinguished. */
export const secondsAPoint = (series: readonly Second[]): number =>
  Math.max(1, Math.ceil(((series.at(-1)?.at ?? 0) + 1) / mostPoints));

/** Joins several seconds to a point: counts are summed and shown a second, quantiles and the backlog are the highest. */
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
