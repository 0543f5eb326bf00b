import type { Level } from '../../core/outcome.ts';
import type { Exchange } from '../../fixtures/exchange.ts';
import type { FlowShop, GivenCustomer, GivenOrder } from '../../suites/check-context.ts';
import type { Status } from './step.ts';

/** A customer in the model. */
export interface Customer extends GivenCustomer {
  isDeleted: boolean;
  hasRunFlow: boolean;
  /** Names that lookups must show; none after an order, because whether an order changes its customer is open. */
  shownNames: Partial<Pick<GivenCustomer, 'firstName' | 'lastName'>>;
  /** Whether the first name was shown as it was sent. A platform may change the form of names. */
  showsFirstName: boolean;
}

/** A coupon in the model. */
export interface Coupon {
  code: string;
  id: string;
  kind: 'giftback' | 'coupon' | 'registered' | 'shared';
  /** Undefined for a shared coupon. */
  customer: Customer | undefined;
  /** `open`: any of the others, because the document does not say which. */
  state: 'unused' | 'used' | 'canceled' | 'open';
  isUsedByOrder: boolean;
  isAwaitingOrder: boolean;
  read: Exchange;
}

/** An order in the model. */
export interface Order {
  given: GivenOrder;
  customer: Customer;
  status: Status;
  /** The coupon whose code it was sent with. */
  redeemed: Coupon | undefined;
  /** The coupon that a flow made for it. */
  made: Coupon | undefined;
  /** The coupon that awaited an order. */
  received: Coupon | undefined;
  hasEntered: boolean;
  isDeleted: boolean;
}

/** The platform, and the model of the state that the document requires. */
export interface Machine {
  shop: FlowShop;
  /** `should` also expects what is inferred, and what the document states without saying how it shows. */
  level: Level;
  customers: readonly [Customer, Customer];
  orders: Order[];
  coupons: Coupon[];
}

/** The record of a step, counted back from the latest; undefined when there is none. */
export const nthLatest = <Taken>(candidates: readonly Taken[], nth: number): Taken | undefined =>
  candidates.length === 0 ? undefined : candidates.at(-1 - (nth % candidates.length));

/** Whether a status starts a flow of the company that the model does not follow. */
const startsAnotherFlow = ({ shop }: Machine, status: Status): boolean =>
  shop.flows.some((flow) => flow !== shop.flow && flow.active && flow.trigger === status);

/** Whether the model has all effects of an order that gets a status. */
export const isModeled = (machine: Machine, status: Status, via: 'POST' | 'PUT'): boolean => {
  if (via === 'PUT' || status !== 'processing') return !startsAnotherFlow(machine, status);
  // it is stored as on-hold, and whether it then enters a flow of that status is open
  return machine.shop.flows.every(({ active, trigger }) => !active || trigger !== 'on-hold');
};

/** The status that a POST stores (States and transitions › Moves that are shown). */
export const storedByPost = (status: Status): Status => (status === 'processing' ? 'on-hold' : status);

export const liveOrders = ({ orders }: Machine): Order[] =>
  orders.filter(({ isDeleted, customer }) => !isDeleted && !customer.isDeleted);

export const awaitingCouponOf = ({ coupons }: Machine, customer: Customer): Coupon | undefined =>
  coupons.find((coupon) => coupon.customer === customer && coupon.isAwaitingOrder);

/** Whether a coupon awaits an order. Which PUTs take it is open. */
export const isAwaited = (machine: Machine, { customer, redeemed }: Order): boolean =>
  redeemed === undefined && awaitingCouponOf(machine, customer) !== undefined;

/** Marks coupons as open, after a change whose effect on them the document does not say. */
export const open = (...coupons: readonly (Coupon | undefined)[]): void => {
  for (const coupon of coupons) {
    if (!coupon || coupon.state === 'canceled') continue;
    coupon.state = 'open';
    coupon.isAwaitingOrder = false;
  }
};
