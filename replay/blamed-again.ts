import { blameProfile } from '../reports/profile-blame.ts';
import type { ProfileFault, ReportedVerdict, Result } from '../reports/result.ts';
import type { Ended } from '../suites/try-once.ts';
import type { Again } from './again.ts';

interface BlamedAgain {
  /** Of each verdict, in order. */
  endings: Ended[];
  profileFaults: ProfileFault[];
}

const endedAs = ({ outcome, cause, reason, violation }: ReportedVerdict): Ended => ({
  outcome,
  ...(cause ? { cause } : {}),
  ...(reason === undefined ? {} : { reason }),
  ...(violation ? { violation } : {}),
});

/** What the verdicts that were judged again come to when the profile is asked first, as it was when they were stored. */
export const blamedAgain = ({ setUp, verdicts }: Result, again: readonly Again[]): BlamedAgain => {
  const judged = verdicts.map((stored, index): ReportedVerdict => {
    const one = again[index];
    if (one?.kind !== 'judged') return stored;
    const { outcome: _, cause: __, reason: ___, violation: ____, ...kept } = stored;
    return { ...kept, ...one.ended };
  });
  const { verdicts: blamed, profileFaults } = blameProfile(setUp, judged);
  return { endings: blamed.map(endedAs), profileFaults };
};
