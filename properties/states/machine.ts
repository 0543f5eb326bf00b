import type { Level } from '../../core/outcome.ts';
import type { Exchange } from '../../fixtures/exchange.ts';
import type { FlowShop, GivenCustomer, GivenOrder } from '../../suites/check-context.ts';
import type { Status } from './step.ts';

/** A customer as the document would have it by now. */
export interface Customer extends GivenCustomer {
  isDeleted: boolean;
  hasRunFlow: boolean;
  /** Names that lookups show; none once an order was sent, because whether one changes its customer is not shown. */
  shownNames: Partial<Pick<GivenCustomer, 'firstName' | 'lastName'>>;
  /** Whether its first name was shown as it was sent: a platform may have names in a form of its own. */
  showsFirstName: boolean;
}

/** A coupon as the document would have it by now. */
export interface Coupon {
  code: string;
  id: string;
  kind: 'giftback' | 'coupon' | 'registered' | 'shared';
  /** Nobody's for a shared one. */
  customer: Customer | undefined;
  /** `open`: it may be any of the others, because the document does not show what became of it. */
  state: 'unused' | 'used' | 'cancelled' | 'open';
  /** By an order: then it is not valid any more. */
  isUsedByOrder: boolean;
  isAwaitingOrder: boolean;
  /** An answer that showed it. */
  read: Exchange;
}

/** An order as the document would have it by now. */
export interface Order {
  given: GivenOrder;
  customer: Customer;
  status: Status;
  /** The coupon whose code it came with. */
  redeemed: Coupon | undefined;
  /** The coupon that a flow made for it. */
  made: Coupon | undefined;
  /** The coupon that awaited it. */
  received: Coupon | undefined;
  hasEntered: boolean;
  isDeleted: boolean;
}

/** The platform and what it should be like: the model knows the document and nothing of any platform's code. */
export interface Machine {
  shop: FlowShop;
  /** `should`: also what is inferred, or stated without how it shows, is expected. */
  level: Level;
  customers: readonly [Customer, Customer];
  orders: Order[];
  coupons: Coupon[];
}

/** The record that a step means, counted back from the latest; undefined when there is none to take. */
export const nthLatest = <Taken>(candidates: readonly Taken[], nth: number): Taken | undefined =>
  candidates.length === 0 ? undefined : candidates.at(-1 - (nth % candidates.length));

/** Statuses that start a flow of the company other than the one that is watched: what they would cause is not modelled. */
const startsAnotherFlow = ({ shop }: Machine, status: Status): boolean =>
  shop.flows.some((flow) => flow !== shop.flow && flow.active && flow.trigger === status);

/** Whether the document shows all that an order's arrival at a status causes. */
export const isModelled = (machine: Machine, status: Status, via: 'POST' | 'PUT'): boolean => {
  if (via === 'PUT' || status !== 'processing') return !startsAnotherFlow(machine, status);
  // stored as on-hold, and whether it enters a flow of that status is not shown
  return machine.shop.flows.every(({ active, trigger }) => !active || trigger !== 'on-hold');
};

/** What a POST stores (States and transitions › Moves that are shown). */
export const storedByPost = (status: Status): Status => (status === 'processing' ? 'on-hold' : status);

export const liveOrders = ({ orders }: Machine): Order[] =>
  orders.filter(({ isDeleted, customer }) => !isDeleted && !customer.isDeleted);

export const awaitingCouponOf = ({ coupons }: Machine, customer: Customer): Coupon | undefined =>
  coupons.find((coupon) => coupon.customer === customer && coupon.isAwaitingOrder);

/** Whether an arrival without a code would take a coupon that awaits it; which arrivals by PUT do is not shown. */
export const isAwaited = (machine: Machine, { customer, redeemed }: Order): boolean =>
  redeemed === undefined && awaitingCouponOf(machine, customer) !== undefined;

/** Changes whose effect on coupons that are there is not shown leave these in any state. */
export const open = (...coupons: readonly (Coupon | undefined)[]): void => {
  for (const coupon of coupons) {
    if (!coupon || coupon.state === 'cancelled') continue;
    coupon.state = 'open';
    coupon.isAwaitingOrder = false;
  }
};
