import type { Choices } from '../choices.ts';
import type { Company } from '../company.ts';
import { newUuid } from '../ids.ts';
import type { Later } from '../later.ts';
import type { Policy } from '../policy/policy.ts';
import type { NotificationCause, WebhookTarget } from '../policy/webhooks.ts';
import type { Runtime } from '../runtime.ts';
import type { Coupon } from '../tables/records.ts';
import { type Attempt, createDeliveryLog, type Delivery } from './delivery-log.ts';
import type { AttemptRequest } from './sender.ts';
import { createTurnstile } from './turnstile.ts';

/** Delivers notifications asynchronously, each on its own schedule (Events › Delivery). */
export interface DeliveryQueue {
  /** Enqueues the notification of a coupon, if the cause is one that notifies. */
  notify(coupon: Pick<Coupon, 'companyId' | 'id' | 'code' | 'orderId'>, cause: NotificationCause): void;
  ofCompany(companyId: string): Delivery[];
  /** Stops every attempt. The next ones end with the timers of the platform. */
  close(): void;
}

/** The next attempt of a delivery. */
const nextRequest = (
  { webhooks, timeScale }: Policy,
  { answers, webhooks: chosen }: Choices,
  { id, companyId, couponId, code, orderId, attempts }: Delivery,
  { url, bearerToken }: WebhookTarget,
): AttemptRequest => {
  const attempt = attempts.length + 1;
  const payload = {
    ...(answers.extraFields.payloads ? { event: 'coupon_create', deliveryId: id } : {}),
    ...webhooks.payload({ companyId, couponId, code, orderId, attempt }),
  };
  const authorization = webhooks.authorization({ bearerToken, attempt });
  return {
    url,
    method: webhooks.method,
    headers: {
      'content-type': webhooks.contentType,
      ...(authorization === undefined ? {} : { authorization }),
    },
    framing: chosen.framing,
    body: JSON.stringify(payload),
    timeoutMs: Math.max(webhooks.timeoutSeconds * timeScale * 1_000, chosen.timeoutFloorMs),
    followsRedirects: webhooks.followsRedirects,
  };
};

export function startDeliveryQueue(
  policy: Policy,
  choices: Choices,
  companyOf: (companyId: string) => Company | undefined,
  runtime: Runtime,
  later: Later,
): DeliveryQueue {
  const { webhooks, timeScale } = policy;
  const chosen = choices.webhooks;
  const log = createDeliveryLog();
  const sender = runtime.openSender({ keepAlive: chosen.connection === 'keep-alive' });
  const turnstile = createTurnstile(chosen.maxInFlight);
  let isClosed = false;

  const targetOf = (companyId: string, attempt: number): WebhookTarget | undefined => {
    const company = companyOf(companyId);
    return webhooks.target({ current: company?.registration, former: company?.formerRegistration, attempt });
  };

  const settle = (delivery: Delivery, state: Delivery['state']): void => {
    delivery.state = state;
    delivery.nextAttemptAt = null;
    log.settled(delivery);
  };

  const schedule = (delivery: Delivery, documentedSeconds: number): void => {
    const delayMs = documentedSeconds * timeScale * 1_000;
    delivery.state = 'waiting';
    delivery.nextAttemptAt = new Date(runtime.now() + delayMs).toISOString();
    later.afterMs(Math.round(delayMs), () => void sendNext(delivery));
  };

  const sendNext = async (delivery: Delivery): Promise<void> => {
    const number = delivery.attempts.length + 1;
    const target = delivery.fixedTarget ?? targetOf(delivery.companyId, number);
    if (target === undefined) return settle(delivery, 'not-registered');
    delivery.state = 'sending';
    delivery.nextAttemptAt = null;
    const leave = await turnstile.enter(new URL(target.url).origin);
    if (isClosed) return;
    const request = nextRequest(policy, choices, delivery, target);
    const attempt: Attempt = {
      number,
      url: target.url,
      startedAt: new Date(runtime.now()).toISOString(),
      outcome: null,
    };
    delivery.attempts.push(attempt);
    const outcome = await sender.send(request);
    attempt.outcome = outcome;
    leave();
    if (isClosed) return;
    if (webhooks.isSuccess(outcome)) return settle(delivery, 'delivered');
    if (number >= webhooks.maxAttempts) return settle(delivery, 'given-up');
    schedule(delivery, webhooks.delaySeconds(number) * (1 + runtime.random() * chosen.backoffJitterShare));
  };

  return {
    notify({ companyId, id: couponId, code, orderId }, cause) {
      if (!webhooks.isSent(cause)) return;
      const target = targetOf(companyId, 1);
      const delivery: Delivery = {
        id: newUuid(4, runtime),
        companyId,
        couponId,
        code,
        orderId,
        state: 'waiting',
        attempts: [],
        nextAttemptAt: null,
        fixedTarget: chosen.pendingFollowsRegistration ? undefined : target,
      };
      log.add(delivery);
      if (target === undefined) return settle(delivery, 'not-registered');
      const queuedSeconds = chosen.queueDelaySeconds * (1 + runtime.random() * chosen.queueJitterShare);
      schedule(delivery, webhooks.queueSeconds(queuedSeconds));
    },
    ofCompany: log.ofCompany,
    close() {
      isClosed = true;
      sender.close();
    },
  };
}
