import type { Assertion } from '../../core/exchange.ts';
import type { FaultVerdict, Stability, Verdict, Violation } from '../../core/verdict.ts';
import { type Exchange, isAnswered } from '../../fixtures/exchange.ts';
import { placeOf } from '../judge/assertion-key.ts';
import type { Session } from '../session/session.ts';
import type { Deliveries } from '../subject.ts';
import { evidenceOf, type Notification, notificationsIn } from './notifications.ts';
import type { AttemptRule, ExchangeRule, NotificationRule, PassiveRule } from './passive-rule.ts';
import { sentParameter } from './read-exchange.ts';
import { requestForm } from './request-form.ts';

/** What a run exchanged and received. */
export type Seen = Pick<Session, 'handle' | 'exchanges' | 'deliveries' | 'redact'>;

/** How many subjects a verdict shows: the faulty ones, or else a sample. */
const shownSubjects = 5;

/** The subject is not copied, because a run has thousands and shows few of them. */
interface Judged<Subject> {
  subject: Subject;
  assertions: readonly Assertion[];
}

const withAssertions = <Subject>({ subject, assertions }: Judged<Subject>): Subject & { assertions: Assertion[] } => ({
  ...subject,
  assertions: [...assertions],
});

/** The exchanges that the rule is about. */
const judgedExchanges = (session: Seen, rule: ExchangeRule): Judged<Exchange>[] => {
  const { internalError } = session.handle.profile;
  const judged: Judged<Exchange>[] = [];
  for (const exchange of session.exchanges) {
    if (!isAnswered(exchange)) continue;
    const assertions = rule.judge(exchange, { internalError });
    if (assertions.length > 0) judged.push({ subject: exchange, assertions });
  }
  return judged;
};

/** Checks look at the deliveries for one order repeatedly. The last look holds all that the earlier ones held. */
const lastLooks = ({ deliveries }: Seen): Deliveries[] => [
  ...new Map(deliveries.map((look) => [`${look.company} ${JSON.stringify(look.about)}`, look])).values(),
];

const judgedDeliveries = (session: Seen, rule: AttemptRule): Judged<Deliveries>[] =>
  lastLooks(session)
    .map((look) => ({ subject: look, assertions: look.attempts.flatMap((attempt) => rule.judge(attempt, {})) }))
    .filter(({ assertions }) => assertions.length > 0);

const judgedNotifications = (session: Seen, rule: NotificationRule): Judged<Notification>[] =>
  notificationsIn(session)
    .map((notification) => ({ subject: notification, assertions: rule.judge(notification, {}) }))
    .filter(({ assertions }) => assertions.length > 0);

/** Adds the first notification of the company, with which the others are compared. */
const withFirst = (
  shown: readonly Judged<Notification>[],
  judged: readonly Judged<Notification>[],
): Judged<Notification>[] => {
  const arrivalOf = ({ subject }: Judged<Notification>) => Math.min(...subject.attempts.map(({ seq }) => seq));
  const [first] = judged
    .filter(({ subject }) => subject.company === shown[0]?.subject.company)
    .toSorted((a, b) => arrivalOf(a) - arrivalOf(b));
  return first && !shown.includes(first) ? [...shown, first] : [...shown];
};

const isBroken = ({ assertions }: { assertions: readonly Assertion[] }): boolean =>
  assertions.some(({ held }) => !held);

/** As many as the tries of a check. Fewer may have failed by chance. */
const enoughToBeStable = 4;

const brokenEachTime = (of: number): Stability => ({
  kind: of >= enoughToBeStable ? 'stable' : 'unconfirmed',
  failed: of,
  of,
});

/** The part of a response that an assertion is about, without the place of a record in its list. */
const partOf = ({ pointer }: Assertion): string => pointer.replace(/\/\d+/g, '/#');

/** The subjects with an assertion about a part that is faulty in one of them. */
const breakable = <Subject extends { assertions: readonly Assertion[] }>(judged: readonly Subject[]): Subject[] => {
  const parts = new Set(judged.flatMap(({ assertions }) => assertions.filter(({ held }) => !held).map(partOf)));
  return judged.filter(({ assertions }) => assertions.some((one) => parts.has(partOf(one))));
};

/**
 * Whether the fault at a place comes every time. If not, it may come every time that a request has a certain form. Then
 * each form is either always faulty or never, and at least one faulty form was seen twice.
 */
const stabilityOf = <Subject>(
  judged: readonly Judged<Subject>[],
  formOf: (judged: Judged<Subject>) => string,
): Stability => {
  const subjects = breakable(judged);
  const [failed, of] = [subjects.filter(isBroken).length, subjects.length];
  if (failed === of) return brokenEachTime(of);
  const forms = [...Map.groupBy(subjects, formOf).values()].filter((alike) => alike.some(isBroken));
  const always = forms.filter((alike) => alike.length > 1 && alike.every(isBroken)).flat().length;
  const isByForm = always > 0 && forms.every((alike) => alike.every(isBroken));
  return isByForm ? brokenEachTime(always) : { kind: 'intermittent', failed, of };
};

