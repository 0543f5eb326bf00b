import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Answer, Call, Handle } from '../../platform/http/call.ts';

/** One call as a sound platform answered it. */
export interface Handled {
  call: Call;
  answer: Answer;
}

const isSameCall = (one: Call, other: Call): boolean =>
  one === other ||
  (one.method === other.method &&
    one.path === other.path &&
    one.body === other.body &&
    one.query.toString() === other.query.toString() &&
    isDeepStrictEqual(one.segments, other.segments) &&
    isDeepStrictEqual(one.headers, other.headers));

const stillWaiting = Symbol('still waiting');

/** Far more than any handler needs for one call: the record always answers alike, so one that asks until it does not never ends. */
const mostAsked = 1000;

/** A wrapped handler cannot be replayed. The message says at which call, and what to do. */
class ReplayError extends Error {
  override name = 'ReplayError' as const;
}

/**
 * The calls in which a wrapped handler differs from the sound platform's record: it asks the platform something else,
 * more or less often, answers otherwise, or keeps the caller waiting. It is given the record in its order, so that what
 * it remembers is right up to its first difference. Rejects with `ReplayError` when it asks without end.
 */
export const differencesOf = async <Record extends Handled>(
  wrap: (handle: Handle) => Handle,
  handled: readonly Record[],
): Promise<Record[]> => {
  let replayed: Handled | undefined;
  let asked: Call[] = [];
  const handle = wrap((call) => {
    asked.push(call);
    if (!replayed) throw new Error('asked outside of a call');
    if (asked.length > mostAsked) {
      const { method, path } = replayed.call;
      throw new ReplayError(
        `A defect asked the platform more than ${mostAsked} times to answer one ${method} ${path}: bound what it asks.`,
      );
    }
    return replayed.answer;
  });
  const differs = async (record: Handled): Promise<boolean> => {
    replayed = record;
    asked = [];
    try {
      const answer = await Promise.race([handle(record.call), setImmediate(stillWaiting)]);
      if (answer === stillWaiting) return true;
      const [first, ...more] = asked;
      if (!first || more.length > 0 || !isSameCall(first, record.call)) return true;
      return answer !== record.answer && !isDeepStrictEqual(answer, record.answer);
    } catch (error) {
      if (error instanceof ReplayError) throw error;
      return true;
    }
  };
  const differences: Record[] = [];
  for (const record of handled) if (await differs(record)) differences.push(record);
  return differences;
};
