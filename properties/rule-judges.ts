import type { Verdict } from '../core/verdict.ts';
import { type Capability, probesTheEdge } from '../suites/capability.ts';
import { sections } from '../suites/catalogue.ts';
import { judge as judgeRule } from '../suites/judge/judge.ts';
import { judgeAtEnd } from '../suites/judge/judge-at-end.ts';
import { passive } from '../suites/passive/rules.ts';
import type { Session } from '../suites/session/session.ts';
import { propertySections } from './all-properties.ts';
import { placedIn, propertyJudge } from './property-judge.ts';

type Judge = () => Promise<Verdict>;

export interface OrderedRule {
  id: string;
  text: string;
  depth?: 'full';
  needs?: readonly Capability[];
  judge: Judge;
}

export interface OrderedSection {
  title: string;
  rules: readonly OrderedRule[];
}

/** The order of all rules and properties, for the command line, Vitest, the library and the proof. */
export interface JudgingOrder {
  /** Rules, then properties. Each sends its own requests, and all may run at the same time. */
  trying: readonly OrderedSection[];
  /** Rules about the exchanges of all others. They start when the others have ended. */
  passive: OrderedSection;
}

const passiveTitle = 'Every exchange of the run';

/** A whole retry schedule takes longest, then rules that wait for notifications or flows. */
const lengthOf = ({ depth, needs = [] }: Pick<OrderedRule, 'depth' | 'needs'>): number => {
  if (depth === 'full') return 2;
  return needs.some((need) => need === 'webhooks' || need.endsWith(' flow')) ? 1 : 0;
};

/** Rules that wait longest send their first requests first. The others run while they wait. */
const longestFirst = <Ordered extends Pick<OrderedRule, 'depth' | 'needs'>>(rules: readonly Ordered[]): Ordered[] =>
  rules.toSorted((a, b) => lengthOf(b) - lengthOf(a));

/** Decides when a rule begins. */
const startTurns = ({ time }: Session) => {
  const others: Promise<Verdict>[] = [];
  let lastProbe: Promise<unknown> | undefined;
  return {
    atOnce: (judge: Judge) => (): Promise<Verdict> => {
      const verdict = judge();
      others.push(verdict);
      return verdict;
    },
    /** An edge may ban a caller with a wrong second header, so these rules run one by one after all others. */
    last: (judge: Judge) => (): Promise<Verdict> => {
      // in the next turn, every rule has started
      const before = lastProbe ?? time.turn().then(() => Promise.all(others));
      const verdict = before.then(judge);
      lastProbe = verdict;
      return verdict;
    },
    hasBegun: (): boolean => others.length > 0 || lastProbe !== undefined,
  };
};

export const judgingOrder = (session: Session): JudgingOrder => {
  /** The rules so far, except those of full depth, which mostly wait. */
  const awaited: Promise<Verdict>[] = [];
  const judgeProperty = propertyJudge(session, () => Promise.all(awaited));
  const turns = startTurns(session);
  const ofSections = sections.map(({ name, title, rules }) => ({
    title,
    rules: rules.map((rule) => {
      const judge = (): Promise<Verdict> => {
        const verdict = judgeRule(session, name, rule);
        if (rule.depth !== 'full') awaited.push(verdict);
        return verdict;
      };
      return { ...rule, judge: probesTheEdge(rule) ? turns.last(judge) : turns.atOnce(judge) };
    }),
  }));
  let exchanged: Promise<unknown> | undefined;
  /** If only passive rules are selected, all rules run to send the requests, and their verdicts are dropped. */
  const somethingExchanged = (): Promise<unknown> => {
    exchanged ??= Promise.all(
      turns.hasBegun() ? [] : longestFirst(ofSections.flatMap(({ rules }) => rules)).map(({ judge }) => judge()),
    );
    return exchanged;
  };
  return {
    trying: [
      ...ofSections,
      ...propertySections.map((section) => ({
        title: section.title,
        rules: placedIn(section).map((placed) => ({
          ...placed.property,
          judge: turns.atOnce(() => judgeProperty(placed)),
        })),
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

export const ruleJudges = (session: Session): ReadonlyMap<string, Judge> => {
  const { trying, passive: held } = judgingOrder(session);
  return new Map([...trying, held].flatMap(({ rules }) => rules.map(({ id, judge }) => [id, judge] as const)));
};

interface Following {
  /** Called with each verdict as soon as it is known, and again if the rule is tested again. */
  onVerdict?: (verdict: Verdict) => void;
  /** Called when testing a rule threw, which is a bug in Selo. Without it, the whole run rejects. */
  onFault?: (id: string, error: unknown) => void;
}

/** Tests the selected rules at once, and then the selected passive ones on all exchanges. */
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
  // a rule that ran before the run knew how late the target shows changes may have read old data
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
