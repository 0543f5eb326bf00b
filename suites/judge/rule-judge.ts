import type { Verdict } from '../../core/verdict.ts';
import type { Rule } from '../rule.ts';
import type { Session } from '../session/session.ts';
import { judge } from './judge.ts';

/** Judges the rules of a run as they come, and knows when they have ended. */
interface RuleJudge {
  /** Never rejects. */
  judge(section: string, rule: Rule): Promise<Verdict>;
  /** Resolves when all rules so far have ended, except those of full depth, which mostly wait. */
  ended(): Promise<unknown>;
}

export const ruleJudge = (session: Session): RuleJudge => {
  const awaited: Promise<Verdict>[] = [];
  return {
    judge(section, rule) {
      const verdict = judge(session, section, rule);
      if (rule.depth !== 'full') awaited.push(verdict);
      return verdict;
    },
    ended: () => Promise.all(awaited),
  };
};
