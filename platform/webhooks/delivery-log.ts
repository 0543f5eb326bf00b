import type { Outcome, WebhookTarget } from '../policy/webhooks.ts';

export interface Attempt {
  /** From 1. */
  number: number;
  url: string;
  startedAt: string;
  /** Null until the receiver has answered. */
  outcome: Outcome | null;
}

/** The delivery of one notification. */
export interface Delivery {
  id: string;
  companyId: string;
  couponId: string;
  code: string;
  orderId: string | null;
  state: 'waiting' | 'sending' | 'delivered' | 'given-up' | 'not-registered';
  attempts: Attempt[];
  nextAttemptAt: string | null;
  /** The receiver of a delivery that does not follow the registration. */
  fixedTarget: WebhookTarget | undefined;
}

const maxSettled = 10_000;

/** Keeps every pending delivery and the latest settled ones. */
export interface DeliveryLog {
  add(delivery: Delivery): void;
  settled(delivery: Delivery): void;
  ofCompany(companyId: string): Delivery[];
}

export function createDeliveryLog(): DeliveryLog {
  const underWay = new Set<Delivery>();
  const settled = new Set<Delivery>();
  return {
    add: (delivery) => underWay.add(delivery),
    settled(delivery) {
      underWay.delete(delivery);
      settled.add(delivery);
      if (settled.size <= maxSettled) return;
      for (const oldest of settled) {
        settled.delete(oldest);
        break;
      }
    },
    ofCompany: (companyId) => [...settled, ...underWay].filter((delivery) => delivery.companyId === companyId),
  };
}
