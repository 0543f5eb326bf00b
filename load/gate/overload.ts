import type { Step } from '../result.ts';
import type { RunFigures } from './run-figures.ts';

/** A rate that did not reach the target says nothing of it. */
const isOurDoing: readonly Step['bottleneck'][] = ['generator', 'too few users'];

/** The steps of a breakpoint run at rates that the target did not stand: being overloaded there is what the run is for. */
export const overloadedSteps = ({ run, steps }: Pick<RunFigures, 'run' | 'steps'>): Step[] =>
  run.shape === 'breakpoint'
    ? steps.filter(({ stable, bottleneck }) => stable === false && !isOurDoing.includes(bottleneck))
    : [];
