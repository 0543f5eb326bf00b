import type { ProfileFault, Result } from '../../core/result.ts';
import { type Ending, endingOf, type Verdict, withEnding } from '../../core/verdict.ts';
import { blameProfile } from '../failures/profile-blame.ts';
import type { Again } from './again.ts';

interface BlamedAgain {
  /** Of each verdict, in order. */
  endings: Ending[];
  profileFaults: ProfileFault[];
}

/** What the verdicts that were judged again come to when the profile is asked first, as it was when they were stored. */
export const blamedAgain = ({ setUp, verdicts }: Result, again: readonly Again[]): BlamedAgain => {
  const judged = verdicts.map((stored, index): Verdict => {
    const one = again[index];
    return one?.kind === 'judged' ? withEnding(stored, one.ended) : stored;
  });
  const { verdicts: blamed, profileFaults } = blameProfile(setUp, judged);
  return { endings: blamed.map(endingOf), profileFaults };
};
