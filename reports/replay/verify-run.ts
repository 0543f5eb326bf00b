import { isDeepStrictEqual } from 'node:util';
import { describeSubject } from '../../core/deliveries.ts';
import type { Assertion } from '../../core/exchange.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import type { ProfileFault, Result } from '../../core/result.ts';
import {
  causeOf,
  type Ending,
  endingOf,
  reasonOf,
  type Verdict,
  type Violation,
  violationOf,
  withEnding,
} from '../../core/verdict.ts';
import { concludeRun, judgeWaivers, tallyOf } from '../conclude.ts';
import { digestOf, rulesDigest } from '../digests.ts';
import { blameProfile } from '../failures/profile-blame.ts';
import { type Again, type CaseAgain, type JudgedAgain, judgeAgain } from './judge-again.ts';
import { type FoundEvidence, type RecordedRun, recordedRun } from './recorded-run.ts';

const reported = (value: unknown): string => (value === undefined ? 'none' : JSON.stringify(value));

const isSame = (stored: Assertion, again: Assertion): boolean =>
  stored.pointer === again.pointer &&
  stored.held === again.held &&
  stored.expected === again.expected &&
  stored.actual === again.actual;

const assertionsDiffer = (where: string, stored: readonly Assertion[], again: readonly Assertion[]): string[] => {
  const place = stored.findIndex((assertion, index) => {
    const other = again[index];
    return !other || !isSame(assertion, other);
  });
  if (place === -1 && stored.length === again.length) return [];
  const at = place === -1 ? stored.length : place;
  return [`${where}: stored ${reported(stored[at])}, judged again ${reported(again[at])}`];
};

const isSameViolation = (stored: Violation | undefined, again: Violation | undefined): boolean => {
  if (!stored || !again) return stored === again;
  return (
    stored.exchange === again.exchange &&
    isDeepStrictEqual(stored.about, again.about) &&
    isSame({ ...stored, held: false }, { ...again, held: false })
  );
};

const differs = (what: string, stored: string | undefined, again: string | undefined): string[] =>
  stored === again ? [] : [`${what}: stored ${reported(stored)}, judged again ${reported(again)}`];

const endingDifferences = (stored: Ending, again: Ending): string[] => {
  const said = [
    ...(stored.outcome === again.outcome
      ? []
      : [`stored as ${stored.outcome}, but its evidence shows ${again.outcome}`]),
    ...differs('cause', causeOf(stored), causeOf(again)),
    ...differs('reason', reasonOf(stored), reasonOf(again)),
  ];
  const [before, now] = [violationOf(stored), violationOf(again)];
  if (said.length > 0 || isSameViolation(before, now)) return said;
  return [`violation: stored ${reported(before)}, judged again ${reported(now)}`];
};

const caseProblems = ({ search }: Verdict, cases: readonly CaseAgain[]): string[] => {
  const held = cases.filter(({ again }) => again.kind === 'judged' && again.ended.outcome === 'pass').length;
  return [
    ...cases.flatMap(({ stored, again }) => {
      if (again.kind !== 'judged') return [];
      const strayed = [...again.missing, ...again.unasked];
      const problems = strayed.length > 0 ? strayed : endingDifferences(stored, again.ended);
      return problems.map((problem) => `case ${stored.recording?.path}: ${problem}`);
    }),
    ...(held === search?.cases ? [] : [`the result has ${search?.cases ?? 0} passed cases, but ${held} pass`]),
  ];
};

/** The differences between a stored verdict and its evidence; empty if it holds. */
const problemsOf = (stored: Verdict, again: JudgedAgain): string[] => {
  const strayed = [...again.missing, ...again.unasked];
  if (strayed.length > 0) return strayed;
  const said = endingDifferences(stored, again.ended);
  if (said.length > 0) return said;
  return [
    ...stored.exchanges.flatMap(({ number, assertions }) =>
      assertionsDiffer(
        `exchange ${number}`,
        assertions,
        again.exchanges.find((exchange) => exchange.number === number)?.assertions ?? [],
      ),
    ),
    ...stored.deliveries.flatMap(({ about, assertions }, place) =>
      assertionsDiffer(
        `deliveries for ${describeSubject(about)}`,
        assertions,
        again.deliveries[place]?.assertions ?? [],
      ),
    ),
    ...(again.cases ? caseProblems(stored, again.cases) : []),
  ];
};

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
    : ['the document was changed after it was written: its digest does not match'];
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
  figures(result) === figures(tallyOf(result.verdicts)) ? [] : ['its figures do not match its verdicts'];

const conclusionProblems = (result: Result): string[] =>
  result.concluded === undefined || JSON.stringify(result.concluded) === JSON.stringify(concludeRun(result))
    ? []
    : ['its conclusion does not match its verdicts'];

const waiverProblems = ({ waivers, verdicts, run: { startedAt } }: Result, { handle }: RecordedRun): string[] => {
  const again = judgeWaivers(handle.profile.waivers, verdicts, startedAt.slice(0, 10));
  return JSON.stringify(again) === JSON.stringify(waivers)
    ? []
    : ['its waivers do not match its profile and its verdicts'];
};

const hindranceOf = ({ suite }: Result, run: RecordedRun | undefined): string | undefined => {
  if (!run) return 'it does not contain the inputs of its checks';
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
    verification.problems.push('its faults of the profile do not match its verdicts');
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
