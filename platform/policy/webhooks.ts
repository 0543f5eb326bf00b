/** The result of one attempt. */
export type Outcome =
  | { kind: 'answered'; status: number }
  | { kind: 'timed-out' }
  /** No answer: refused, reset, unknown host. `code` is the system's. */
  | { kind: 'failed'; code: string };

export type NotificationCause = 'flow' | 'POST /coupons' | 'POST /coupons/shared' | 'giftback-canceled';

export interface WebhookTarget {
  url: string;
  bearerToken: string | undefined;
}

export interface NotificationFacts {
  code: string;
  couponId: string;
  orderId: string | null;
  companyId: string;
  /** From 1. */
  attempt: number;
}

/** Events. */
export interface WebhooksPolicy {
  /** Events › Trigger. */
  isSent(cause: NotificationCause): boolean;
  /** The receiver of an attempt; undefined sends nothing. `former` is the registration before its last change or removal. */
  target(facts: {
    current: WebhookTarget | undefined;
    former: WebhookTarget | undefined;
    attempt: number;
  }): WebhookTarget | undefined;
  /** Documented seconds that a notification waits in the queue. The document only says that it waits. */
  queueSeconds(chosen: number): number;
  method: string;
  contentType: string;
  authorization(facts: { bearerToken: string | undefined; attempt: number }): string | undefined;
  payload(facts: NotificationFacts): object;
  /** Documented seconds. */
  timeoutSeconds: number;
  isSuccess(outcome: Outcome): boolean;
  maxAttempts: number;
  /** Documented seconds between the failure of an attempt (counted from 1) and the next one. */
  delaySeconds(attempt: number): number;
  followsRedirects: boolean;
}

export const webhooksPolicy: WebhooksPolicy = {
  isSent: (cause) => cause === 'flow',
  target: ({ current }) => current,
  queueSeconds: (chosen) => chosen,
  method: 'POST',
  contentType: 'application/json',
  authorization: ({ bearerToken }) => (bearerToken === undefined ? undefined : `Bearer ${bearerToken}`),
  payload: ({ code, couponId, orderId, companyId }) => ({ code, id: couponId, orderId, companyId }),
  timeoutSeconds: 5,
  isSuccess: (outcome) => outcome.kind === 'answered' && outcome.status >= 200 && outcome.status <= 299,
  maxAttempts: 10,
  delaySeconds: (attempt) => 2 ** attempt,
  followsRedirects: false,
};
