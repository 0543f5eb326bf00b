import { keyOfSubject } from '../../core/deliveries.ts';
import type { Assertion } from '../../core/exchange.ts';
import { reasonOf, violationOf } from '../../core/verdict.ts';
import { isAnswered, type RecordedExchange } from '../../fixtures/exchange.ts';
import type { Answer, Handle } from '../../platform/http/call.ts';
import { judgeSimulated } from '../../simulation/judge-simulated.ts';
import { simulate } from '../../simulation/simulated-run.ts';
import { tryOnce } from '../../suites/judge/try-once.ts';
import type { Rule } from '../../suites/rule.ts';
import type { Receiver } from '../../suites/session/environment.ts';
import type { Session } from '../../suites/session/session.ts';
import type { Deliveries } from '../../suites/subject.ts';
import { type Degradation, degradations, envelopeIn, type WireAnswer } from './degraded-answers.ts';
import { type Spot, type SpottingClient, spotting } from './spots.ts';

/** A session of one try that finds no notifications from its Nth search on. */
interface SilencedSession extends Session {
  /** The search that found these deliveries, from 0. */
  turnOf(deliveries: Deliveries): number;
}

const silenced = (session: Session, from = Number.POSITIVE_INFINITY): SilencedSession => {
  const lookedFor: string[] = [];
  const listening = (capture: Receiver['capture']): Receiver['capture'] => ({
    ...capture,
    async waitFor(filter, until, options) {
      const about = JSON.stringify(filter);
      if (!lookedFor.includes(about)) lookedFor.push(about);
      if (lookedFor.indexOf(about) >= from) return { attempts: [], complete: until([]) };
      return await capture.waitFor(filter, until, options);
    },
  });
  return {
    ...session,
    receiver(company) {
      const receiver = session.receiver(company);
      return receiver && { ...receiver, capture: listening(receiver.capture) };
    },
    turnOf: ({ about }) => lookedFor.findIndex((filter) => filter.includes(keyOfSubject(about))),
  };
};

/** What a rule looks at. Without it, the rule must not pass. */
export interface LooksAt {
  /** More than statuses and headers. */
  bodies: boolean;
  /** The records of lists. */
  lists: boolean;
  /** Answers to GET, or notifications. */
  more: boolean;
}

/** A rule that passed without the subject of an assertion. */
export interface Vacuous {
  rule: string;
  /** What replaced the subject. */
  form: Degradation | 'silence';
  at: string;
  /** The assertions on the subject. */
  asserted: string;
}

export interface Judged {
  vacuous: Vacuous[];
  /** The number of degraded steps and searches. */
  tried: number;
  /** Steps that the second try did not reach. */
  missed: string[];
  /** Rules that did not pass on the sound platform. */
  notPassing: string[];
  looksAt: Map<string, LooksAt>;
}

const formsOfOneAnswer = ['503', '429', 'no body', 'an empty object', 'an HTML page', 'an empty list'] as const;

const isAboutHead = (pointer: string): boolean => pointer === 'status' || pointer.startsWith('header ');

/** A degraded body leaves status and headers, and an empty list leaves the envelope. */
const mayPass = (form: Degradation, asserted: readonly Assertion[]): boolean => {
  if (form === '503' || form === '429') return false;
  return asserted.every(
    ({ pointer }) => isAboutHead(pointer) || (form === 'an empty list' && pointer.startsWith('/pagination')),
  );
};

const isListOf = (exchange: RecordedExchange): boolean => isAnswered(exchange) && envelopeIn(exchange) !== undefined;

interface Step {
  spot: Spot;
  asserted: Assertion[];
  isList: boolean;
}

type Tried = Awaited<ReturnType<typeof tryOnce>>;

const inWords = (asserted: readonly Assertion[]): string =>
  asserted.map(({ pointer, expected }) => `${pointer}: ${expected}`).join('; ');

/** The steps of a try that have assertions. */
const stepsOf = ({ exchanges }: Tried, client: SpottingClient): Step[] => {
  const asserted = exchanges.filter(({ assertions }) => assertions.length > 0);
  return [...Map.groupBy(asserted, (exchange) => client.spotOf(exchange))].flatMap(([spot, own]): Step[] =>
    spot === undefined
      ? []
      : [{ spot, asserted: own.flatMap(({ assertions }) => assertions), isList: own.some(isListOf) }],
  );
};

