import { mean, sampleStandardDeviation } from 'simple-statistics';
import type { Interval } from './interval.ts';

const blocks = 10;
/** Of Student's distribution with nine degrees of freedom: beyond it on one side is one mean in a hundred. */
const student = 2.821;

/**
 * The mean of an evenly spaced series, with bounds that it passes on either side once in a hundred times; null for fewer
 * than ten values. Neighbors in the series depend on each other, means of long blocks hardly do: so the spread of ten
 * block means shows how far the mean may be off (the method of batch means; Law, Simulation Modeling and Analysis).
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
