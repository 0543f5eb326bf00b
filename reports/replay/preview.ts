import type { Result } from '../../core/result.ts';
import { type Ending, isFault, type Verdict, withEnding } from '../../core/verdict.ts';
import { concludeRun, tallyOf } from '../conclude.ts';
import { rulesDigest } from '../digests.ts';
import { blameProfile } from '../failures/profile-blame.ts';
import { listedRules } from '../listed-rules.ts';
import { type Again, judgeAgain } from './judge-again.ts';
import type { EvidenceFiles, RecordedRun } from './recorded-run.ts';

/** A stored run, judged by the rules of this version. */
export interface Preview {
  /** The result with the verdicts of this version. Undecided verdicts stay as they were. */
  replayed: Result;
  /** Rules that cannot be judged from the recording, and why. */
  undecided: { rule: string; why: string }[];
}

const undecidedBecause = (again: Again): string | undefined => {
  if (again.kind === 'not kept') return again.why;
  if (again.kind === 'judged' && again.missing.length > 0) return again.missing.join('; ');
  return undefined;
};

/** For a property, the ending of the first failing case. */
const endedBy = ({ ended, cases = [] }: Extract<Again, { kind: 'judged' }>): Ending => {
  const broken = cases.find(({ again }) => again.kind === 'judged' && isFault(again.ended))?.again;
  return broken?.kind === 'judged' ? broken.ended : ended;
};

const asListed = (verdict: Verdict): Verdict => {
  const listed = listedRules.find(({ id }) => id === verdict.rule);
  const { text, source, level, section } = listed ?? verdict;
  return { ...verdict, text, source, level, section };
};

/** Judges a recorded run by the rules of this version. Rules that the run did not try are left out. */
export const previewOf = async (result: Result, run: RecordedRun, files?: EvidenceFiles): Promise<Preview> => {
  const verdicts: Verdict[] = [];
  const undecided: Preview['undecided'] = [];
  for (const stored of result.verdicts) {
    const again = await judgeAgain(run, stored, files);
    if (again.kind === 'no rule') continue;
    const why = undecidedBecause(again);
    if (why !== undefined) undecided.push({ rule: stored.rule, why });
    if (why !== undefined || again.kind !== 'judged') {
      verdicts.push(asListed(stored));
      continue;
    }
    verdicts.push(asListed(withEnding(stored, endedBy(again))));
  }
  const suite = { ...result.suite, rules: rulesDigest() };
  const blamed = blameProfile(result.setUp, verdicts);
  const replayed = { ...result, suite, ...tallyOf(blamed.verdicts), ...blamed };
  return { replayed: { ...replayed, concluded: concludeRun(replayed) }, undecided };
};
