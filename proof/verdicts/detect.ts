import { causeOf, isFault, stabilityOf, type Verdict } from '../../core/verdict.ts';
import { judgeSimulated } from '../../simulation/judge-simulated.ts';
import { sections } from '../../suites/catalogue.ts';
import type { Defect } from '../../suites/defect.ts';
import { everyDefect } from '../every-defect.ts';
import { describeVerdict, passiveIds } from '../judge-embedded.ts';

/** A rule and its verdict, in one line. */
export interface Finding {
  rule: string;
  text: string;
}

/** What judging a platform with one defect found. */
export interface Detection {
  /** The rule that the defect names turned red, at the same assertion each time that it was tried: not by luck. */
  isCaught: boolean;
  /** The verdict of that rule. */
  named: Finding;
  /** Rules that turned red, the named one among them. */
  red: string[];
  /** Rules that are not listed, and turned red each time or ended in error. */
  unlisted: Finding[];
  /** Rules that set-up kept from being tried, in a run in which nothing failed. */
  swallowed: Finding[];
}

const ruleIds: ReadonlySet<string> = new Set(sections.flatMap(({ rules }) => rules.map(({ id }) => id)));

/** Tries that luck does not fail all of. */
const enoughTries = 3;

/** A passive rule is held against all exchanges of the run, and not against the few that luck would choose. */
const isCertain = (verdict: Verdict): boolean => {
  const stability = stabilityOf(verdict);
  const isSeenAgain = stability !== undefined && stability.kind !== 'intermittent' && stability.failed >= enoughTries;
  return passiveIds.has(verdict.rule) || isSeenAgain;
};

const findingOf = (verdict: Verdict): Finding => ({ rule: verdict.rule, text: describeVerdict(verdict) });

/**
 * Judges a platform with one defect by every rule, and by the property that the defect names, if it names one. Where it is
 * known which rules reach the defect, the others are left out: they say what they say on the sound platform.
 */
export const detect = async (
  { rule, options, also = [] }: Defect,
  seed: number,
  reachedBy: ReadonlySet<string> = ruleIds,
): Promise<Detection> => {
  const verdicts = await judgeSimulated(
    { seed, depth: 'full', platform: options },
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
    red: verdicts.filter(isFault).map((verdict) => verdict.rule),
    unlisted: unlisted.map(findingOf),
    swallowed: verdicts.some(isFault)
      ? []
      : verdicts.filter((verdict) => causeOf(verdict) === 'not-reached').map(findingOf),
  };
};

/** A defect by its place among all, because no thread can be sent its functions. */
export interface DetectionInput {
  place: number;
  seed: number;
  /** The rules that the defect reaches; all are judged when absent. */
  reachedBy?: readonly string[];
}

export const detectAt = async ({ place, seed, reachedBy }: DetectionInput): Promise<Detection> => {
  const defect = everyDefect[place];
  if (!defect) throw new Error(`There is no defect at ${place}`);
  return await detect(defect, seed, reachedBy && new Set(reachedBy));
};
