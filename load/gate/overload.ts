import type { Step } from '../result.ts';
import type { RunFigures } from './run-figures.ts';

/** The steps of a breakpoint run at rates that the target did not stand: being overloaded there is what the run is for. */
export const overloadedSteps = ({ run, steps }: Pick<RunFigures, 'run' | 'steps'>): Step[] =>
  run.shape === 'breakpoint' ? steps.filter(({ stable }) => !stable) : [];
