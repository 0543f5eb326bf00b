import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Input, Recording } from '../../../core/recording.ts';
import type { Mailbox } from '../../../core/result.ts';
import type { Call } from '../../../fixtures/client/call.ts';
import { Unavailable } from '../../../fixtures/client/unavailable.ts';
import { type Exchange, isAnswered, type RecordedExchange } from '../../../fixtures/exchange.ts';
import type { RunHandle } from '../../../fixtures/run/run-handle.ts';
import type { Deliveries } from '../../subject.ts';
import type { CompanyLock } from '../company-lock.ts';
import type { CheckEnvironment, Time } from '../environment.ts';
import { recordedCapture } from './recorded-capture.ts';
import { type RecordedOrder, recordedOrder } from './recorded-order.ts';

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

/** Answers requests as they were answered in the recorded try. */
const recordedSend = (
  order: RecordedOrder,
  { recording, exchanges, redact }: RecordedTry,
): CheckEnvironment['client']['send'] => {
  const byNumber = new Map(exchanges.map((exchange) => [exchange.number, exchange]));
  /** The recorded calls, by the turn in which each was made. */
  const calls = new Map(
    recording.inputs.filter((input) => 'answers' in input).map((input, turn) => [input.call ?? turn, input]),
  );
  let callsMade = 0;

  const requestOf = (company: string, { method, path, body }: Pick<Call, 'method' | 'path' | 'body'>): string =>
    redact(`${company} ${method} ${path} ${body ?? ''}`);

  const isOf = (request: string, { answers: [first] }: Called): boolean => {
    if (first === undefined) return true;
    const exchange = byNumber.get(first);
    return exchange !== undefined && requestOf(exchange.company, exchange.request) === request;
  };

  return (call, record) => {
    const request = requestOf(call.company, call);
    const words = `${call.method} ${redact(call.path)}`;
    // parallel calls that are equal differ only in their turns; a changed check makes other calls
    const own = calls.get(callsMade++);
    const isOwn = own !== undefined && isOf(request, own);
    return order.ask<Exchange>({
      words,
      isAnsweredBy: (input) => 'answers' in input && (isOwn ? input === own : isOf(request, input)),
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
};

/** A clock that shows the recorded times. */
const recordedTime = (order: RecordedOrder): Time => {
  let lastNow = 0;
  const wait: Time['wait'] = (milliseconds, signal) =>
    order.ask({
      words: `a wait of ${milliseconds} ms`,
      isAnsweredBy: (input) => 'waited' in input && input.waited === milliseconds,
      valueOf: () => {},
      otherwise: () => {},
      signal,
    });
  return {
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
  };
};

/** Gives companies to the check in the recorded order. `mailboxes` get the registrations of that time. */
const recordedLock = (order: RecordedOrder, mailboxes: ReadonlyMap<string, Mailbox>, company: string): CompanyLock => ({
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

/** Plays a recorded try back: the same inputs in the same order, without a network. */
export const playback = (recorded: RecordedTry): Playback => {
  const { handle, recording, deliveries } = recorded;
  const order = recordedOrder(recording.inputs);
  const capture = recordedCapture(order, deliveries);
  const mailboxes = new Map<string, Mailbox>(
    Object.entries(handle.mailboxes).map(([company, mailbox]) => [company, { ...mailbox }]),
  );
  return {
    environment: {
      handle,
      keepsEvidence: true,
      client: { send: recordedSend(order, recorded) },
      time: recordedTime(order),
      receiver(company) {
        const mailbox = mailboxes.get(company);
        return mailbox && { mailbox, capture };
      },
      lock: (company) => recordedLock(order, mailboxes, company),
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
