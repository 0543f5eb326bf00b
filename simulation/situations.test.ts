import { expect, test } from 'vitest';
import { isAtOnce } from '../certify/obligations/model/actions.ts';
import { isAccepted, isTo, statusOf } from '../certify/obligations/model/read-call.ts';
import { allScenarios } from '../certify/scenarios/all-scenarios.ts';
import {
  cutOffMarkOf,
  type Pair,
  pairMarkOf,
  pairs,
  staleMarks,
  type Timing,
  timings,
  writers,
} from '../certify/scenarios/pairs.ts';
import { type Answer, markOf, routesOf, type Situation, sendsOf, situations } from '../certify/scenarios/situations.ts';
import type { FaultEntry, PartnerAction, PartnerCall, PartnerRecord } from '../core/partner-record.ts';
import { simulateSession } from './simulated-session.ts';

const { records } = await simulateSession({ seed: 1 });
const [record] = records;
if (record === undefined) throw new Error('the session left no record');

const byFault: Partial<Record<FaultEntry['kind'], Answer>> = {
  'answered 400': '400',
  'answered 401': '401',
  'answered 403': '403',
  'answered 404': '404',
  'answered 422': '422',
  'answered 429': '429',
  'answered 500': '500',
  'answered 503': '503',
  'stored, then no answer': 'no answer',
  slow: 'no answer',
  reset: 'reset',
  'stored, then reset': 'stored, then reset',
  echoed: 'echo',
  'answered without id': 'without id',
};

interface Played {
  calls: PartnerCall[];
  actions: PartnerRecord['actions'];
  isNotified: boolean;
}

/** The recording of the first play of a scenario. */
const playOf = ({ plays = [], calls, actions, attempts }: PartnerRecord, name: string): Played => {
  const index = plays.findIndex(({ scenario }) => scenario === name);
  const { fromMs } = plays[index] ?? { fromMs: Number.POSITIVE_INFINITY };
  const { fromMs: untilMs } = plays[index + 1] ?? { fromMs: Number.POSITIVE_INFINITY };
  const isIn = ({ atMs }: { atMs: number }): boolean => atMs >= fromMs && atMs < untilMs;
  return {
    calls: calls.filter(isIn),
    actions: actions.filter((action) => action.fromMs >= fromMs && action.fromMs < untilMs),
    isNotified: attempts.some(isIn),
  };
};

const answerTo = (call: PartnerCall): string => {
  const fault = record.faults.find(({ number }) => number === call.fault);
  return (fault && byFault[fault.kind]) ?? String(statusOf(call));
};

/** Whether the recording of a scenario has the situation: its request, cause, answer and kind of record. */
const isShown = (situation: Situation, { calls, actions, isNotified }: Played): boolean => {
  const { cause, answer, knows } = situation;
  const asked = actions.filter(({ action }) => action === cause);
  const isAsked = cause === 'notification' ? isNotified : asked.length > 0;
  const isSameRecord =
    !sendsOf(cause).some((route) => route.startsWith('POST ')) ||
    cause === 'redeem' ||
    asked.some(({ parameters }) => (parameters.id === undefined) === (knows === 'new'));
  const status = answer.startsWith('500') ? '500' : answer;
  const answered = calls.filter(
    (call) => answerTo(call) === status && routesOf(situation).some((route) => isTo(call, route)),
  );
  const [first] = answered;
  if (!isAsked || !isSameRecord || first === undefined) return false;
  if (answer === '500 for seconds') return answered.filter(({ path }) => path === first.path).length > 1;
  if (answer === '500 until a restart') {
    return actions.some(({ action, fromMs }) => action === 'restart' && fromMs > first.atMs);
  }
  return true;
};

const marked = situations.map((situation) => ({ situation, mark: markOf(situation) }));

test('each situation has a mark', () => {
  expect(marked.filter(({ mark }) => mark === undefined).map(({ situation }) => situation)).toEqual([]);
});

test('each situation marked as played is in the recording of its scenario', () => {
  const names = new Set(allScenarios.map(({ name }) => name));
  const plays = new Map([...names].map((name) => [name, playOf(record, name)]));
  const wrong = marked.flatMap(({ situation, mark }) => {
    if (mark === undefined || !('played' in mark)) return [];
    const play = plays.get(mark.played);
    return play !== undefined && isShown(situation, play) ? [] : [{ ...situation, by: mark.played }];
  });
  expect(wrong).toEqual([]);
});

