import type { Choices } from '../choices.ts';
import type { Company } from '../company.ts';
import { newUuid } from '../ids.ts';
import type { Policy } from '../policy/policy.ts';
import type { NotificationCause, Outcome } from '../policy/webhooks.ts';
import type { Runtime } from '../runtime.ts';
import type { Coupon } from '../tables/records.ts';
import { createDeliveryLog, type Delivery } from './delivery-log.ts';
import { createTurnstile } from './turnstile.ts';

/** Delivers notifications asynchronously, each on its own schedule (Events › Delivery). */
export interface DeliveryQueue {
  /** Enqueues the notification of a coupon, if the cause is one that notifies. */
  notify(coupon: Pick<Coupon, 'companyId' | 'id' | 'code' | 'orderId'>, cause: NotificationCause): void;
  ofCompany(companyId: string): Delivery[];
  /** Stops every delivery where it is. */
  close(): void;
}

export function startDeliveryQueue(
  { webhooks, timeScale }: Policy,
  choices: Choices,
  companyOf: (companyId: string) => Company | undefined,
  runtime: Runtime,
): DeliveryQueue {
  const log = createDeliveryLog();
  const pending = new Set<() => void>();
  const sender = runtime.openSender({ keepAlive: choices.webhooks.connection === 'keep-alive' });
  const turnstile = createTurnstile(choices.webhooks.inFlightMax);
  let isClosed = false;

  const targetOf = (companyId: string, attempt: number) => {
    const company = companyOf(companyId);
    return webhooks.target({
      current: company?.registration,
      former: company?.formerRegistration,
      attempt,
    });
  };

  const settle = (delivery: Delivery, state: Delivery['state']) => {
    delivery.state = state;
    delivery.nextAttemptAt = null;
    log.settled(delivery);
  };

  const schedule = (delivery: Delivery, documentedSeconds: number) => {
    const delayMs = documentedSeconds * timeScale * 1_000;
    delivery.state = 'waiting';
    delivery.nextAttemptAt = new Date(runtime.now() + delayMs).toISOString();
    const cancel = runtime.setTimer(Math.round(delayMs), () => {
      pending.delete(cancel);
      void sendNext(delivery);
    });
    pending.add(cancel);
  };

  const send = async (delivery: Delivery, url: string, bearerToken: string | undefined): Promise<Outcome> => {
    const number = delivery.attempts.length + 1;
    const { companyId, couponId, code, orderId } = delivery;
    const extra = choices.answers.extraFields.payloads ? { event: 'coupon_create', deliveryId: delivery.id } : {};
    const payload = {
      ...extra,
      ...webhooks.payload({ companyId, couponId, code, orderId, attempt: number }),
    };
    const authorization = webhooks.authorization({ bearerToken, attempt: number });
    const record = {
      number,
      url,
      startedAt: new Date(runtime.now()).toISOString(),
      outcome: null,
    };
    delivery.attempts.push(record);
    const outcome = await sender.send({
      url,
      method: webhooks.method,
      headers: {
        'content-type': webhooks.contentType,
        ...(authorization === undefined ? {} : { authorization }),
      },
      framing: choices.webhooks.framing,
      body: JSON.stringify(payload),
      timeoutMs: Math.max(webhooks.timeoutSeconds * timeScale * 1_000, choices.webhooks.timeoutFloorMs),
      followsRedirects: webhooks.followsRedirects,
    });
    Object.assign(record, { outcome });
    return outcome;
  };

  const sendNext = async (delivery: Delivery) => {
    const number = delivery.attempts.length + 1;
    const target = delivery.fixedTarget ?? targetOf(delivery.companyId, number);
    if (target === undefined) return settle(delivery, 'not-registered');
    delivery.state = 'sending';
    delivery.nextAttemptAt = null;
    const leave = await turnstile.enter(new URL(target.url).origin);
    if (isClosed) return;
    const outcome = await send(delivery, target.url, target.bearerToken);
    leave();
    if (isClosed) return;
    if (webhooks.isSuccess(outcome)) return settle(delivery, 'delivered');
    if (number >= webhooks.attemptsMax) return settle(delivery, 'given-up');
    schedule(delivery, webhooks.delaySeconds(number) * (1 + runtime.random() * choices.webhooks.backoffJitterShare));
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
        fixedTarget: choices.webhooks.pendingFollowsRegistration ? undefined : target,
      };
      log.add(delivery);
      if (target === undefined) settle(delivery, 'not-registered');
      else
        schedule(
          delivery,
          webhooks.queueSeconds(
            choices.webhooks.queueDelaySeconds * (1 + runtime.random() * choices.webhooks.queueJitterShare),
          ),
        );
    },
    ofCompany: log.ofCompany,
    close() {
      isClosed = true;
      for (const cancel of pending) cancel();
      pending.clear();
      sender.close();
    },
  };
}
