import type { Stability } from '../suites/verdict.ts';
import { subjectOf } from './fault-story.ts';
import { causingExchange } from './leading-exchanges.ts';
import { routeInWords } from './request-in-words.ts';
import type { ReportedVerdict } from './result.ts';

/** Who must act on a verdict, and what they must do. */
export interface Advice {
  who: 'platform' | 'profile' | 'Selo' | 'nobody';
  what: string;
}

const whenOf: Record<Stability['kind'], string> = {
  stable: '',
  intermittent: ', every time and not only sometimes',
  unconfirmed: '; it was seen too few times to be sure: run again with --rerun-failed',
};

const adviceOnFault = (verdict: ReportedVerdict): Advice => {
  const { stability, level } = verdict;
  const when = stability ? whenOf[stability.kind] : '';
  const weight = level === 'should' ? ' (advised: the document is loose here, or the rule is inferred)' : '';
  const cause = causingExchange(verdict);
  const places = [...new Set([...(cause ? [routeInWords(cause)] : []), subjectOf(verdict)])];
  return { who: 'platform', what: `correct ${places.join(' or ')}${when}${weight}` };
};

/** What the profile lacks, by the keys that the reason names after each capability. */
const additions = (reason = ''): string => {
  const keys = reason.split('; ').flatMap((part) => /: (\S*\w[.[]\S.*)$/.exec(part)?.[1] ?? []);
  return keys.length === 0 ? 'add what the reason names to the profile' : `add to the profile: ${keys.join('; ')}`;
};

/** What to do about a verdict that is no pass. */
export const adviceOn = (verdict: ReportedVerdict): Advice => {
  if (verdict.outcome === 'error') {
    return { who: 'Selo', what: 'this is a fault of the suite and says nothing about the target: report it' };
  }
  if (verdict.cause === undefined) return adviceOnFault(verdict);
  switch (verdict.cause) {
    case 'not-offered':
      return { who: 'nobody', what: 'nothing to do, unless the target does have it: then declare it in the profile' };
    case 'not-declared':
      return { who: 'profile', what: `${additions(verdict.reason)}, then run again` };
    case 'profile': {
      const [, key] = /`([^`]+)`/.exec(verdict.reason ?? '') ?? [];
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
  platform: "the platform's owner",
  profile: "the profile's owner",
  Selo: 'the maintainers of Selo',
  nobody: 'nobody',
};

export const describeAdvice = ({ who, what }: Advice): string => `${owners[who]}: ${what}`;