const looksAtOf = (tried: Tried): LooksAt => {
  const asserted = tried.exchanges.filter(({ assertions }) => assertions.length > 0);
  return {
    bodies: asserted.some(({ assertions }) => !assertions.every(({ pointer }) => isAboutHead(pointer))),
    lists: asserted.some((exchange) => isListOf(exchange) && !mayPass('an empty list', exchange.assertions)),
    more:
      tried.deliveries.some(({ assertions }) => assertions.length > 0) ||
      asserted.some(({ request }) => request.method === 'GET'),
  };
};

const judgeOn = async (session: Session, rules: readonly Rule[]): Promise<Judged> => {
  const judged: Judged = { vacuous: [], tried: 0, missed: [], notPassing: [], looksAt: new Map() };
  let tries = 0;

  const judgeStep = async (rule: Rule, { spot, asserted }: Step, form: Degradation): Promise<void> => {
    judged.tried++;
    const client = spotting(session.client, { spot, degrade: degradations[form] });
    const { outcome } = await tryOnce({ ...session, client }, rule, tries++);
    if (!client.isMet()) judged.missed.push(`${rule.id} ${spot}`);
    else if (outcome === 'pass' && !mayPass(form, asserted)) {
      judged.vacuous.push({ rule: rule.id, form, at: spot, asserted: inWords(asserted) });
    }
  };

  const judgeSilence = async (rule: Rule, from: number, asserted: readonly Assertion[]): Promise<void> => {
    judged.tried++;
    const { outcome } = await tryOnce(silenced(session, from), rule, tries++);
    if (outcome !== 'pass') return;
    judged.vacuous.push({ rule: rule.id, form: 'silence', at: `look ${from}`, asserted: inWords(asserted) });
  };

  const judgeSound = async (rule: Rule) => {
    const client = spotting(session.client);
    const listener = silenced({ ...session, client });
    return { rule, client, listener, tried: await tryOnce(listener, rule, tries++) };
  };

  const normal = await Promise.all(rules.map(judgeSound));
  await Promise.all(
    normal.flatMap(({ rule, client, listener, tried }) => {
      judged.looksAt.set(rule.id, looksAtOf(tried));
      if (tried.outcome !== 'pass') {
        judged.notPassing.push(`${rule.id}: ${reasonOf(tried) ?? violationOf(tried)?.actual}`);
        return [];
      }
      const deliveries = tried.deliveries.filter(({ assertions }) => assertions.length > 0);
      const looks = Map.groupBy(deliveries, (seen) => listener.turnOf(seen));
      const assertedIn = (seen: typeof deliveries): Assertion[] => seen.flatMap(({ assertions }) => assertions);
      return [
        ...stepsOf(tried, client).flatMap((step) =>
          formsOfOneAnswer
            .filter((form) => step.isList || form !== 'an empty list')
            .map((form) => judgeStep(rule, step, form)),
        ),
        ...[...looks].map(([from, seen]) => judgeSilence(rule, from, assertedIn(seen))),
        // a rule about deliveries must not pass without any
        ...(deliveries.length > 0 ? [judgeSilence(rule, 0, [])] : []),
      ];
    }),
  );
  return judged;
};

/** Judges rules on a sound platform, then again with each of their steps degraded. */
export const judgeDegraded = (rules: readonly Rule[]): Promise<Judged> =>
  simulate({ seed: 1, depth: 'full' }, (session) => judgeOn(session, rules));

const onTheWire = ({ status, headers = {}, body }: Answer): WireAnswer => {
  const json = { 'content-type': 'application/json', ...headers };
  if (body === undefined) return { status, headers, text: '' };
  return typeof body === 'string'
    ? { status, headers, text: body }
    : { status, headers: json, text: JSON.stringify(body) };
};

/** The ids of all rules that pass on a platform that degrades every answer. */
export const passingOn = async (form: Degradation): Promise<string[]> => {
  const wrap =
    (handle: Handle): Handle =>
    async (call) => {
      const { status, headers, text } = degradations[form](onTheWire(await handle(call)), call.method);
      return { status, headers, body: text };
    };
  const verdicts = await judgeSimulated({ seed: 1, depth: 'full', platform: { wrap } });
  return verdicts.filter(({ outcome }) => outcome === 'pass').map(({ rule }) => rule);
};
