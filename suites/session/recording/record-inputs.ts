import { omitUndefined } from '../../../core/omit-undefined.ts';
import type { Input } from '../../../core/recording.ts';
import { messageOf } from '../../../fixtures/reading/message-of.ts';
import type { CheckEnvironment, Receiver } from '../environment.ts';

/** The environment of a try, and the inputs that it gave to the try. */
export interface RecordedInputs {
  environment: CheckEnvironment;
  inputs: Input[];
}

/** Records the inputs of one try of a check, so that the try can be judged again without a target. */
export const recordInputs = (environment: CheckEnvironment): RecordedInputs => {
  const inputs: Input[] = [];
  let turn: Promise<unknown> = Promise.resolve();
  let callsMade = 0;
  let callsAnswered = 0;
  let isOver = false;

  const keep = (noted: Input): void => {
    if (!isOver) inputs.push(noted);
  };

  /**
   * Passes on one input at a time. Otherwise, what the check does with one would mix with what it does with the next.
   */
  const inTurn = async (noted: Input): Promise<void> => {
    const before = turn;
    turn = before.then(() => environment.time.turn());
    await before;
    keep(noted);
  };

  /** The turn in which a call was made, unless its response came in the same turn. */
  const ofCall = (call: number): { call?: number } => {
    const turnOfAnswer = callsAnswered++;
    return call === turnOfAnswer ? {} : { call };
  };

  const note = async <T>(asked: Promise<T>, noted: (value: T) => Input): Promise<T> => {
    const value = await asked;
    await inTurn(noted(value));
    return value;
  };

  const recordedReceiver = ({ capture, mailbox }: Receiver): Receiver => ({
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
        note(capture.waitFor(filter, until, options), () => ({
          deliveries: filter.order ?? filter.code ?? '',
        })),
      dropped() {
        const dropped = capture.dropped();
        if (dropped > 0) keep({ dropped });
        return dropped;
      },
    },
  });

  return {
    inputs,
    environment: {
      ...environment,
      client: {
        async send(asked, record) {
          const answers: number[] = [];
          const call = callsMade++;
          try {
            const answer = await environment.client.send(asked, (exchange) => {
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
      },
      time: {
        ...environment.time,
        now() {
          const now = environment.time.now();
          keep({ now });
          return now;
        },
        wait: (milliseconds, signal) =>
          note(environment.time.wait(milliseconds, signal), () => ({ waited: milliseconds })),
        pause: (milliseconds, signal) =>
          note(environment.time.pause(milliseconds, signal), () => ({ waited: milliseconds })),
      },
      receiver(company) {
        const receiver = environment.receiver(company);
        return receiver && recordedReceiver(receiver);
      },
      lock(company) {
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
      },
      ended() {
        isOver = true;
        environment.ended();
      },
      nextDisposableUser() {
        const user = environment.nextDisposableUser();
        keep({ user });
        return user;
      },
    },
  };
};
