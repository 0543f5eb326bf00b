import type { FlowTrigger, RunMode } from './policy/flows.ts';
import type { WebhookTarget } from './policy/webhooks.ts';

/** What a flow's create-coupon step creates. A giftback is a percentage of the completed purchase. */
export type FlowStep =
  | { kind: 'giftback'; percent: number }
  | { kind: 'coupon'; discount: 'percent' | 'fixed'; amount: number };

export interface Flow {
  id: string;
  name: string;
  trigger: FlowTrigger;
  step: FlowStep;
  minPurchaseValue: number;
  acumulative: boolean;
  /** Days from the creation of a coupon until it is valid. */
  startsAfterDays: number;
  /** Days for which a coupon is valid. */
  validDays: number;
  codePrefix: string;
  /** Null: random for each coupon. */
  codeTail: string | null;
  runMode: RunMode;
  isActive: boolean;
  ranForPhones: Set<string>;
}

export interface Registration extends WebhookTarget {
  id: string;
  event: 'coupon_create';
}

/** A company of the platform. Each has one token. */
export interface Company {
  id: string;
  name: string;
  token: string;
  flows: Flow[];
  registration: Registration | undefined;
  /** The registration before its last change or removal. */
  formerRegistration: Registration | undefined;
}
