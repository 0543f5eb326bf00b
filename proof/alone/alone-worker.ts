import { judgeSimulated } from '../../simulation/judge-simulated.ts';
import { everyDefect } from '../every-defect.ts';
import { describeVerdict, isRed } from '../judge-embedded.ts';
import { serveInputs } from '../worker-pool.ts';

/** One rule, on the sound platform or, by its place among all, on one with a defect. */
export interface AloneInput {
  rule: string;
  defect?: number;
  seed: number;
}

/** What the rule said where it is not what it says in a whole run; nothing where it is. */
export type AloneOutput = string | undefined;

/** Some rules are about records from the first hours of a day in UTC: only then can they make one themselves. */
const startHour = 1;

serveInputs(async ({ rule, defect: place, seed }: AloneInput): Promise<AloneOutput> => {
  const defect = place === undefined ? undefined : everyDefect[place];
  const platform = { ...defect?.options, history: 'none' as const };
  const [verdict] = await judgeSimulated({ seed, startHour, depth: 'full', platform }, ({ id }) => id === rule);
  if (!verdict) return 'there is no such rule';
  const isAsInWholeRun = defect ? isRed(verdict) : verdict.outcome === 'pass';
  return isAsInWholeRun ? undefined : describeVerdict(verdict);
});
