import type { Stability } from '../suites/verdict.ts';
import type { ReportedVerdict } from './result.ts';

/** Who must act on a verdict, and what they must do. */
export interface Advice {
  who: 'platform' | 'profile' | 'Selo' | 'nobody';
  what: string;
}

const subjectOf = ({ violation, exchanges }: ReportedVerdict): string => {
  const sent = exchanges.find(({ number }) => number === violation?.exchange);
  if (sent) return `${sent.request.method} ${sent.request.path.split('?')[0]}`;
  return violation?.order === undefined ? 'the platform' : 'the notification of the order';
};

const whenOf: Record<Stability['kind'], string> = {
  stable: '',
  intermittent: ', every time and not only sometimes',
  unconfirmed: '; it was seen too few times to be sure of it: run again (--rerun-failed does)',
};

const adviceOnFault = (verdict: ReportedVerdict): Advice => {
  const { violation, stability, level } = verdict;
  const when = stability ? whenOf[stability.kind] : '';
  const weight = level === 'should' ? ' (advised: the document is loose here, or it is inferred)' : '';
  const demand = violation ? `${violation.pointer} must be ${violation.expected}` : 'the rule must hold';
  return { who: 'platform', what: `mend ${subjectOf(verdict)}: ${demand}${when}${weight}` };
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
      return { who: 'profile', what: 'declare what is named, then run again' };
    case 'not-observable':
      return { who: 'profile', what: 'make it visible as the reason says, then run again' };
    case 'unavailable':
      return { who: 'nobody', what: 'the target gave no answer to judge: run again later (--rerun-failed does)' };
    case 'not-reached':
      if (verdict.requests === 0) return { who: 'nobody', what: 'run again' };
      return { who: 'platform', what: 'see why the step before was not accepted; the rule itself was not tried' };
  }
};

const owners: Record<Advice['who'], string> = {
  platform: "the platform's owner",
  profile: "the profile's owner",
  Selo: 'whoever maintains Selo',
  nobody: 'nobody',
};

export const describeAdvice = ({ who, what }: Advice): string => `${owners[who]}: ${what}`;
