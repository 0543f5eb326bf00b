import type { CouponType } from './coupons.ts';
import type { OrderStatus } from './orders.ts';

/** The statuses that the panel offers as a flow's trigger. */
export const flowTriggers = ['completed', 'on-hold', 'canceled', 'delivered'] as const;
export type FlowTrigger = (typeof flowTriggers)[number];
export const runModes = ['once-per-order', 'once-per-customer'] as const;
export type RunMode = (typeof runModes)[number];

export interface FlowEntryFacts {
  flow: { trigger: FlowTrigger; runMode: RunMode; isActive: boolean };
  /** The trigger of the order's new status. */
  trigger: FlowTrigger;
  hasOrderEntered: boolean;
  hasRunForCustomer: boolean;
}

/** What the service does, and States and transitions › Order status values. */
export interface FlowsPolicy {
  /** `processing` has no option in the panel, and nothing that a partner sends gives `delivered`. */
  triggerOf(status: OrderStatus): FlowTrigger | undefined;
  mayEnter(facts: FlowEntryFacts): boolean;
  couponType(discount: 'percent' | 'fixed'): CouponType;
}

export const flowsPolicy: FlowsPolicy = {
  triggerOf: (status) => (status === 'processing' ? undefined : status),
  mayEnter: ({ flow, trigger, hasOrderEntered, hasRunForCustomer }) =>
    flow.isActive &&
    flow.trigger === trigger &&
    !hasOrderEntered &&
    !(flow.runMode === 'once-per-customer' && hasRunForCustomer),
  couponType: (discount) => (discount === 'percent' ? 'percent' : 'fixed_cart'),
};
