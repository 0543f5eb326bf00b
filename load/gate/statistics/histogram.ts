import { build, encodeIntoCompressedBase64, type Histogram } from 'hdr-histogram-js';
import { quantileSorted } from 'simple-statistics';
import type { Spread } from '../../../core/load-result.ts';

/** Upper ends of the bins for latencies over time, in ms. A last bin has no end. */
export const latencyEdgesMs = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000] as const;

/** The number of latencies in each bin. */
export const latencyBinsOf = (latenciesMs: readonly number[]): number[] => {
  const bins = Array.from({ length: latencyEdgesMs.length + 1 }, () => 0);
  for (const each of latenciesMs) {
    const found = latencyEdgesMs.findIndex((edge) => each < edge);
    const bin = found === -1 ? latencyEdgesMs.length : found;
    bins[bin] = (bins[bin] ?? 0) + 1;
  }
  return bins;
};

const minValuesFor = { p50: 2, p95: 20, p99: 100 };

/** Percentiles of the latencies in a second; null if there are too few. */
export const percentilesOf = (latenciesMs: readonly number[]): Record<'p50' | 'p95' | 'p99', number | null> => {
  const sorted = latenciesMs.toSorted((one, other) => one - other);
  const percentile = (share: number, minCount: number): number | null =>
    sorted.length < minCount ? null : quantileSorted(sorted, share);
  return {
    p50: percentile(0.5, minValuesFor.p50),
    p95: percentile(0.95, minValuesFor.p95),
    p99: percentile(0.99, minValuesFor.p99),
  };
};

const newHistogram = (): Histogram =>
  build({
    bitBucketSize: 32,
    autoResize: true,
    lowestDiscernibleValue: 1,
    highestTrackableValue: 2,
    numberOfSignificantValueDigits: 3,
  });

/** With fewer observations beyond it, a percentile is a guess. */
const beyond = 10;

/** Of the normal distribution, for an interval of 95 %. */
const deviations = 1.96;

/** The 95 % interval of a percentile in ms, from the binomial distribution of its rank; null if there are too few. */
const intervalOf = (histogram: Histogram, share: number): { low: number; high: number } | null => {
  const { totalCount } = histogram;
  if (totalCount * (1 - share) < beyond - 1e-9) return null;
  const half = deviations * Math.sqrt(totalCount * share * (1 - share));
  const at = (place: number): number =>
    histogram.getValueAtPercentile(Math.min(100, (100 * place) / totalCount)) / 1000;
  return { low: at(totalCount * share - half), high: at(totalCount * share + half) };
};

const spreadOf = (histogram: Histogram): Spread => {
  const { totalCount } = histogram;
  const inMs = (microseconds: number) => (totalCount === 0 ? null : microseconds / 1000);
  const percentile = (perMille: number) =>
    totalCount * (1000 - perMille) < beyond * 1000 ? null : histogram.getValueAtPercentile(perMille / 10) / 1000;
  return {
    count: totalCount,
    min: inMs(histogram.getValueAtPercentile(0)),
    mean: inMs(histogram.mean),
    max: inMs(histogram.getValueAtPercentile(100)),
    p50: percentile(500),
    p90: percentile(900),
    p95: percentile(950),
    p99: percentile(990),
    p999: percentile(999),
    p99Between: intervalOf(histogram, 0.99),
    histogram: encodeIntoCompressedBase64(histogram),
  };
};

/** Records durations to three significant digits. */
export class LatencyRecorder {
  readonly #histogram = newHistogram();

  /** A negative duration counts as 0: a notification may arrive before the response to its order. */
  record(milliseconds: number, times = 1): void {
    this.#histogram.recordValueWithCount(Math.max(0, Math.round(milliseconds * 1000)), times);
  }

  get count(): number {
    return this.#histogram.totalCount;
  }

  spread(): Spread {
    return spreadOf(this.#histogram);
  }
}
