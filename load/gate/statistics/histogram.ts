import { build, encodeIntoCompressedBase64, type Histogram } from 'hdr-histogram-js';
import type { Spread } from '../../../core/load-result.ts';

/** Upper ends in ms of the bins that latencies over time are counted in; the last bin has none. */
export const latencyEdgesMs = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000] as const;

/** How many of these latencies lie in each bin. */
export const latencyBinsOf = (latenciesMs: readonly number[]): number[] => {
  const bins = Array.from({ length: latencyEdgesMs.length + 1 }, () => 0);
  for (const each of latenciesMs) {
    const found = latencyEdgesMs.findIndex((edge) => each < edge);
    const bin = found === -1 ? latencyEdgesMs.length : found;
    bins[bin] = (bins[bin] ?? 0) + 1;
  }
  return bins;
};

const newHistogram = (): Histogram =>
  build({
    bitBucketSize: 32,
    autoResize: true,
    lowestDiscernibleValue: 1,
    highestTrackableValue: 2,
    numberOfSignificantValueDigits: 3,
  });

/** A percentile with fewer observations beyond it is a guess. */
const beyond = 10;

/** Of the normal distribution: beyond it on either side lie five in a hundred together. */
const usual = 1.96;

/**
 * Between which values in ms a percentile lies, 95 % sure: those whose places are about its own by twice the deviation
 * of how many observations lie below it. Null where too few lie beyond it.
 */
const betweenOf = (histogram: Histogram, share: number): { low: number; high: number } | null => {
  const { totalCount } = histogram;
  if (totalCount * (1 - share) < beyond - 1e-9) return null;
  const half = usual * Math.sqrt(totalCount * share * (1 - share));
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
    p99Between: betweenOf(histogram, 0.99),
    histogram: encodeIntoCompressedBase64(histogram),
  };
};

/** Records durations, to three significant digits. */
export class LatencyRecorder {
  readonly #histogram = newHistogram();

  /** A negative duration counts as none: a notification may overtake the answer to its order. */
  record(milliseconds: number): void {
    this.#histogram.recordValue(Math.max(0, Math.round(milliseconds * 1000)));
  }

  get count(): number {
    return this.#histogram.totalCount;
  }

  /** In milliseconds. */
  spread(): Spread {
    return spreadOf(this.#histogram);
  }
}
