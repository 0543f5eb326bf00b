import { omitUndefined } from '../../core/omit-undefined.ts';
import type { OtherCompany, PartnerAttempt } from '../../core/partner-record.ts';
import { comesWithin, type Runtime } from '../../fixtures/runtime.ts';
import type { Outcome } from '../../platform/policy/webhooks.ts';
import type { AttemptRequest, Sender } from '../../platform/webhooks/sender.ts';
import { isAccepted, statusOf } from '../obligations/model/read-call.ts';
import { AnswerLost, type Surroundings } from '../surroundings.ts';
import {
  codeIn,
  companyIdIn,
  forged,
  inAnotherForm,
  type Notification,
  withUnknownFields,
} from './changed-notifications.ts';
import type { AttemptDisturbance, Disturbances, Hit } from './disturbances.ts';
import type { Registration } from './panel.ts';
import type { Transcript } from './transcript.ts';

interface RelayOptions {
  surroundings: Surroundings;
  transcript: Transcript;
  disturbances: Disturbances;
  /** The receiver's timeout, in milliseconds. */
  receiverMs: number;
  /** The company with this id at the platform; undefined for the first one. */
  companyOf: (id: string) => OtherCompany | undefined;
  /** The registration of a company now; undefined without one. */
  registrationOf: (company: OtherCompany | undefined) => Promise<Registration | undefined>;
  /** Called with each new code before its first notification. */
  onCoupon: (code: string, company: OtherCompany | undefined) => Promise<void>;
  /** Called with an error of Selo itself. */
  onFault: (error: unknown) => void;
}

/** Passes the platform's notifications to the partner's receiver, records each attempt, and may disturb it. */
export interface Relay {
  /** Sends the platform's notifications. */
  sender: Sender;
  /** Resolves when no copy or late repeat is left to send. */
  idle(): Promise<void>;
  /** Resolves with whether an attempt ends within this time. */
  untilAnswered(maxMs: number): Promise<boolean>;
}

const reset: Outcome = { kind: 'failed', code: 'ECONNRESET' };

/** Something that happens again and again, and that others wait for. */
const createEvent = (runtime: Pick<Runtime, 'setTimer'>) => {
  let next = Promise.withResolvers<void>();
  return {
    occur(): void {
      next.resolve();
      next = Promise.withResolvers();
    },
    /** Resolves when it happens next, at the latest after this time. */
    within: (maxMs: number): Promise<boolean> => comesWithin(runtime, next.promise, maxMs),
  };
};

type Post = (notification: Notification, fault?: number) => Promise<PartnerAttempt>;

/** Posts notifications to the partner's receiver, and records each attempt. */
const createPost = ({ surroundings, transcript, receiverMs, companyOf }: RelayOptions, closing: AbortSignal): Post => {
  const answerTo = async ({ url, headers, body }: Notification): Promise<PartnerAttempt['answer']> => {
    try {
      const reached = await surroundings.reachPartner({
        url,
        method: 'POST',
        headers,
        body,
        timeoutMs: receiverMs,
        signal: closing,
      });
      await reached.discard();
      return { status: reached.status };
    } catch (error) {
      if (!(error instanceof AnswerLost)) throw error;
      return { lost: error.how };
    }
  };

  return async (notification, fault) => {
    const { url, headers, shownHeaders = headers, body } = notification;
    const atMs = transcript.now();
    const answer = await answerTo(notification);
    return transcript.attempt({
      atMs,
      tookMs: transcript.since(atMs),
      path: new URL(url).pathname,
      headers: shownHeaders,
      body,
      code: codeIn(body),
      answer,
      ...omitUndefined({ company: companyOf(companyIdIn(body)), fault }),
    });
  };
};

