import type { Defect } from '../suites/defect.ts';
import { passive } from '../suites/passive/rules.ts';
import type { Verdict } from '../suites/verdict.ts';
import { isRed, judgeEmbedded } from './judge-embedded.ts';

/** What a defect turned red. */
export interface Detection {
  /** Of the rule that the defect names. */
  verdict: Verdict | undefined;
  isCaught: boolean;
  /** Red or in error, and not named by the defect. */
  unexpected: Verdict[];
}

const passiveIds = new Set<string>(passive.map(({ id }) => id));

/** Judges a broken platform by the selected rules; by the one that the defect names when none are given. */
export const proveDefect = async (
  { rule, options, also = [] }: Defect,
  isSelected?: (rule: { id: string }) => boolean,
): Promise<Detection> => {
  // a passive rule sends nothing: it sees what the other rules of quick depth exchange
  const byDefault = ({ id, depth }: { id: string; depth?: string }): boolean =>
    id === rule || (passiveIds.has(rule) && depth !== 'full' && !passiveIds.has(id));
  const verdicts = await judgeEmbedded(options, isSelected ?? byDefault);
  const verdict = verdicts.find((candidate) => candidate.rule === rule);
  const expected = new Set<string>([rule, ...also]);
  const isExpected = (candidate: Verdict): boolean => expected.has(candidate.rule) && candidate.outcome !== 'error';
  return {
    verdict,
    isCaught: verdict !== undefined && isRed(verdict),
    unexpected: isSelected
      ? verdicts.filter((candidate) => (isRed(candidate) || candidate.outcome === 'error') && !isExpected(candidate))
      : [],
  };
};
