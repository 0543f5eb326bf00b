import { judgeSimulated } from '../../simulation/judge-simulated.ts';
import { describeVerdict } from '../judge-embedded.ts';
import { refusedSteps } from './documented-steps.ts';

/** Judges a platform that does not take a step: the rules that set-up swallowed, where none failed; none where one did. */
export const judgeStep = async (place: number): Promise<string[]> => {
  const refused = refusedSteps[place];
  if (!refused) throw new Error(`There is no step at ${place}`);
  const verdicts = await judgeSimulated(
    { seed: 1, depth: 'full', platform: { wrap: refused.wrap } },
    ({ id }) => !id.startsWith('LAW-'),
  );
  if (verdicts.some(({ outcome }) => outcome === 'fail')) return [];
  return verdicts.filter(({ outcome }) => outcome !== 'pass').map(describeVerdict);
};
