import { inWorkers } from '../worker-pool.ts';
import { judgeStep, refusedSteps } from './documented-steps.ts';

/** The result of judging platforms that refuse or lose a documented request. */
export interface StepsResult {
  judged: number;
  /** Steps that no rule failed for, with the verdicts other than `pass`. */
  swallowed: readonly { name: string; reported: readonly string[] }[];
}

/** Judges the platform of each chosen step: a rule must fail. */
export const judgeSteps = async (isChosen: (name: string) => boolean = () => true): Promise<StepsResult> => {
  const indexes = [...refusedSteps.keys()].filter((index) => isChosen(refusedSteps[index]?.name ?? ''));
  const swallowed: { name: string; reported: readonly string[] }[] = [];
  for await (const { input, output } of inWorkers(
    new URL('documented-steps.ts', import.meta.url),
    judgeStep,
    indexes,
  )) {
    if (output.length > 0) swallowed.push({ name: refusedSteps[input]?.name ?? '', reported: output });
  }
  return { judged: indexes.length, swallowed };
};
