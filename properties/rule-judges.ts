import type { Verdict } from '../core/verdict.ts';
import { type Capability, probesTheEdge } from '../suites/capability.ts';
import { sections } from '../suites/catalogue.ts';
import { judgeAtEnd } from '../suites/judge/judge-at-end.ts';
import { ruleJudge } from '../suites/judge/rule-judge.ts';
import { passive } from '../suites/passive/rules.ts';
import type { Session } from '../suites/session/session.ts';
import { propertySections } from './all-properties.ts';
import { placedIn, propertyJudge } from './property-judge.ts';

export interface OrderedRule {
  id: string;
  text: string;
  depth?: 'full';
  needs?: readonly Capability[];
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

/** A whole retry schedule takes longest, then what waits for the target to act by itself. */
const lengthOf = ({ depth, needs = [] }: Pick<OrderedRule, 'depth' | 'needs'>): number => {
  if (depth === 'full') return 2;
  return needs.some((need) => need === 'webhooks' || need.endsWith(' flow')) ? 1 : 0;
};

/** The run ends when they have waited: their requests leave before those of all others, which fill the time. */
const longestFirst = <Ordered extends Pick<OrderedRule, 'depth' | 'needs'>>(rules: readonly Ordered[]): Ordered[] =>
  rules.toSorted((a, b) => lengthOf(b) - lengthOf(a));

export const judgingOrder = (session: Session): JudgingOrder => {
  const ofRules = ruleJudge(session);
  const judgeProperty = propertyJudge(session, ofRules.ended);
  let isTried = false;
  const others: Promise<Verdict>[] = [];
  const tried = (judge: () => Promise<Verdict>) => (): Promise<Verdict> => {
    isTried = true;
    const verdict = judge();
    others.push(verdict);
    return verdict;
  };
  let lastProbe: Promise<unknown> | undefined;
  /** An edge may ban anyone who goes on with a wrong second header: one rule after another, once all others have ended. */
  const triedLast = (judge: () => Promise<Verdict>) => (): Promise<Verdict> => {
    isTried = true;
    // by then every rule has been asked for
    const before = lastProbe ?? session.time.turn().then(() => Promise.all(others));
    const verdict = before.then(judge);
    lastProbe = verdict;
    return verdict;
  };
  const ofSections = sections.map(({ name, title, rules }) => ({
    title,
    rules: rules.map((rule) => {
      const judge = () => ofRules.judge(name, rule);
      return { ...rule, judge: probesTheEdge(rule) ? triedLast(judge) : tried(judge) };
    }),
  }));
  let exchanged: Promise<unknown> | undefined;
  /** A passive rule that is asked for alone is judged by what all rules exchange; their verdicts are reported to nobody. */
  const somethingExchanged = (): Promise<unknown> => {
    exchanged ??= Promise.all(
      isTried ? [] : longestFirst(ofSections.flatMap(({ rules }) => rules)).map(({ judge }) => judge()),
    );
    return exchanged;
  };
  return {
    trying: [
      ...ofSections,
      ...propertySections.map((section) => ({
        title: section.title,
        rules: placedIn(section).map((placed) => ({ ...placed.property, judge: tried(() => judgeProperty(placed)) })),
      })),
    ],
    passive: {
      title: passiveTitle,
      rules: passive.map((rule) => ({
        ...rule,
        async judge() {
          await somethingExchanged();
          return judgeAtEnd(session, rule);
        },
      })),
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
      (await judgeAll(judgingOrder(session).trying, ({ id }) => chosen.has(id))).map((verdict) => [
        verdict.rule,
        verdict,
      ]),
    );
    verdicts = verdicts.map((verdict) => again.get(verdict.rule) ?? verdict);
  }
  return [...verdicts, ...(await judgeAll([held]))];
};
