import { judgeSimulated } from '../../simulation/judge-simulated.ts';
import { describeVerdict } from '../judge-embedded.ts';
import { serveInputs } from '../worker-pool.ts';
import { refusedSteps } from './documented-steps.ts';

/** The rules that set-up swallowed, where none of the run failed; none where one did. */
export type StepOutput = string[];

serveInputs(async (place: number): Promise<StepOutput> => {
  const refused = refusedSteps[place];
  if (!refused) throw new Error(`There is no step at ${place}`);
  const verdicts = await judgeSimulated(
    { seed: 1, depth: 'full', platform: { wrap: refused.wrap } },
    ({ id }) => !id.startsWith('LAW-'),
  );
  if (verdicts.some(({ outcome }) => outcome === 'fail')) return [];
  return verdicts.filter(({ outcome }) => outcome !== 'pass').map(describeVerdict);
});
