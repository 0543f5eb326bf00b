import { inWorkers } from '../worker-pool.ts';
import { judgeStep, refusedSteps } from './documented-steps.ts';

/** What came of platforms that do not take a step which the document promises. */
export interface StepsResult {
  judged: number;
  /** Steps whose refusal made no rule fail, with what the rules said instead. */
  swallowed: readonly { name: string; reported: readonly string[] }[];
}

const module = new URL('documented-steps.ts', import.meta.url);

/** Judges a platform for each chosen step that it does not take: the rule that promises the step must fail. */
export const judgeSteps = async (isChosen: (name: string) => boolean = () => true): Promise<StepsResult> => {
  const places = [...refusedSteps.keys()].filter((place) => isChosen(refusedSteps[place]?.name ?? ''));
  const swallowed: { name: string; reported: readonly string[] }[] = [];
  for await (const { input, output } of inWorkers(module, judgeStep, places)) {
    if (output.length > 0) swallowed.push({ name: refusedSteps[input]?.name ?? '', reported: output });
  }
  return { judged: places.length, swallowed };
};
