import { sections } from '../suites/catalogue.ts';
import { judgePassively } from '../suites/passive/judge-passively.ts';
import { passive } from '../suites/passive/rules.ts';
import { ruleJudge } from '../suites/rule-judge.ts';
import type { Session } from '../suites/session/session.ts';
import type { Verdict } from '../suites/verdict.ts';
import { lawJudge, placedIn } from './law-judge.ts';
import { lawSections } from './laws.ts';

interface Judged {
  id: string;
  depth?: 'full';
}

interface RuleJudge {
  rule: Judged;
  judge: () => Promise<Verdict>;
}

interface RuleJudges {
  /** Of each rule and each law: each tries the target by itself. */
  trying: readonly RuleJudge[];
  /** Of what every exchange is held against: judged by what was exchanged until then. */
  passive: readonly RuleJudge[];
}

const judgesOf = (session: Session): RuleJudges => {
  const ofRules = ruleJudge(session);
  const judgeLaw = lawJudge(session, ofRules.ended);
  return {
    trying: [
      ...sections.flatMap(({ name, rules }) => rules.map((rule) => ({ rule, judge: () => ofRules.judge(name, rule) }))),
      ...lawSections.flatMap(placedIn).map((placed) => ({ rule: placed.law, judge: () => judgeLaw(placed) })),
    ],
    passive: passive.map((rule) => ({ rule, judge: async () => judgePassively(session, rule) })),
  };
};

/** By id: what judges each rule, each law, and what every exchange is held against. */
export const ruleJudges = (session: Session): ReadonlyMap<string, () => Promise<Verdict>> => {
  const { trying, passive: held } = judgesOf(session);
  return new Map([...trying, ...held].map(({ rule, judge }) => [rule.id, judge]));
};

/** Judges the selected rules, all at once, and then by all that they exchanged those that every exchange is held against. */
export const judgeSelected = async (session: Session, isSelected: (rule: Judged) => boolean): Promise<Verdict[]> => {
  const { trying, passive: held } = judgesOf(session);
  const judgeAll = (judges: readonly RuleJudge[]): Promise<Verdict[]> =>
    Promise.all(judges.filter(({ rule }) => isSelected(rule)).map(({ judge }) => judge()));
  return [...(await judgeAll(trying)), ...(await judgeAll(held))];
};
