import { omitUndefined } from '../../core/omit-undefined.ts';
import type { PartnerAttempt } from '../../core/partner-record.ts';
import type { Outcome } from '../../platform/policy/webhooks.ts';
import type { AttemptRequest, Sender } from '../../platform/webhooks/sender.ts';
import { isAccepted, statusOf } from '../obligations/model/read-call.ts';
import { AnswerLost, type Surroundings } from '../surroundings.ts';
import { atMost } from './at-most.ts';
import { codeIn, forged, inAnotherForm, type Notification, withUnknownFields } from './changed-notifications.ts';
import type { AttemptDisturbance, Disturbances, Hit } from './disturbances.ts';
import type { Transcript } from './transcript.ts';

interface RelayOptions {
  surroundings: Surroundings;
  transcript: Transcript;
  disturbances: Disturbances;
  /** The receiver's timeout, in milliseconds. */
  receiverMs: number;
  /** Called with each new code before its first notification. */
  onCoupon: (code: string) => Promise<void>;
  /** Called with an error of Selo itself. */
  onFault: (error: unknown) => void;
}

/** Passes the platform's notifications to the partner's receiver, records each attempt, and may disturb it. */
export interface Relay {
  /** Sends the platform's notifications. */
  sender: Sender;
  /** Resolves when no copy or late repeat is left to send. */
  idle(): Promise<void>;
  /** Waits until the next attempt ends, at most `maxMs`. */
  untilAnswered(maxMs: number): Promise<void>;
}

const reset: Outcome = { kind: 'failed', code: 'ECONNRESET' };

export const createRelay = (options: RelayOptions): Relay => {
  const { surroundings, transcript, disturbances, receiverMs, onCoupon, onFault } = options;
  const { runtime, reachPartner } = surroundings;
  const closing = new AbortController();
  const underWay = new Set<Promise<unknown>>();
  const seen = new Set<string>();

  let nextTaken = Promise.withResolvers<void>();
  let nextAnswered = Promise.withResolvers<void>();

  const track = (work: Promise<unknown>): void => {
    const done = work.catch(onFault).finally(() => underWay.delete(done));
    underWay.add(done);
  };

  const post = async (
    { url, headers, shownHeaders = headers, body }: Notification,
    fault?: number,
  ): Promise<PartnerAttempt> => {
    const atMs = transcript.now();
    let answer: PartnerAttempt['answer'];
    try {
      const reached = await reachPartner({
        url,
        method: 'POST',
        headers,
        body,
        timeoutMs: receiverMs,
        signal: closing.signal,
      });
      await reached.discard();
      answer = { status: reached.status };
    } catch (error) {
      if (!(error instanceof AnswerLost)) throw error;
      answer = { lost: error.how };
    }
    const attempt = transcript.attempt({
      atMs,
      tookMs: transcript.since(atMs),
      path: new URL(url).pathname,
      headers: shownHeaders,
      body,
      code: codeIn(body),
      answer,
      ...omitUndefined({ fault }),
    });
    if (isAccepted(attempt)) {
      nextTaken.resolve();
      nextTaken = Promise.withResolvers();
    }
    return attempt;
  };

  const copy = async (notification: Notification, { disturbance, entry }: Hit<AttemptDisturbance>): Promise<void> => {
    if (disturbance.kind === 'late repeat') await runtime.pause(disturbance.delayMs ?? 0, closing.signal);
    for (let number = 0; number < (disturbance.copies ?? 1); number += 1) {
      const isRewritten = disturbance.kind === 'repeated in another form';
      const copied = await post(isRewritten ? inAnotherForm(notification, number) : notification, entry.number);
      entry.attempt = copied.number;
    }
  };

  /** The status that the platform gets; undefined if the response is lost. */
  const deliver = async (notification: Notification): Promise<number | undefined> => {
    const code = codeIn(notification.body);
    const isFirst = !seen.has(code);
    seen.add(code);
    if (isFirst) await onCoupon(code);
    const hit = isFirst ? disturbances.takeForAttempt() : undefined;
    if (hit === undefined) return statusOf(await post(notification));
    const { disturbance, entry } = hit;
    switch (disturbance.kind) {
      case 'wrong bearer':
      case 'no bearer': {
        const sent = await post(forged(notification, disturbance.kind, entry.number), entry.number);
        entry.attempt = sent.number;
        return statusOf(await post(notification));
      }
      case 'overtaken': {
        // waits until the next acknowledged notification overtakes it
        await atMost(runtime, nextTaken.promise, disturbance.delayMs ?? 0);
        const attempt = await post(notification);
        entry.attempt = attempt.number;
        return statusOf(attempt);
      }
      case 'unknown fields': {
        const attempt = await post(withUnknownFields(notification), entry.number);
        entry.attempt = attempt.number;
        return statusOf(attempt);
      }
      case 'acknowledgment lost': {
        const attempt = await post(notification);
        entry.attempt = attempt.number;
        return undefined;
      }
      case 'repeated':
      case 'repeated in another form':
      case 'late repeat': {
        const { isTogether = false } = disturbance;
        if (isTogether) track(copy(notification, hit));
        const attempt = await post(notification);
        if (!isTogether && isAccepted(attempt)) track(copy(notification, hit));
        return statusOf(attempt);
      }
    }
  };

  const outcomeOf = async (attempt: AttemptRequest): Promise<Outcome> => {
    const { authorization } = attempt.headers;
    try {
      const status = await deliver({
        url: attempt.url,
        headers: { 'content-type': 'application/json', ...omitUndefined({ authorization }) },
        body: attempt.body,
      });
      return status === undefined ? reset : { kind: 'answered', status };
    } catch (error) {
      onFault(error);
      return reset;
    }
  };

  return {
    sender: {
      send: (attempt) =>
        new Promise((resolve) => {
          const cancel = runtime.setTimer(attempt.timeoutMs, () => resolve({ kind: 'timed-out' }));
          void outcomeOf(attempt).then(async (outcome) => {
            cancel();
            resolve(outcome);
            await runtime.turn();
            nextAnswered.resolve();
            nextAnswered = Promise.withResolvers();
          });
        }),
      close: () => closing.abort(),
    },
    async idle() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
    untilAnswered: (maxMs) => atMost(runtime, nextAnswered.promise, maxMs),
  };
};
