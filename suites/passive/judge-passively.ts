import { type Assertion, type Exchange, isAnswered } from '../../fixtures/exchange.ts';
import { placeOf } from '../same-demand.ts';
import type { Session } from '../session/session.ts';
import type { Deliveries } from '../subject.ts';
import type { Stability, Verdict, Violation } from '../verdict.ts';
import type { AttemptRule, ExchangeRule, PassiveRule } from './passive-rule.ts';
import { requestForm } from './request-form.ts';

/** What was exchanged and received. */
export type Seen = Pick<Session, 'handle' | 'exchanges' | 'deliveries' | 'redact'>;

/** Evidence of a rule that was held against everything: the broken ones, else a sample. */
const shownSubjects = 5;

type Judged<Subject> = Subject & { assertions: Assertion[] };

/** The exchanges that the rule is about. */
const judgedExchanges = (session: Seen, rule: ExchangeRule): Judged<Exchange>[] => {
  const { internalError } = session.handle.profile;
  return session.exchanges.flatMap((exchange) => {
    const assertions = isAnswered(exchange) ? [...rule.judge(exchange, { internalError })] : [];
    return isAnswered(exchange) && assertions.length > 0 ? [{ ...exchange, assertions }] : [];
  });
};

/** Checks look at the deliveries for one order again and again: the last look holds all that the earlier ones did. */
const lastLooks = ({ deliveries }: Seen): Deliveries[] => [
  ...new Map(deliveries.map((look) => [`${look.company} ${look.order}`, look])).values(),
];

const judgedDeliveries = (session: Seen, rule: AttemptRule): Judged<Deliveries>[] =>
  lastLooks(session)
    .map((look) => ({ ...look, assertions: look.attempts.flatMap((attempt) => rule.judge(attempt, {})) }))
    .filter(({ assertions }) => assertions.length > 0);

const isBroken = ({ assertions }: { assertions: readonly Assertion[] }): boolean =>
  assertions.some(({ held }) => !held);

/** Like the tries of a check: fewer may have been broken by chance. */
const enoughToBeStable = 4;

const stabilityOf = (judged: readonly { assertions: readonly Assertion[] }[]): Stability => {
  const [failed, of] = [judged.filter(isBroken).length, judged.length];
  if (failed < of) return { kind: 'intermittent', failed, of };
  return { kind: of >= enoughToBeStable ? 'stable' : 'unconfirmed', failed, of };
};

const kindsByWeight: readonly Stability['kind'][] = ['stable', 'intermittent', 'unconfirmed'];

interface Located {
  /** What is alike where a fault that comes every time would come every time. */
  place: string;
  where: Pick<Violation, 'exchange' | 'order'>;
}

/** The verdict on subjects of which at least one is what the rule is about. */
const verdictOn = <Subject>(
  rule: PassiveRule,
  judged: readonly Judged<Subject>[],
  locate: (subject: Subject) => Located,
): Pick<Verdict, 'outcome' | 'violation' | 'stability' | 'assertions'> & { shown: Judged<Subject>[] } => {
  const assertions = judged.reduce((sum, subject) => sum + subject.assertions.length, 0);
  if (!judged.some(isBroken)) return { outcome: 'pass', assertions, shown: judged.slice(0, shownSubjects) };
  // a route that is always wrong is not wrong now and then because others are right
  const [worst] = [...Map.groupBy(judged, (subject) => locate(subject).place).values()]
    .filter((alike) => alike.some(isBroken))
    .map((alike) => ({ alike, stability: stabilityOf(alike) }))
    .filter(({ stability }) => !rule.onlyEachTime || stability.kind === 'stable')
    .toSorted((a, b) => kindsByWeight.indexOf(a.stability.kind) - kindsByWeight.indexOf(b.stability.kind));
  const broken = worst?.alike.filter(isBroken) ?? [];
  const [first] = broken;
  const violated = first?.assertions.find(({ held }) => !held);
  if (!worst || !first || !violated) return { outcome: 'pass', assertions, shown: judged.slice(0, shownSubjects) };
  const { pointer, expected, actual } = violated;
  return {
    outcome: rule.level === 'must' ? 'fail' : 'warn',
    violation: { pointer, expected, actual, ...locate(first).where },
    stability: worst.stability,
    assertions,
    shown: broken.slice(0, shownSubjects),
  };
};

/** Judges one passive rule over everything that the run exchanged or received so far. */
export const judgePassively = (session: Seen, rule: PassiveRule): Verdict => {
  const { id, text, source, level } = rule;
  // it asks for nothing, so it takes no time of the run
  const base = { rule: id, section: 'passive', text, source, level, requests: 0, durationMs: 0 };
  const exchanges = rule.about === 'exchanges' ? judgedExchanges(session, rule) : [];
  const deliveries = rule.about === 'attempts' ? judgedDeliveries(session, rule) : [];
  if (exchanges.length === 0 && deliveries.length === 0) {
    const reason =
      rule.about === 'exchanges'
        ? 'no exchange of this run is what the rule is about'
        : 'no webhook arrived in this run';
    const none = { assertions: 0, exchanges: [], deliveries: [] };
    return { ...base, outcome: 'unverified', cause: 'not-observable', reason, ...none };
  }
  if (rule.about === 'exchanges') {
    const { shown, ...ended } = verdictOn(rule, exchanges, (exchange) => ({
      place: rule.onlyEachTime ? `${exchange.by} ${placeOf(exchange)} ${requestForm(exchange)}` : placeOf(exchange),
      where: { exchange: exchange.number },
    }));
    return session.redact({ ...base, ...ended, exchanges: shown, deliveries: [] });
  }
  const { shown, ...ended } = verdictOn(rule, deliveries, ({ company, order }) => ({
    place: company,
    where: { order },
  }));
  return session.redact({ ...base, ...ended, exchanges: [], deliveries: shown });
};
