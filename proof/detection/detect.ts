import { sections } from '../../suites/catalogue.ts';
import type { Defect } from '../../suites/defect.ts';
import { passive } from '../../suites/passive/rules.ts';
import type { Verdict } from '../../suites/verdict.ts';
import { describeVerdict, isRed, judgeEmbedded } from '../judge-embedded.ts';
import type { Reach } from './reach.ts';

/** A rule and what it came to, in one line. */
export interface Finding {
  rule: string;
  told: string;
}

/** What one look at a seeded defect found. */
export interface Detection {
  /** The rule that the defect names turned red, at the same demand each time that it could be tried: not by luck. */
  isCaught: boolean;
  /** What that rule came to. */
  named: Finding;
  /** Rules that turned red, the named one among them. */
  red: string[];
  /** Rules that are not listed, and turned red each time or ended in error. */
  unlisted: Finding[];
}

const passiveIds: ReadonlySet<string> = new Set(passive.map(({ id }) => id));
const allIds: readonly string[] = [...sections.flatMap(({ rules }) => rules), ...passive].map(({ id }) => id);

/** Tries that luck does not fail all of. */
const enoughTries = 3;

/** A passive rule is held against all exchanges of the run, and not against the few that luck would choose. */
const isCertain = ({ rule, stability }: Verdict): boolean =>
  passiveIds.has(rule) ||
  (stability !== undefined && stability.kind !== 'intermittent' && stability.failed >= enoughTries);

const findingOf = (verdict: Verdict): Finding => ({ rule: verdict.rule, told: describeVerdict(verdict) });

/** Judges a platform with one defect by the rules that can see it, and by the passive ones. */
export const detect = async ({ rule, options, also = [] }: Defect, reach: Reach): Promise<Detection> => {
  const judged = new Set([rule, ...passiveIds, ...(reach === 'all' ? allIds : reach)]);
  const verdicts = await judgeEmbedded(options, ({ id }) => judged.has(id));
  const named = verdicts.find((verdict) => verdict.rule === rule);
  const listed = new Set<string>([rule, ...also]);
  const certain = verdicts.filter((verdict) => isRed(verdict) && isCertain(verdict));
  const unlisted = [...certain, ...verdicts.filter(({ outcome }) => outcome === 'error')].filter(
    (verdict) => verdict.outcome === 'error' || !listed.has(verdict.rule),
  );
  return {
    isCaught: certain.some((verdict) => verdict === named),
    named: named ? findingOf(named) : { rule, told: 'there is no such rule' },
    red: verdicts.filter(isRed).map((verdict) => verdict.rule),
    unlisted: unlisted.map(findingOf),
  };
};
