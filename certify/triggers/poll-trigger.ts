import { once } from 'node:events';
import type { HeldCoupon } from '../../core/partner-record.ts';
import { type Runtime, systemRuntime } from '../../fixtures/runtime.ts';
import { type Acted, actionTimeoutMs, type Trigger } from './trigger.ts';

/** An action that waits for its answer. */
export interface OpenAction {
  /** One more than that of the action before. */
  number: number;
  /** Of the actions, or `idle`, `restart` or `state`. */
  action: string;
  parameters: Record<string, unknown>;
}

/** What the partner answers to an action. */
export interface ActionAnswer extends Acted {
  /** What it holds, where that was asked. */
  coupons?: HeldCoupon[];
}

/** Actions that wait until the partner asks for them. */
export interface PollTrigger extends Trigger {
  /** The action that is to be done next, the same until it is answered; undefined when the signal aborts before there is one. */
  next(signal: AbortSignal): Promise<OpenAction | undefined>;
  /** Takes the first answer to an action; false where no action has that number. */
  answer(number: number, answer: ActionAnswer): boolean;
  restart(): Promise<Acted>;
  state(): Promise<HeldCoupon[] | undefined>;
}

interface Waiting extends OpenAction {
  isFetched: boolean;
  /** Begins when it is asked for, and again when it is fetched. */
  startTimeout(): void;
  settle(answer: ActionAnswer): void;
}

/** The partner polls for what to do: each action waits in a queue until it is fetched and answered, or nobody does in time. */
export const pollTrigger = ({
  setTimer,
  randomBytes,
}: Pick<Runtime, 'setTimer' | 'randomBytes'> = systemRuntime): PollTrigger => {
  const waiting: Waiting[] = [];
  // an answer that belongs to an earlier session must not be taken for one of this
  const before = randomBytes(4).readUInt32BE() >>> 1;
  let lastNumber = before;
  const arrivals = new EventTarget();

  const ask = (
    action: string,
    parameters: Record<string, unknown>,
    timeoutMs: number,
    signal?: AbortSignal,
  ): Promise<ActionAnswer> => {
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
  };

  const acted = async (answer: Promise<ActionAnswer>): Promise<Acted> => {
    const { coupons: _, ...rest } = await answer;
    return rest;
  };

  return {
    act: (action, parameters) => acted(ask(action, parameters, actionTimeoutMs)),
    async idle(timeoutMs, signal) {
      const { outcome } = await ask('idle', {}, timeoutMs, signal);
      // a partner that cannot say it need not be waited for
      return outcome !== 'failed';
    },
    restart: () => acted(ask('restart', {}, actionTimeoutMs)),
    async state() {
      const { outcome, coupons, message } = await ask('state', {}, actionTimeoutMs);
      if (outcome === 'cannot') return undefined;
      if (outcome === 'failed') throw new Error(message ?? 'it failed to answer its state');
      if (coupons === undefined) throw new Error('its state cannot be read: coupons: there are none');
      return coupons;
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
