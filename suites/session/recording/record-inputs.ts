import { omitUndefined } from '../../../core/omit-undefined.ts';
import type { Input } from '../../../core/recording.ts';
import { messageOf } from '../../../fixtures/reading/message-of.ts';
import type { CompanyLock } from '../company-lock.ts';
import type { CheckEnvironment, Receiver, Time } from '../environment.ts';

/** The environment of a try, and the inputs that it gave to the try. */
export interface RecordedInputs {
  environment: CheckEnvironment;
  inputs: Input[];
}

/** The inputs of one try, in the order in which it got them. */
interface Notes {
  inputs: Input[];
  keep(noted: Input): void;
  /** Passes on one input at a time. Otherwise, what the check does with one would mix with what it does with the next. */
  inTurn(noted: Input): Promise<void>;
  /** Passes on what was asked for, in its turn. */
  note<T>(asked: Promise<T>, noted: (value: T) => Input): Promise<T>;
  /** Keeps no more. */
  close(): void;
}

const notesFor = ({ time }: CheckEnvironment): Notes => {
  const inputs: Input[] = [];
  let turn: Promise<unknown> = Promise.resolve();
  let isOver = false;
  const keep = (noted: Input): void => {
    if (!isOver) inputs.push(noted);
  };
  const inTurn = async (noted: Input): Promise<void> => {
    const before = turn;
    turn = before.then(() => time.turn());
    await before;
    keep(noted);
  };
  return {
    inputs,
    keep,
    inTurn,
    async note(asked, noted) {
      const value = await asked;
      await inTurn(noted(value));
      return value;
    },
    close() {
      isOver = true;
    },
  };
};

const recordedClient = ({ inTurn }: Notes, client: CheckEnvironment['client']): CheckEnvironment['client'] => {
  let callsMade = 0;
  let callsAnswered = 0;
  /** The turn in which a call was made, unless its response came in the same turn. */
  const ofCall = (call: number): { call?: number } => (call === callsAnswered++ ? {} : { call });
  return {
    async send(asked, record) {
      const answers: number[] = [];
      const call = callsMade++;
      try {
        const answer = await client.send(asked, (exchange) => {
          answers.push(exchange.number);
          record(exchange);
        });
        await inTurn({ answers, ...ofCall(call) });
        return answer;
      } catch (error) {
        await inTurn({ answers, unavailable: messageOf(error), ...ofCall(call) });
        throw error;
      }
    },
  };
};

const recordedTime = ({ keep, note }: Notes, time: Time): Time => ({
  ...time,
  now() {
    const now = time.now();
    keep({ now });
    return now;
  },
  wait: (milliseconds, signal) => note(time.wait(milliseconds, signal), () => ({ waited: milliseconds })),
  pause: (milliseconds, signal) => note(time.pause(milliseconds, signal), () => ({ waited: milliseconds })),
});

const recordedReceiver = ({ keep, note }: Notes, { capture, mailbox }: Receiver): Receiver => ({
  mailbox,
  capture: {
    openMailbox: (...asked) => note(capture.openMailbox(...asked), (url) => ({ url })),
    async openListener(id) {
      const { url, close, reopen } = await note(capture.openListener(id), (opened) => ({ url: opened.url }));
      return {
        url,
        close: () => note(close(), () => ({ listener: 'closed' })),
        reopen: () => note(reopen(), () => ({ listener: 'open' })),
      };
    },
    script: (id, key, steps) =>
      note(capture.script(id, key, steps), () => ({ scripted: 'order' in key ? key.order : key.code })),
    waitFor: (filter, until, options) =>
      note(capture.waitFor(filter, until, options), () => ({ deliveries: filter.order ?? filter.code ?? '' })),
    dropped() {
      const dropped = capture.dropped();
      if (dropped > 0) keep({ dropped });
      return dropped;
    },
  },
});

const recordedLock = ({ note }: Notes, environment: CheckEnvironment, company: string): CompanyLock => {
  const lock = environment.lock(company);
  return {
    load: lock.load,
    share: () => note(lock.share(), () => ({ shared: company })),
    takeAlone: () =>
      note(lock.takeAlone(), () => {
        const registration = environment.receiver(company)?.mailbox.registrationId;
        return { alone: company, ...omitUndefined({ registration }) };
      }),
  };
};

/** Records the inputs of one try of a check, so that the try can be judged again without a target. */
export const recordInputs = (environment: CheckEnvironment): RecordedInputs => {
  const notes = notesFor(environment);
  return {
    inputs: notes.inputs,
    environment: {
      ...environment,
      client: recordedClient(notes, environment.client),
      time: recordedTime(notes, environment.time),
      receiver(company) {
        const receiver = environment.receiver(company);
        return receiver && recordedReceiver(notes, receiver);
      },
      lock: (company) => recordedLock(notes, environment, company),
      ended() {
        notes.close();
        environment.ended();
      },
      nextDisposableUser() {
        const user = environment.nextDisposableUser();
        notes.keep({ user });
        return user;
      },
    },
  };
};
