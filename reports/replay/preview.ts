import type { Result } from '../../core/result.ts';
import { type Ending, isFault, type Verdict, withEnding } from '../../core/verdict.ts';
import { blameProfile } from '../failures/profile-blame.ts';
import { judgeRun } from '../judge-run.ts';
import { listedRules } from '../listed-rules.ts';
import { rulesDigest } from '../rules-digest.ts';
import { tallyOf } from '../tally.ts';
import type { Again } from './again.ts';
import type { EvidenceFiles } from './evidence-files.ts';
import { judgeAgain } from './judge-again.ts';
import type { RecordedRun } from './recorded-run.ts';

/** A stored run as the rules of this version judge it. */
export interface Preview {
  /** The result, its verdicts those of this version; what cannot be decided stays as it was. */
  replayed: Result;
  /** What these rules cannot judge by what was recorded, with the reason in words. */
  undecided: { rule: string; why: string }[];
}

const undecidedBecause = (again: Again): string | undefined => {
  if (again.kind === 'not kept') return again.why;
  if (again.kind === 'judged' && again.missing.length > 0) return again.missing.join('; ');
  return undefined;
};

/** Of a property, the first case that breaks it by these rules. */
const endedBy = ({ ended, cases = [] }: Extract<Again, { kind: 'judged' }>): Ending => {
  const broken = cases.find(({ again }) => again.kind === 'judged' && isFault(again.ended))?.again;
  return broken?.kind === 'judged' ? broken.ended : ended;
};

const asListed = (verdict: Verdict): Verdict => {
  const listed = listedRules.find(({ id }) => id === verdict.rule);
  const { text, source, level, section } = listed ?? verdict;
  return { ...verdict, text, source, level, section };
};

/** Judges what a run recorded by the rules of this version. Rules that it did not try are not in it. */
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
  return { replayed: { ...replayed, concluded: judgeRun(replayed, { strict: false }) }, undecided };
};
