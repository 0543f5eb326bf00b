import {
  type CouponsPolicy,
  couponsPolicy,
  type GiftbacksPolicy,
  giftbacksPolicy,
  type SharedCouponsPolicy,
  sharedCouponsPolicy,
} from './coupons.ts';
import { type DatesPolicy, datesPolicy } from './dates.ts';
import { type CredentialsPolicy, credentialsPolicy, type EdgePolicy, edgePolicy } from './edge.ts';
import { type ErrorsPolicy, errorsPolicy } from './errors.ts';
import { type FlowsPolicy, flowsPolicy } from './flows.ts';
import { type IdentityPolicy, type IsolationPolicy, identityPolicy, isolationPolicy } from './identity.ts';
import { type OrdersPolicy, ordersPolicy } from './orders.ts';
import { type PagesPolicy, pagesPolicy } from './pages.ts';
import { type WebhooksPolicy, webhooksPolicy } from './webhooks.ts';
import { type WritesPolicy, writesPolicy } from './writes.ts';

/** What the document specifies: numbers, texts and pure decisions. The file of each group names its section. */
export interface Policy {
  /** Real seconds per documented second, for the queue, the backoff and the delivery timeout. */
  timeScale: number;
  edge: EdgePolicy;
  credentials: CredentialsPolicy;
  isolation: IsolationPolicy;
  errors: ErrorsPolicy;
  writes: WritesPolicy;
  pages: PagesPolicy;
  dates: DatesPolicy;
  identity: IdentityPolicy;
  orders: OrdersPolicy;
  coupons: CouponsPolicy;
  sharedCoupons: SharedCouponsPolicy;
  giftbacks: GiftbacksPolicy;
  flows: FlowsPolicy;
  webhooks: WebhooksPolicy;
}

export const documentedPolicy: Policy = {
  timeScale: 1,
  edge: edgePolicy,
  credentials: credentialsPolicy,
  isolation: isolationPolicy,
  errors: errorsPolicy,
  writes: writesPolicy,
  pages: pagesPolicy,
  dates: datesPolicy,
  identity: identityPolicy,
  orders: ordersPolicy,
  coupons: couponsPolicy,
  sharedCoupons: sharedCouponsPolicy,
  giftbacks: giftbacksPolicy,
  flows: flowsPolicy,
  webhooks: webhooksPolicy,
};
