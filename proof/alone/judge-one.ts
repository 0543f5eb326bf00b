import { judgeSimulated } from '../../simulation/judge-simulated.ts';
import type { SimulationOptions } from '../../simulation/simulated-run.ts';
import { everyDefect } from '../every-defect.ts';
import { describeVerdict, isRed } from '../judge-embedded.ts';

/** One rule, on the sound platform or, by its place among all, on one with a defect. */
export interface AloneInput {
  rule: string;
  defect?: number;
  /** On a platform whose changes show and act late, with a profile that says so; else on companies without any record. */
  isLate?: true;
  seed: number;
}

/** What the rule said where it is not what it says in a whole run; nothing where it is. */
export type AloneOutput = string | undefined;

const lateSeconds = 0.2;
const lateMs = lateSeconds * 1000;
/** No read shows a registration; and defects that keep account of them would meet each twice, here and in the copy. */
const isAboutRegistrations = (rule: string): boolean => rule.startsWith('HOOK-');
const lateFor = (rule: string): Pick<SimulationOptions, 'readLag' | 'registrationLagMs' | 'profile'> => ({
  ...(isAboutRegistrations(rule) ? {} : { readLag: { lagMs: lateMs } }),
  registrationLagMs: lateMs,
  profile: (profile) => ({ ...profile, tolerances: { ...profile.tolerances, settleSeconds: lateSeconds } }),
});

/** Some rules are about records from the first hours of a day in UTC: only then can they make one themselves. */
const startHour = 1;

/** Judges one rule as the only one of a run. */
export const judgeOne = async ({ rule, defect: place, isLate, seed }: AloneInput): Promise<AloneOutput> => {
  const defect = place === undefined ? undefined : everyDefect[place];
  const target: Omit<SimulationOptions, 'seed' | 'depth'> = isLate
    ? { ...lateFor(rule), ...(defect ? { platform: defect.options } : {}) }
    : { startHour, platform: { ...defect?.options, history: 'none' } };
  const [verdict] = await judgeSimulated({ seed, depth: 'full', ...target }, ({ id }) => id === rule);
  if (!verdict) return 'there is no such rule';
  const isAsInWholeRun = defect ? isRed(verdict) : verdict.outcome === 'pass';
  return isAsInWholeRun ? undefined : describeVerdict(verdict);
};
