import { listedRules } from '../../reports/listed-rules.ts';
import type { Defect } from '../../suites/defect.ts';
import { everyDefect } from '../every-defect.ts';
import { inWorkers } from '../worker-pool.ts';
import { type AloneInput, judgeOne } from './judge-one.ts';

/** What came of judging each rule by itself, on companies without any record. */
export interface AloneResult {
  judged: number;
  /** Where a verdict is another than in a whole run. */
  differing: readonly string[];
}

const module = new URL('judge-one.ts', import.meta.url);

/** What these are about is in records from before the run. */
const defectsOfHistory: readonly string[] = ['numbers some of its older products in lists'];

const describe = ({ rule, defect, isLate }: AloneInput, verdict: string): string => {
  const platform = defect === undefined ? 'the sound platform' : `a platform that ${everyDefect[defect]?.text}`;
  return `${rule} alone, on ${platform}${isLate ? ', and shows that late' : ''}: ${verdict}`;
};

const judgeInputs = async (inputs: readonly AloneInput[]): Promise<AloneResult> => {
  const differing: string[] = [];
  for await (const { input, output } of inWorkers(module, judgeOne, inputs)) {
    if (output !== undefined) differing.push(describe(input, output));
  }
  return { judged: inputs.length, differing: differing.toSorted() };
};

/**
 * Judges each chosen rule as the only one of a run, on companies without history: on the sound platform, where it must pass,
 * and on each of its own defects, which it must catch.
 */
export const judgeAlone = async (isChosen: (rule: string) => boolean, seed: number): Promise<AloneResult> => {
  const inputs: AloneInput[] = [
    ...listedRules.map(({ id }) => ({ rule: id, seed })),
    ...everyDefect.flatMap(({ rule, text }, defect) =>
      defectsOfHistory.includes(text) ? [] : [{ rule, defect, seed }],
    ),
  ];
  return await judgeInputs(inputs.filter(({ rule }) => isChosen(rule)));
};

/**
 * What only this way of being late hides: a defect that makes records of its own, or counts what it sends, comes to other
 * ids and other counts in the platform than in the copy that is behind. LAW-12's is itself a copy that is behind, and
 * LAW-62's shows with some draws only.
 */
const isApartFromItsCopy = ({ rule, text }: Defect): boolean =>
  ['FLOW-7', 'FLOW-11', 'LAW-12', 'LAW-62'].includes(rule) || text.includes('one notification in');

/**
 * Judges defects by their rules on platforms whose changes show late: each must be caught as where they show at once. One
 * in N, by the seed, or all.
 */
export const judgeLate = (
  isChosen: (rule: string) => boolean,
  { seed, oneIn }: { seed: number; oneIn: number },
): Promise<AloneResult> =>
  judgeInputs(
    everyDefect.flatMap((defect, place): AloneInput[] => {
      const { rule } = defect;
      const isJudged = isChosen(rule) && !isApartFromItsCopy(defect) && (place + seed) % oneIn === 0;
      return isJudged ? [{ rule, defect: place, seed, isLate: true }] : [];
    }),
  );
