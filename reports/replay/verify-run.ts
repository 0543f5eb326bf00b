import { omitUndefined } from '../../core/omit-undefined.ts';
import type { ProfileFault, Result } from '../../core/result.ts';
import { type Ending, endingOf, type Verdict, withEnding } from '../../core/verdict.ts';
import { concludeRun, judgeWaivers } from '../conclude.ts';
import { digestOf } from '../document-digest.ts';
import { blameProfile } from '../failures/profile-blame.ts';
import { rulesDigest } from '../rules-digest.ts';
import { tallyOf } from '../tally.ts';
import type { FoundEvidence } from './evidence-files.ts';
import { type Again, judgeAgain } from './judge-again.ts';
import { type RecordedRun, recordedRun } from './recorded-run.ts';
import { problemsOf } from './verify-verdict.ts';

interface BlamedAgain {
  /** One for each verdict. */
  endings: Ending[];
  profileFaults: ProfileFault[];
}

/** The repeated verdicts after `blameProfile`, as they were stored. */
const blamedAgain = ({ setUp, verdicts }: Result, again: readonly Again[]): BlamedAgain => {
  const judged = verdicts.map((stored, index): Verdict => {
    const one = again[index];
    return one?.kind === 'judged' ? withEnding(stored, one.ended) : stored;
  });
  const { verdicts: blamed, profileFaults } = blameProfile(setUp, judged);
  return { endings: blamed.map(endingOf), profileFaults };
};

/** The outcome of checking a stored result against its evidence. */
export interface RunVerification {
  /** False if other rules judged the result, or it lacks the inputs of its checks. */
  isRecomputed: boolean;
  /** Why not. */
  hindrance?: string;
  /** Whether the document has a digest. Killed runs leave none. */
  hasDigest: boolean;
  /** Number of verdicts that were judged again from all their evidence. */
  whole: number;
  /** Number of verdicts that were judged again from a part of their evidence. */
  inPart: number;
  /** Verdicts that cannot be judged again, and why. */
  notKept: { rule: string; why: string }[];
  /** What is wrong. */
  problems: string[];
}

const documentProblems = (result: Result): string[] => {
  const { digest } = result;
  return digest === undefined || digest === digestOf(result)
    ? []
    : ['the document was changed after it was written: its digest is another'];
};

const figures = ({ counts, conformance, coverage }: Pick<Result, 'counts' | 'conformance' | 'coverage'>): string =>
  JSON.stringify([
    Object.entries(counts).toSorted(),
    conformance.held,
    conformance.judged,
    coverage.judged,
    coverage.applicable,
  ]);

const figureProblems = (result: Result): string[] =>
  figures(result) === figures(tallyOf(result.verdicts)) ? [] : ['its figures are not those of its verdicts'];

const conclusionProblems = (result: Result): string[] =>
  result.concluded === undefined || JSON.stringify(result.concluded) === JSON.stringify(concludeRun(result))
    ? []
    : ['its conclusion is not that of its verdicts'];

const waiverProblems = ({ waivers, verdicts, run: { startedAt } }: Result, { handle }: RecordedRun): string[] => {
  const again = judgeWaivers(handle.profile.waivers, verdicts, startedAt.slice(0, 10));
  return JSON.stringify(again) === JSON.stringify(waivers)
    ? []
    : ['its waivers are not what its profile and its verdicts come to'];
};

const hindranceOf = ({ suite }: Result, run: RecordedRun | undefined): string | undefined => {
  if (!run) return 'it does not hold what its checks were given';
  return suite.rules === rulesDigest() ? undefined : 'it was judged by other rules than those of this version';
};

/**
 * Checks a stored result offline: its digest, its figures and waivers, and each verdict against its evidence. Verdicts
 * are only checked if this version has the same rules.
 */
export const verifyRun = async (
  result: Result,
  { files, problems: ofFiles }: FoundEvidence,
): Promise<RunVerification> => {
  const run = recordedRun(result);
  const hindrance = hindranceOf(result, run);
  const verification: RunVerification = {
    isRecomputed: hindrance === undefined,
    ...omitUndefined({ hindrance }),
    hasDigest: result.digest !== undefined,
    whole: 0,
    inPart: 0,
    notKept: [],
    problems: [...documentProblems(result), ...ofFiles, ...figureProblems(result)],
  };
  if (!run || hindrance !== undefined) return verification;
  verification.problems.push(...waiverProblems(result, run), ...conclusionProblems(result));
  const again: Again[] = [];
  for (const verdict of result.verdicts) again.push(await judgeAgain(run, verdict, files));
  const { endings, profileFaults } = blamedAgain(result, again);
  if (JSON.stringify(profileFaults) !== JSON.stringify(result.profileFaults ?? profileFaults)) {
    verification.problems.push('what it says of the profile is not what its verdicts come to');
  }
  for (const [index, verdict] of result.verdicts.entries()) {
    const { rule } = verdict;
    const judged = again[index];
    if (!judged || judged.kind === 'no rule') verification.problems.push(`${rule}: there is no such rule`);
    else if (judged.kind === 'not kept') verification.notKept.push({ rule, why: judged.why });
    else {
      const blamed = { ...judged, ended: endings[index] ?? judged.ended };
      verification.problems.push(...problemsOf(verdict, blamed).map((problem) => `${rule}: ${problem}`));
      if (judged.isWhole) verification.whole++;
      else verification.inPart++;
    }
  }
  return verification;
};
