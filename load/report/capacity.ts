import type { LoadResult } from '../../core/load-result.ts';
import { inBrief } from './figures.ts';

/** Between which rates the target ceased to keep up, in words, with how sure that is. */
export const describeCapacity = ({
  steps,
  stableRate,
  unstableRate,
}: Pick<LoadResult, 'steps' | 'stableRate' | 'unstableRate'>): string => {
  const served = steps.find(({ rate, stable }) => stable === false && rate === unstableRate)?.served;
  const stood =
    stableRate === null
      ? 'No step was stable'
      : `The highest stable rate is ${inBrief(stableRate)} journeys a second (95 % sure)`;
  if (unstableRate === null) return `${stood}, and none was too high.`;
  const fell = `${stood}; ${inBrief(unstableRate)} a second were too many`;
  if (!served) return `${fell}.`;
  return `${fell}, of which ${inBrief(served.rate)} (98 % sure: ${inBrief(served.low)} to ${inBrief(served.high)}) were served.`;
};
