import { once } from 'node:events';
import type { HeldCoupon } from '../../core/partner-record.ts';
import { type Runtime, systemRuntime } from '../../fixtures/runtime.ts';
import { type Acted, actionTimeoutMs, type Trigger } from './trigger.ts';

/** An action without an answer so far. */
export interface OpenAction {
  /** The number of the previous action plus one. */
  number: number;
  /** The name of an action, or `idle`, `restart` or `state`. */
  action: string;
  parameters: Record<string, unknown>;
}

/** The partner's answer to an action. */
export interface ActionAnswer extends Acted {
  /** The coupons of the partner, in an answer to `state`. */
  coupons?: HeldCoupon[];
}

/** A queue of actions for a partner that polls. */
export interface PollTrigger extends Trigger {
  /** Resolves with the next action, the same one until it is answered; undefined when the signal aborts first. */
  next(signal: AbortSignal): Promise<OpenAction | undefined>;
  /** Takes the first answer to an action; false if no action has that number. */
  answer(number: number, answer: ActionAnswer): boolean;
  restart(): Promise<Acted>;
  state(): Promise<HeldCoupon[] | undefined>;
}

interface Waiting extends OpenAction {
  isFetched: boolean;
  /** Starts the timeout when the action is queued and again when it is fetched. */
  startTimeout(): void;
  settle(answer: ActionAnswer): void;
}

/** Actions in the order in which the partner must answer them. */
interface ActionQueue extends Pick<PollTrigger, 'next' | 'answer'> {
  /** Resolves with the partner's answer, or as failed after the timeout or when the signal aborts. */
  ask(
    action: string,
    parameters: Record<string, unknown>,
    timeoutMs: number,
    signal?: AbortSignal,
  ): Promise<ActionAnswer>;
}

const actionQueue = ({ setTimer, randomBytes }: Pick<Runtime, 'setTimer' | 'randomBytes'>): ActionQueue => {
  const waiting: Waiting[] = [];
  // a random start, so that an answer to an earlier session matches no action
  const before = randomBytes(4).readUInt32BE() >>> 1;
  let lastNumber = before;
  const arrivals = new EventTarget();
  return {
    ask(action, parameters, timeoutMs, signal) {
      const { promise, resolve } = Promise.withResolvers<ActionAnswer>();
      let cancelTimeout = (): void => {};
      lastNumber += 1;
      const asked: Waiting = {
        number: lastNumber,
        action,
        parameters,
        isFetched: false,
        startTimeout() {
          cancelTimeout();
          cancelTimeout = setTimer(timeoutMs, () => {
            const what = asked.isFetched ? 'the action was fetched, and not answered' : 'nobody fetched the action';
            asked.settle({ outcome: 'failed', message: `${what} within ${timeoutMs / 1000} s` });
          });
        },
        settle(answer) {
          cancelTimeout();
          signal?.removeEventListener('abort', giveUp);
          waiting.splice(waiting.indexOf(asked), 1);
          resolve(answer);
        },
      };
      const giveUp = (): void => asked.settle({ outcome: 'failed', message: 'it was not waited for any more' });
      signal?.addEventListener('abort', giveUp);
      waiting.push(asked);
      asked.startTimeout();
      arrivals.dispatchEvent(new Event('action'));
      return promise;
    },
    async next(signal) {
      while (waiting[0] === undefined && !signal.aborted) {
        await once(arrivals, 'action', { signal }).catch(() => {});
      }
      const [first] = waiting;
      if (first === undefined || signal.aborted) return undefined;
      if (!first.isFetched) {
        first.isFetched = true;
        first.startTimeout();
      }
      const { number, action, parameters } = first;
      return { number, action, parameters };
    },
    answer(number, answer) {
      waiting.find((asked) => asked.number === number)?.settle(answer);
      return Number.isInteger(number) && number > before && number <= lastNumber;
    },
  };
};

/** Queues each action until the partner fetches and answers it, or the timeout ends. */
export const pollTrigger = (runtime: Pick<Runtime, 'setTimer' | 'randomBytes'> = systemRuntime): PollTrigger => {
  const { ask, next, answer } = actionQueue(runtime);
  const act = async (
    action: string,
    parameters: Record<string, unknown>,
    timeoutMs = actionTimeoutMs,
    signal?: AbortSignal,
  ): Promise<Acted> => {
    const { coupons: _, ...acted } = await ask(action, parameters, timeoutMs, signal);
    return acted;
  };
  return {
    act: (action, parameters) => act(action, parameters),
    idle: (timeoutMs, signal) => act('idle', {}, timeoutMs, signal),
    restart: () => act('restart', {}),
    async state() {
      const { outcome, coupons, message } = await ask('state', {}, actionTimeoutMs);
      if (outcome === 'cannot') return undefined;
      if (outcome === 'failed') throw new Error(message ?? 'it failed to answer its state');
      if (coupons === undefined) throw new Error('its state cannot be read: coupons: there are none');
      return coupons;
    },
    next,
    answer,
  };
};
