import { type FaultVerdict, isFault, type Stability, type Verdict } from '../../core/verdict.ts';
import { isPlainlyStated } from './fault-story.ts';
import { suspectsOf } from './suspects.ts';

/** Who must act on a verdict, and how. */
export interface Advice {
  who: 'platform' | 'profile' | 'Selo' | 'nobody';
  what: string;
}

const whenOf = ({ kind, failed, of }: Stability): string => {
  if (kind === 'stable') return '';
  if (kind === 'intermittent') return `; it failed in ${failed} of ${of} tries`;
  const triesAreFew = of === 1 ? 'one try is' : `${of} tries are`;
  return `; ${triesAreFew} too few to call it stable: run again with --rerun-failed`;
};

const weightOf = (verdict: Verdict): string => {
  if (verdict.level !== 'should') return '';
  return isPlainlyStated(verdict)
    ? ' (recommended: the document implies this and does not say it outright)'
    : ' (recommended: the document leaves room here)';
};

const adviceOnFault = (verdict: FaultVerdict): Advice => {
  const when = verdict.stability ? whenOf(verdict.stability) : '';
  return { who: 'platform', what: `correct ${suspectsOf(verdict)}${when}${weightOf(verdict)}` };
};

/** The keys that the reason names after each capability. */
const additions = (reason: string): string => {
  const keys = reason.split('; ').flatMap((part) => /: (\S*\w[.[]\S.*)$/.exec(part)?.[1] ?? []);
  return keys.length === 0 ? 'add what the reason names to the profile' : `add to the profile: ${keys.join('; ')}`;
};

/** What to do about a verdict that is not a pass. */
export const adviceOn = (verdict: Verdict): Advice => {
  if (isFault(verdict)) return adviceOnFault(verdict);
  if (verdict.outcome === 'pass') return { who: 'nobody', what: 'nothing to do' };
  if (verdict.outcome === 'error') {
    return { who: 'Selo', what: 'this is a fault of the suite and says nothing about the target: report it' };
  }
  switch (verdict.cause) {
    case 'not-offered':
      return { who: 'nobody', what: 'nothing to do, unless the target does have it: then declare it in the profile' };
    case 'not-declared':
      return { who: 'profile', what: `${additions(verdict.reason)}, then run again` };
    case 'profile': {
      const [, key] = /`([^`]+)`/.exec(verdict.reason) ?? [];
      return {
        who: 'profile',
        what: `correct ${key === undefined ? 'what the reason names' : `\`${key}\``} in the profile, then run again`,
      };
    }
    case 'not-observable':
      return { who: 'profile', what: 'make it visible as the reason says, then run again' };
    case 'unavailable':
      return { who: 'nobody', what: 'the target gave no answer to judge: run again later with --rerun-failed' };
    case 'not-reached':
      if (verdict.requests === 0) return { who: 'nobody', what: 'run again' };
      return {
        who: 'platform',
        what: 'setup failed, so the rule was skipped: see why the step before was not accepted',
      };
  }
};

const owners: Record<Advice['who'], string> = {
  platform: 'the platform team',
  profile: "the profile's owner",
  Selo: 'the maintainers of Selo',
  nobody: '',
};

/** Advice in one line: who, then what. */
export const describeAdvice = ({ who, what }: Advice): string => (who === 'nobody' ? what : `${owners[who]}: ${what}`);
