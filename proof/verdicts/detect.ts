import { causeOf, isFault, stabilityOf, type Verdict } from '../../core/verdict.ts';
import { judgeSimulated } from '../../simulation/judge-simulated.ts';
import { sections } from '../../suites/catalogue.ts';
import { changeOf, type Defect } from '../../suites/defect.ts';
import { everyDefect } from '../every-defect.ts';
import { describeVerdict, passiveIds } from '../judge-embedded.ts';

export interface Finding {
  rule: string;
  text: string;
}

/** The result of judging a platform with one defect. */
export interface Detection {
  /** The rule that the defect names failed at the same assertion in each try. */
  isCaught: boolean;
  /** The verdict of the rule that the defect names. */
  named: Finding;
  /** Every rule that failed. */
  failed: string[];
  /** Rules that the defect does not list and that failed each time, or ended in `error`. */
  unlisted: Finding[];
  /** Rules whose setup failed, in a run in which no rule failed. */
  swallowed: Finding[];
}

const ruleIds: ReadonlySet<string> = new Set(sections.flatMap(({ rules }) => rules.map(({ id }) => id)));

/** Chance does not fail as many tries. */
const enoughTries = 3;

/** A passive rule tests all exchanges of a run, so one failure is certain. */
const isCertain = (verdict: Verdict): boolean => {
  const stability = stabilityOf(verdict);
  const isSeenAgain = stability !== undefined && stability.kind !== 'intermittent' && stability.failed >= enoughTries;
  return passiveIds.has(verdict.rule) || isSeenAgain;
};

const findingOf = (verdict: Verdict): Finding => ({ rule: verdict.rule, text: describeVerdict(verdict) });

/**
 * Judges a platform with one defect by every rule, or only by those that reach the defect: the verdicts of the others are
 * those on the sound platform. A property that the defect names also judges.
 */
export const detect = async (
  { rule, also = [], ...change }: Defect,
  seed: number,
  reachedBy: ReadonlySet<string> = ruleIds,
): Promise<Detection> => {
  const verdicts = await judgeSimulated(
    { seed, depth: 'full', platform: changeOf(change) },
    ({ id }) => id === rule || passiveIds.has(id) || reachedBy.has(id),
  );
  const named = verdicts.find((verdict) => verdict.rule === rule);
  const listed = new Set<string>([rule, ...also]);
  const certain = verdicts.filter((verdict) => isFault(verdict) && isCertain(verdict));
  const unlisted = [...certain, ...verdicts.filter(({ outcome }) => outcome === 'error')].filter(
    (verdict) => verdict.outcome === 'error' || !listed.has(verdict.rule),
  );
  return {
    isCaught: certain.some((verdict) => verdict === named),
    named: named ? findingOf(named) : { rule, text: 'there is no such rule' },
    failed: verdicts.filter(isFault).map((verdict) => verdict.rule),
    unlisted: unlisted.map(findingOf),
    swallowed: verdicts.some(isFault)
      ? []
      : verdicts.filter((verdict) => causeOf(verdict) === 'not-reached').map(findingOf),
  };
};

/** A defect by its index in `everyDefect`: a thread cannot receive its functions. */
export interface DetectionInput {
  place: number;
  seed: number;
  /** The rules that reach the defect; by default all. */
  reachedBy?: readonly string[];
}

export const detectAt = async ({ place, seed, reachedBy }: DetectionInput): Promise<Detection> => {
  const defect = everyDefect[place];
  if (!defect) throw new Error(`There is no defect at ${place}`);
  return await detect(defect, seed, reachedBy && new Set(reachedBy));
};