const kindsByWeight: readonly Stability['kind'][] = ['stable', 'intermittent', 'unconfirmed'];

interface Located {
  /** Groups the subjects in which the same fault should come every time. */
  place: string;
  /** How the request was made. */
  form: string;
  where: Pick<Violation, 'exchange' | 'about'>;
}

/** How a rule ended that had something to judge. */
type Decided = { outcome: 'pass' } | Pick<FaultVerdict, 'outcome' | 'violation' | 'stability'>;

/** The verdict on the subjects of a rule. There is at least one. */
const verdictOn = <Subject>(
  rule: PassiveRule,
  judged: readonly Judged<Subject>[],
  locate: (subject: Subject) => Located,
): Decided & { assertions: number; shown: Judged<Subject>[] } => {
  const assertions = judged.reduce((sum, each) => sum + each.assertions.length, 0);
  if (!judged.some(isBroken)) return { outcome: 'pass', assertions, shown: judged.slice(0, shownSubjects) };
  // grouped by route: one that is always faulty is not intermittent because others are right
  const [worst] = [...Map.groupBy(judged, ({ subject }) => locate(subject).place).values()]
    .filter((alike) => alike.some(isBroken))
    .map((alike) => ({ alike, stability: stabilityOf(alike, ({ subject }) => locate(subject).form) }))
    .filter(({ stability }) => !rule.onlyEachTime || stability.kind === 'stable')
    .toSorted((a, b) => kindsByWeight.indexOf(a.stability.kind) - kindsByWeight.indexOf(b.stability.kind));
  const broken = worst?.alike.filter(isBroken) ?? [];
  const [first] = broken;
  const violated = first?.assertions.find(({ held }) => !held);
  if (!worst || !first || !violated) return { outcome: 'pass', assertions, shown: judged.slice(0, shownSubjects) };
  const { pointer, expected, actual } = violated;
  return {
    outcome: rule.level === 'must' ? 'fail' : 'warn',
    violation: { pointer, expected, actual, ...locate(first.subject).where },
    stability: worst.stability,
    assertions,
    shown: broken.slice(0, shownSubjects),
  };
};

/** Requests of a list with different values of these have different forms. */
const pageAsked = ['page', 'pageSize'];

const whyNothing: Readonly<Record<PassiveRule['about'], string>> = {
  exchanges: 'no exchange of this run is what the rule is about',
  attempts: 'no webhook arrived in this run',
  notifications: 'no webhook of this run is what the rule is about',
};

/** Judges one passive rule over everything that the run exchanged or received so far. */
export const judgePassively = (session: Seen, rule: PassiveRule): Verdict => {
  const { id, text, source, level, about } = rule;
  // it sends no request, so it takes no time of the run
  const base = { rule: id, section: 'passive', text, source, level, requests: 0, durationMs: 0 };
  const unseen: Verdict = {
    ...base,
    outcome: 'unverified',
    cause: 'not-observable',
    reason: whyNothing[about],
    assertions: 0,
    exchanges: [],
    deliveries: [],
  };
  if (rule.about === 'exchanges') {
    const judged = judgedExchanges(session, rule);
    if (judged.length === 0) return unseen;
    const { shown, ...ended } = verdictOn(rule, judged, (exchange) => ({
      place: rule.onlyEachTime ? `${exchange.by} ${placeOf(exchange)} ${requestForm(exchange)}` : placeOf(exchange),
      form: [requestForm(exchange), ...pageAsked.map((name) => sentParameter(exchange, name))].join(' · '),
      where: { exchange: exchange.number },
    }));
    return session.redact({ ...base, ...ended, exchanges: shown.map(withAssertions), deliveries: [] });
  }
  const ofCompany = ({ company, about }: Deliveries): Located => ({
    place: company,
    form: '',
    where: { about },
  });
  if (rule.about === 'attempts') {
    const judged = judgedDeliveries(session, rule);
    if (judged.length === 0) return unseen;
    const { shown, ...ended } = verdictOn(rule, judged, ofCompany);
    return session.redact({ ...base, ...ended, exchanges: [], deliveries: shown.map(withAssertions) });
  }
  const judged = judgedNotifications(session, rule);
  if (judged.length === 0) return unseen;
  const { shown, ...ended } = verdictOn(rule, judged, ofCompany);
  const reported = ended.outcome === 'pass' ? shown : withFirst(shown, judged);
  const evidence = reported.flatMap(({ subject }) => evidenceOf(subject));
  const exchanges = [...new Map(evidence.map((exchange) => [exchange.number, exchange])).values()];
  const deliveries = reported.map(
    ({ subject: { company, about, attempts }, assertions }): Deliveries => ({
      company,
      about,
      attempts,
      assertions: [...assertions],
    }),
  );
  return session.redact({ ...base, ...ended, exchanges, deliveries });
};
