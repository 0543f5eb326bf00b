import type { Step } from '../../core/load-result.ts';
import type { RunFigures } from './run-figures.ts';

/** A rate that did not reach the target says nothing of it. */
const isOurDoing: readonly Step['bottleneck'][] = ['generator', 'too few users'];

/** The steps at rates that the target did not stand: being overloaded there is what the run is for. */
export const overloadedSteps = ({ steps }: Pick<RunFigures, 'steps'>): Step[] =>
  steps.filter(({ stable, bottleneck }) => stable === false && !isOurDoing.includes(bottleneck));
