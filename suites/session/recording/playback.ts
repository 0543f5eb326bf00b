import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Input, Recording } from '../../../core/recording.ts';
import type { Mailbox } from '../../../core/result.ts';
import type { Call } from '../../../fixtures/client/call.ts';
import { Unavailable } from '../../../fixtures/client/unavailable.ts';
import { type Exchange, isAnswered, type RecordedExchange } from '../../../fixtures/exchange.ts';
import type { RunHandle } from '../../../fixtures/run/run-handle.ts';
import type { Deliveries } from '../../subject.ts';
import type { CheckEnvironment } from '../environment.ts';
import { recordedCapture } from './recorded-capture.ts';
import { recordedOrder } from './recorded-order.ts';

/** A recorded try, with its inputs and its evidence. */
export interface RecordedTry {
  /** Of the run, with the names of secrets in place of their values. */
  handle: RunHandle;
  recording: Recording;
  exchanges: readonly RecordedExchange[];
  deliveries: readonly Deliveries[];
  /** Redacts a text as the evidence is redacted. */
  redact: (text: string) => string;
}

/** The environment of a recorded try. */
export interface Playback {
  environment: CheckEnvironment;
  /** Runs `act` and gives it the inputs of the recorded try in their order. */
  play<T>(act: () => Promise<T>): Promise<T>;
  /** What the check requested and the recording does not hold, in words. Then its result proves nothing. */
  missing(): string[];
  /** What the recording holds and the check did not request, in words, as when it ends earlier than before. */
  unasked(): string[];
}

type Called = Extract<Input, { answers: number[] }>;

/** Plays a recorded try back: the same inputs in the same order, without a network. */
export const playback = ({ handle, recording, exchanges, deliveries, redact }: RecordedTry): Playback => {
  const order = recordedOrder(recording.inputs);
  const byNumber = new Map(exchanges.map((exchange) => [exchange.number, exchange]));
  const capture = recordedCapture(order, deliveries);
  const mailboxes = new Map<string, Mailbox>(
    Object.entries(handle.mailboxes).map(([company, mailbox]) => [company, { ...mailbox }]),
  );
  let lastNow = 0;

  const requestOf = (company: string, { method, path, body }: Pick<Call, 'method' | 'path' | 'body'>): string =>
    redact(`${company} ${method} ${path} ${body ?? ''}`);

  const recordedRequest = ([first = 0]: readonly number[]): string | undefined => {
    const exchange = byNumber.get(first);
    return exchange && requestOf(exchange.company, exchange.request);
  };

  /** The recorded calls, by the turn in which each was made. */
  const calls = new Map(
    recording.inputs.filter((input) => 'answers' in input).map((input, turn) => [input.call ?? turn, input]),
  );
  let callsMade = 0;

  const send: CheckEnvironment['client']['send'] = (call, record) => {
    const request = requestOf(call.company, call);
    const words = `${call.method} ${redact(call.path)}`;
    const isOfRequest = ({ answers }: Called): boolean => answers.length === 0 || recordedRequest(answers) === request;
    // parallel calls that are equal differ only in their turns; a changed check makes other calls
    const own = calls.get(callsMade++);
    const isOwn = own !== undefined && isOfRequest(own);
    return order.ask<Exchange>({
      words,
      isAnsweredBy: (input) => 'answers' in input && (isOwn ? input === own : isOfRequest(input)),
      valueOf(input) {
        const { answers, unavailable } = 'answers' in input ? input : { answers: [] };
        const came = answers.flatMap((number) => byNumber.get(number) ?? []);
        for (const exchange of came) record(exchange);
        if (unavailable !== undefined) throw new Unavailable(unavailable);
        const last = came.at(-1);
        if (last && isAnswered(last)) return last;
        order.miss(`an answer to ${words}`);
        throw new Unavailable(`the record holds no answer to ${words}`);
      },
    });
  };

  const wait = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
    order.ask({
      words: `a wait of ${milliseconds} ms`,
      isAnsweredBy: (input) => 'waited' in input && input.waited === milliseconds,
      valueOf: () => {},
      otherwise: () => {},
      signal,
    });

  const lock: CheckEnvironment['lock'] = (company) => ({
    // the check must take the company that it took then
    load: () => (order.next((input) => 'alone' in input)?.alone === company ? 0 : Number.POSITIVE_INFINITY),
    share: () =>
      order.ask({
        words: `the company ${company}`,
        isAnsweredBy: (input) => 'shared' in input && input.shared === company,
        valueOf: () => () => {},
      }),
    takeAlone: () =>
      order.ask({
        words: `only the company ${company}`,
        isAnsweredBy: (input) => 'alone' in input && input.alone === company,
        valueOf(input) {
          const mailbox = mailboxes.get(company);
          if (mailbox) delete mailbox.registrationId;
          if (mailbox && 'alone' in input && input.registration !== undefined) {
            mailbox.registrationId = input.registration;
          }
          return () => {};
        },
      }),
  });

  return {
    environment: {
      handle,
      keepsEvidence: true,
      client: { send },
      time: {
        now() {
          const input = order.take((one) => 'now' in one);
          if (!input) order.miss('the time');
          lastNow = input?.now ?? lastNow;
          return lastNow;
        },
        date: () => new Date(lastNow),
        wait,
        pause: wait,
        turn: () => nextTurn(),
      },
      receiver(company) {
        const mailbox = mailboxes.get(company);
        return mailbox && { mailbox, capture };
      },
      lock,
      journal() {},
      deliveries: [],
      changeSeen() {},
      ended: order.close,
      nextDisposableUser() {
        const input = order.take((one) => 'user' in one);
        if (!input) order.miss('a disposable user');
        return input?.user ?? 0;
      },
    },
    async play(act) {
      let isOver = false;
      const acting = act().finally(() => {
        isOver = true;
      });
      // it may end before it is awaited
      acting.catch(() => {});
      for (await nextTurn(); !isOver && order.letIn(); ) await nextTurn();
      return await acting;
    },
    missing: order.missing,
    unasked: order.unasked,
  };
};
