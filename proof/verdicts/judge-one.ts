import { isFault } from '../../core/verdict.ts';
import { judgeSimulated } from '../../simulation/judge-simulated.ts';
import type { SimulationOptions } from '../../simulation/simulated-run.ts';
import { changeOf } from '../../suites/defect.ts';
import { everyDefect } from '../every-defect.ts';
import { describeVerdict } from '../judge-embedded.ts';

export interface AloneInput {
  rule: string;
  /** Its index in `everyDefect`; without one, the sound platform is judged. */
  defect?: number;
  /** On a platform whose changes show and act late, with a profile that says so; otherwise on companies without records. */
  isLate?: true;
  seed: number;
}

const lateSeconds = 0.2;
const lateMs = lateSeconds * 1000;

/**
 * Rules about registrations get no late reads: no read shows a registration, and a defect that counts registrations
 * would count each one twice, in the platform and in its copy.
 */
const lateFor = (rule: string): Pick<SimulationOptions, 'readLag' | 'registrationLagMs' | 'profile'> => ({
  ...(rule.startsWith('HOOK-') ? {} : { readLag: { lagMs: lateMs } }),
  registrationLagMs: lateMs,
  profile: (profile) => ({ ...profile, tolerances: { ...profile.tolerances, settleSeconds: lateSeconds } }),
});

/** Some rules are about records from the first hours of a day in UTC: only then can they make one themselves. */
const startHour = 1;

/** Judges one rule in a thread. Returns the verdict if it differs from that of a whole run. */
export const judgeOne = async ({ rule, defect: index, isLate, seed }: AloneInput): Promise<string | undefined> => {
  const defect = index === undefined ? undefined : everyDefect[index];
  const target: Omit<SimulationOptions, 'seed' | 'depth'> = isLate
    ? { ...lateFor(rule), ...(defect ? { platform: changeOf(defect) } : {}) }
    : { startHour, platform: { ...(defect && changeOf(defect)), history: 'none' } };
  const [verdict] = await judgeSimulated({ seed, depth: 'full', ...target }, ({ id }) => id === rule);
  if (!verdict) return 'there is no such rule';
  const isAsInWholeRun = defect ? isFault(verdict) : verdict.outcome === 'pass';
  return isAsInWholeRun ? undefined : describeVerdict(verdict);
};