/** Sends copies of notifications, while the notifications go on. */
const createCopies = (
  { surroundings: { runtime }, companyOf, registrationOf, onFault }: RelayOptions,
  post: Post,
  closing: AbortSignal,
) => {
  const underWay = new Set<Promise<unknown>>();

  /** A notification as the registration has it now, which may have changed since the first attempt. */
  const addressedNow = async (notification: Notification): Promise<Notification> => {
    const registration = await registrationOf(companyOf(companyIdIn(notification.body)));
    if (registration === undefined) return notification;
    const { authorization: _, ...others } = notification.headers;
    const { url, bearerToken } = registration;
    const headers = bearerToken === undefined ? others : { ...others, authorization: `Bearer ${bearerToken}` };
    return { ...notification, url, headers };
  };

  const sendAll = async (
    notification: Notification,
    { disturbance, entry }: Hit<AttemptDisturbance>,
  ): Promise<void> => {
    await disturbance.after;
    const isLate = disturbance.kind === 'late repeat';
    if (isLate) await runtime.pause(disturbance.delayMs ?? 0, closing);
    const current = isLate ? await addressedNow(notification) : notification;
    for (let number = 0; number < (disturbance.copies ?? 1); number += 1) {
      const isRewritten = disturbance.kind === 'repeated in another form';
      const copied = await post(isRewritten ? inAnotherForm(current, number) : current, entry.number);
      entry.attempt = copied.number;
    }
  };

  return {
    start(notification: Notification, hit: Hit<AttemptDisturbance>): void {
      const done = sendAll(notification, hit)
        .catch(onFault)
        .finally(() => underWay.delete(done));
      underWay.add(done);
    },
    async idle(): Promise<void> {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
};

/** What the disturbances of notifications use. */
interface Posting {
  post: Post;
  copies: ReturnType<typeof createCopies>;
  /** An acknowledgment of any notification. */
  acknowledged: ReturnType<typeof createEvent>;
}

/**
 * Posts a notification with its disturbance. Resolves with the status that the platform gets; undefined if the response
 * is lost.
 */
const postDisturbed = async (
  notification: Notification,
  hit: Hit<AttemptDisturbance>,
  { post, copies, acknowledged }: Posting,
): Promise<number | undefined> => {
  const { disturbance, entry } = hit;
  const postAffected: Post = async (changed, fault) => {
    const attempt = await post(changed, fault);
    entry.attempt = attempt.number;
    return attempt;
  };
  switch (disturbance.kind) {
    case 'wrong bearer':
    case 'no bearer':
      await postAffected(forged(notification, disturbance.kind, entry.number), entry.number);
      return statusOf(await post(notification));
    case 'overtaken':
      // waits until the next acknowledged notification overtakes it
      await acknowledged.within(disturbance.delayMs ?? 0);
      return statusOf(await postAffected(notification));
    case 'unknown fields':
      return statusOf(await postAffected(withUnknownFields(notification), entry.number));
    case 'acknowledgment lost':
      await postAffected(notification);
      return undefined;
    case 'repeated':
    case 'repeated in another form':
    case 'late repeat': {
      const { isTogether = false } = disturbance;
      if (isTogether) copies.start(notification, hit);
      const attempt = await post(notification);
      if (!isTogether && isAccepted(attempt)) copies.start(notification, hit);
      return statusOf(attempt);
    }
  }
};

export const createRelay = (options: RelayOptions): Relay => {
  const { disturbances, companyOf, onCoupon, onFault } = options;
  const { runtime } = options.surroundings;
  const closing = new AbortController();
  const seen = new Set<string>();
  const acknowledged = createEvent(runtime);
  const answered = createEvent(runtime);
  const postOnce = createPost(options, closing.signal);

  const post: Post = async (notification, fault) => {
    const attempt = await postOnce(notification, fault);
    if (isAccepted(attempt)) acknowledged.occur();
    return attempt;
  };

  const copies = createCopies(options, post, closing.signal);

  const deliver = async (notification: Notification): Promise<number | undefined> => {
    const code = codeIn(notification.body);
    const isFirst = !seen.has(code);
    seen.add(code);
    if (isFirst) await onCoupon(code, companyOf(companyIdIn(notification.body)));
    const hit = isFirst ? disturbances.takeForAttempt() : undefined;
    return hit === undefined
      ? statusOf(await post(notification))
      : await postDisturbed(notification, hit, { post, copies, acknowledged });
  };

  const outcomeOf = async ({ url, headers: { authorization }, body }: AttemptRequest): Promise<Outcome> => {
    const headers = { 'content-type': 'application/json', ...omitUndefined({ authorization }) };
    try {
      const status = await deliver({ url, headers, body });
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
            answered.occur();
          });
        }),
      close: () => closing.abort(),
    },
    idle: copies.idle,
    untilAnswered: answered.within,
  };
};
