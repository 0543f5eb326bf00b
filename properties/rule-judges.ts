import { sections } from '../suites/catalogue.ts';
import { judgePassively } from '../suites/passive/judge-passively.ts';
import { passive } from '../suites/passive/rules.ts';
import { ruleJudge } from '../suites/rule-judge.ts';
import type { Session } from '../suites/session/session.ts';
import type { Verdict } from '../suites/verdict.ts';
import { lawJudge, placedIn } from './law-judge.ts';
import { lawSections } from './laws.ts';

export interface OrderedRule {
  id: string;
  text: string;
  depth?: 'full';
  judge(): Promise<Verdict>;
}

export interface OrderedSection {
  title: string;
  rules: readonly OrderedRule[];
}

/** The one order in which every way of judging takes the rules: the command line, vitest, the API, the proof. */
export interface JudgingOrder {
  /** Rules, then properties. Each tries the target by itself, and all may run at the same time. */
  trying: readonly OrderedSection[];
  /** Rules that are judged by what all others exchanged: started when the others have ended. */
  passive: OrderedSection;
}

const passiveTitle = 'Every exchange of the run';

export const judgingOrder = (session: Session): JudgingOrder => {
  const ofRules = ruleJudge(session);
  const judgeLaw = lawJudge(session, ofRules.ended);
  return {
    trying: [
      ...sections.map(({ name, title, rules }) => ({
        title,
        rules: rules.map((rule) => ({ ...rule, judge: () => ofRules.judge(name, rule) })),
      })),
      ...lawSections.map((section) => ({
        title: section.title,
        rules: placedIn(section).map((placed) => ({ ...placed.law, judge: () => judgeLaw(placed) })),
      })),
    ],
    passive: {
      title: passiveTitle,
      rules: passive.map((rule) => ({ ...rule, judge: async () => judgePassively(session, rule) })),
    },
  };
};

/** What judges each rule, by its id. */
export const ruleJudges = (session: Session): ReadonlyMap<string, () => Promise<Verdict>> => {
  const { trying, passive: held } = judgingOrder(session);
  return new Map([...trying, held].flatMap(({ rules }) => rules.map(({ id, judge }) => [id, judge] as const)));
};

interface Following {
  /** Called with each verdict as soon as it is there; again where a rule is judged again. */
  onVerdict?: (verdict: Verdict) => void;
  /** Called when judging a rule broke, which is a fault of ours; when absent, the whole rejects. */
  onFault?: (id: string, error: unknown) => void;
}

/** The run ends when they have waited for a whole retry schedule: their requests leave before those of all others. */
const longestFirst = (rules: readonly OrderedRule[]): OrderedRule[] =>
  rules.toSorted((a, b) => Number(b.depth === 'full') - Number(a.depth === 'full'));

/** Judges the selected rules, all at once, and then the passive ones by all that the others exchanged. */
export const judgeSelected = async (
  session: Session,
  isSelected: (rule: OrderedRule) => boolean,
  { onVerdict = () => {}, onFault }: Following = {},
): Promise<Verdict[]> => {
  const judgeOne = async ({ id, judge }: OrderedRule): Promise<Verdict[]> => {
    try {
      const verdict = await judge();
      onVerdict(verdict);
      return [verdict];
    } catch (error) {
      if (!onFault) throw error;
      onFault(id, error);
      return [];
    }
  };
  const judgeAll = async (
    ordered: readonly OrderedSection[],
    isChosen: (rule: OrderedRule) => boolean = isSelected,
  ): Promise<Verdict[]> => {
    const selected = ordered.flatMap(({ rules }) => rules.filter(isChosen));
    const started = new Map(longestFirst(selected).map((rule) => [rule, judgeOne(rule)]));
    return (await Promise.all(selected.map((rule) => started.get(rule) ?? []))).flat();
  };
  const { trying, passive: held } = judgingOrder(session);
  let verdicts = await judgeAll(trying);
  // what was judged before the run knew that the target shows its changes late may have seen what was before them
  const wasTooSoon = ({ rule }: Verdict): boolean => session.settleTimes.wasTooSoon(rule);
  while (verdicts.some(wasTooSoon)) {
    const chosen = new Set(verdicts.filter(wasTooSoon).map(({ rule }) => rule));
    const again = new Map(
      (await judgeAll(trying, ({ id }) => chosen.has(id))).map((verdict) => [verdict.rule, verdict]),
    );
    verdicts = verdicts.map((verdict) => again.get(verdict.rule) ?? verdict);
  }
  return [...verdicts, ...(await judgeAll([held]))];
};
