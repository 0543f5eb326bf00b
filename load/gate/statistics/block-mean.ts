import { mean, sampleStandardDeviation } from 'simple-statistics';
import type { Interval } from './interval.ts';

const blocks = 10;
/** Student's t with nine degrees of freedom, for one percent on each side. */
const student = 2.821;

/**
 * The mean of a time series with its 98 % interval; null for fewer than ten values. Neighboring values depend on each
 * other, but means of long blocks hardly do (method of batch means; Law, Simulation Modeling and Analysis).
 */
export const blockMean = (values: readonly number[]): Interval | null => {
  const size = Math.floor(values.length / blocks);
  if (size === 0) return null;
  const from = values.length - size * blocks;
  const means = Array.from({ length: blocks }, (_, block) =>
    mean(values.slice(from + block * size, from + (block + 1) * size)),
  );
  const estimate = mean(means);
  const half = (student * sampleStandardDeviation(means)) / Math.sqrt(blocks);
  return { estimate, low: estimate - half, high: estimate + half };
};