type Action = PartnerRecord['actions'][number];

const isRegistration = ({ action }: Pick<Action, 'action'>): boolean => action.endsWith('-webhook');

/** Whether two actions are about one record. */
const areOfOne = (first: Action, second: Action): boolean => {
  const { id, code } = second.parameters;
  if (isRegistration(first)) return isRegistration(second);
  return (
    (id !== undefined && [first.id, first.parameters.id].includes(String(id))) ||
    (code !== undefined && [first.code, first.parameters.code].includes(String(code)))
  );
};

/** When notifications about the subject of an action reached the partner before it. */
const notifiedBefore = ({ action, parameters, fromMs }: Action): number[] => {
  const isMet = (code: string): boolean =>
    isRegistration({ action }) ||
    code === parameters.code ||
    record.coupons.some((coupon) => coupon.code === code && coupon.orderExternalId === parameters.id);
  return record.attempts
    .filter((attempt) => attempt.atMs < fromMs && isAccepted(attempt) && isMet(attempt.code))
    .map(({ atMs }) => atMs);
};

const restarts = record.actions.filter(({ action }) => action === 'restart');
const isRestartedBetween = (fromMs: number, second: Action): boolean =>
  restarts.some(
    (restart) => restart.fromMs > fromMs && (restart.fromMs < second.fromMs || isAtOnce(record, second, restart)),
  );

const isMeetingShown = (second: Action, timing: Timing): boolean => {
  const notifiedMs = notifiedBefore(second);
  if (timing === 'restart') return notifiedMs.some((atMs) => isRestartedBetween(atMs, second));
  const isRepeated = record.attempts.some(({ code, atMs }) => code === second.parameters.code && atMs > second.fromMs);
  return notifiedMs.length > 0 && (timing === 'after' || isRepeated);
};

/** Whether a coupon was notified again after an action about it. */
const isNotifiedAfter = ({ parameters, fromMs }: PartnerAction): boolean =>
  record.attempts.some(({ code, atMs }) => code === parameters.code && atMs > fromMs);

/** Whether the recording of a scenario has both causes of a pair on one record, in that order and with that timing. */
const isPairShown = ({ first, second }: Pair, timing: Timing, { actions }: Played): boolean =>
  (second === 'notification' && actions.some((each) => each.action === first && isNotifiedAfter(each))) ||
  actions
    .filter(({ action }) => action === second)
    .some((later) => {
      if (first === 'notification') return isMeetingShown(later, timing);
      const earlier = record.actions.filter(
        (each) => each.action === first && each.fromMs < later.fromMs && areOfOne(each, later),
      );
      return earlier.some((each) => {
        if (timing === 'restart') return isRestartedBetween(each.fromMs, later);
        return isAtOnce(record, each, later) === (timing === 'at once');
      });
    });

const markedPairs = pairs.flatMap((pair) =>
  timings.map((timing) => ({ pair, timing, mark: pairMarkOf(pair, timing) })),
);

test('exactly the pairs of dependent causes have marks, one for each timing', () => {
  expect(markedPairs.filter(({ mark }) => mark === undefined)).toEqual([]);
  expect(staleMarks()).toEqual([]);
});

test('each pair marked as played is in the recording of its scenario', () => {
  const wrong = markedPairs.filter(
    ({ pair, timing, mark }) =>
      mark !== undefined && 'played' in mark && !isPairShown(pair, timing, playOf(record, mark.played)),
  );
  expect(wrong).toEqual([]);
});

test('each restart between a write and its answer has a mark and is in the recording of its scenario', () => {
  const wrong = writers.filter((cause) => {
    const mark = cutOffMarkOf(cause);
    if (mark === undefined || !('played' in mark)) return mark === undefined;
    const { calls, actions } = playOf(record, mark.played);
    const cutOff = calls.filter(
      (call) => sendsOf(cause).some((route) => isTo(call, route)) && answerTo(call) === 'no answer',
    );
    return !cutOff.some(({ atMs }) => actions.some(({ action, fromMs }) => action === 'restart' && fromMs > atMs));
  });
  expect(wrong).toEqual([]);
});
