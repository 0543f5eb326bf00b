import type { MailboxSettings, Step } from '../core/control-api.ts';
import type { Cause } from '../core/outcome.ts';
import type {
  Body,
  CartSlots,
  CouponFields,
  CustomerSlots,
  OrderSlots,
  ProductSlots,
  SharedCouponSlots,
  StoreSlots,
  WebhookSlots,
} from '../fixtures/bodies.ts';
import type { Exchange } from '../fixtures/exchange.ts';
import type { DeclaredFlow, KnownUser } from '../fixtures/profile/schema.ts';
import type { Capability, FlowKind } from './capability.ts';
import type { Deliveries } from './subject.ts';

/** How one call differs from a plain, well-formed, authenticated one. */
export interface CallOptions {
  query?: Record<string, string | number | undefined>;
  /** Sent as JSON with its Content-Type. */
  body?: unknown;
  /** Sent as it stands, in place of `body`; with `Content-Type: application/json` unless a header says otherwise. */
  text?: string;
  /** The rule is about 5xx: such an answer comes back instead of ending the check. */
  expects5xx?: boolean;
  /**
   * Further headers; null leaves one out. The credentials are `authorization` and `access` (the second header under the
   * profile's name); in any value `{token}` and `{access}` stand for the right ones.
   */
  headers?: Record<string, string | null>;
}

/**
 * Sends one call with both credentials. Every answer but 429 and 5xx comes back: judging it is the rule's business.
 * 429, 5xx and lost requests end the check as `unverified: unavailable`; GETs are tried again first.
 */
export type Send = (path: string, options?: CallOptions) => Promise<Exchange>;

/** A record that the check made and read back. */
export interface GivenRecord {
  id: string;
  /** The answer that showed the stored record. */
  read: Exchange;
}
export type GivenCustomer = GivenRecord & CustomerSlots;
export type GivenProduct = GivenRecord & ProductSlots;
export type GivenOrder = GivenRecord & OrderSlots;
export type GivenStore = GivenRecord & StoreSlots;
export type GivenCart = GivenRecord & CartSlots;
export type GivenCoupon = GivenRecord & CouponFields;
export type GivenSharedCoupon = GivenRecord & SharedCouponSlots;

/**
 * Makes the data that a check stands on: creates a record with the given slots (the rest is fresh), reads it back, and
 * returns its id. A target that refuses ends the check as `unverified: not-reached`, because the rule is about something else.
 */
export interface Given {
  customer(slots?: Partial<CustomerSlots>): Promise<GivenCustomer>;
  /** A customer as the bodies of orders and carts name one; made first wherever the profile says how. */
  owner(): Promise<Pick<OrderSlots, 'phone' | 'customerId' | 'customerExternalId'>>;
  product(slots?: Partial<ProductSlots>): Promise<GivenProduct>;
  /** With `phone` the order goes to that customer, else to one made for it. */
  order(slots?: Partial<OrderSlots>): Promise<GivenOrder>;
  store(slots?: Partial<StoreSlots>): Promise<GivenStore>;
  cart(slots?: Partial<CartSlots>): Promise<GivenCart>;
  /** An individual coupon by POST /coupons, `awaitingOrder` false by default; with `phone` for that customer. */
  coupon(fields?: Partial<CouponFields>): Promise<GivenCoupon>;
  sharedCoupon(slots?: Partial<SharedCouponSlots>): Promise<GivenSharedCoupon>;
}

/** Bodies that the target accepts, with fresh values wherever the check does not choose. */
export interface FreshBodies {
  customer(slots?: Partial<CustomerSlots>): Body;
  product(slots?: Partial<ProductSlots>): Body;
  order(slots?: Partial<OrderSlots>): Body;
  store(slots?: Partial<StoreSlots>): Body;
  cart(slots?: Partial<CartSlots>): Body;
  coupon(fields?: Partial<CouponFields>): Body;
  sharedCoupon(slots?: Partial<SharedCouponSlots>): Body;
  /** The profile's body of POST and PUT /webhooks. */
  webhook(slots: WebhookSlots): Body;
}

/** Fresh values, drawn from the run's seed and named after the run. */
export interface Unique {
  uuid(): string;
  /** A text that starts with the run's name: for names, external ids and coupon codes. */
  name(label: string): string;
  phone(): string;
  email(): string;
  integer(min: number, max: number): number;
}

/** Waits given in documented seconds are scaled to the target; `now` is real epoch milliseconds. */
export interface Clock {
  now(): number;
  wait(documentedSeconds: number): Promise<void>;
  /** Asks until the answer fits or the time is over; resolves with the last answer either way. */
  until(
    ask: () => Promise<Exchange>,
    fits: (answer: Exchange) => boolean,
    documentedSeconds: number,
  ): Promise<Exchange>;
  /** Real seconds per documented second. */
  scale: number;
  /** What schedulers and networks may add to any wait, in real milliseconds. */
  slackMs: number;
  /** How long a webhook may stay in the platform's queue, in documented seconds. */
  dispatchSeconds: number;
  /** How many seconds "some seconds" are, in documented seconds. */
  promptSeconds: number;
}

/** The order that entered a flow, with the coupon that the flow made for it. */
export interface GivenFlowCoupon {
  order: GivenOrder;
  code: string;
  id: string;
  /** The answer of GET /coupons/order/:orderId. */
  read: Exchange;
}

/** What notifications are looked for by: the order that they name, or the coupon's code. */
export type Notified = Pick<GivenOrder, 'id'> | { code: string };

/** A company whose declared flow a check uses. Checks that share a company run side by side unless one has it alone. */
export interface FlowShop extends CheckContext {
  flow: DeclaredFlow;
  /** Every flow that the profile declares for the company. */
  flows: readonly DeclaredFlow[];
  /** Where the run receives the company's notifications, as it was registered. */
  registered(): { url: string; bearerToken: string };
  /** An order in a status that starts no flow, so that the receiver can be scripted before the flow runs; `not-declared` where each one does. */
  quietOrder(slots?: Partial<OrderSlots>): Promise<GivenOrder>;
  /** Puts an order into the flow's status, or into another; ends as `not-reached` when that is refused. */
  trigger(order: GivenOrder, status?: string): Promise<Exchange>;
  /** A quiet order, its receiver scripted when steps are given, then triggered. */
  triggeredOrder(slots?: Partial<OrderSlots>, steps?: readonly Step[]): Promise<GivenOrder>;
  /** An order that has entered an active flow of the company, whichever it is, and the answer that shows it there. */
  startedOrder(): Promise<{ order: GivenOrder; answer: Exchange }>;
  /** The coupon of an order that entered the flow; ends as `not-reached` when none appears in the dispatch time. */
  couponOf(order: GivenOrder): Promise<GivenFlowCoupon>;
  /** Scripts what the receiver answers to the attempts for one order; the last step repeats. */
  script(order: GivenOrder, steps: readonly Step[]): Promise<void>;
  /** The attempts for an order or a coupon, once `until` holds or the documented seconds are over. */
  deliveries(
    about: Notified,
    until: (deliveries: Deliveries) => boolean,
    documentedSeconds: number,
  ): Promise<Deliveries>;
  /** The attempts for an order or a coupon that have arrived by now. */
  arrived(about: Notified): Promise<Deliveries>;
  /** The first attempt for an order; ends as `not-reached` with the documented diagnosis when none comes. */
  firstDelivery(order: GivenOrder): Promise<Deliveries>;
  /** Whether a flow made a coupon for the order, in words: distinguishes a delivery problem from a flow that did not run. */
  diagnosis(order: GivenOrder): Promise<string>;
  /** How many documented seconds another order of the company takes from its trigger to its notification. */
  dispatchSeconds(): Promise<number>;
  /**
   * Resolves when whatever the company was about to make or send would have come: another order has entered a flow and
   * what it caused has come, and a grace of its dispatch time is over. Where no flow is active the order is another
   * company's, and the dispatch time is waited for.
   */
  afterSentinel(): Promise<void>;
  /**
   * Shares another company, one that has an active flow, of this kind where one is given, and whose notifications the run
   * receives; `not-declared` without one.
   */
  otherCompany(kind?: FlowKind): Promise<FlowShop>;
}

/** A company whose webhook registration a check may change; it is put back when the check ends. */
export interface RegistrationShop extends Omit<FlowShop, 'otherCompany'> {
  registration: {
    /** Id of the latest registration that POST /webhooks answered; `not-declared` where nothing shows it. */
    readonly id: string;
    /** Of the registration that points at this run's receiver and stands when the check begins. */
    bearerToken: string;
    url: string;
    /** A second URL at which the run receives, answering so; deliveries() sees both, distinguished by the attempt's `url`. */
    otherUrl(settings?: MailboxSettings): Promise<string>;
    /** A URL at which nothing listens until `open` is called. */
    closedUrl(): Promise<{ url: string; open(): Promise<void> }>;
  };
}

/** All that a check may use: no clock, chance or network but these, so that a recorded run can be judged again. */
export interface CheckContext {
  /** Name of the company whose credentials the calls carry. */
  company: string;
  get: Send;
  post: Send;
  put: Send;
  del: Send;
  /** Any other method. */
  send(method: string, path: string, options?: CallOptions): Promise<Exchange>;
  body: FreshBodies;
  /** Paths that the document does not show. A rule that reads one names the capability in `needs`, or asks `offers`. */
  paths: OpenPaths;
  /** Whether the profile offers all of these, for rules that try every route that there is. */
  offers(needs: readonly Capability[]): boolean;
  given: Given;
  unique: Unique;
  clock: Clock;
  /** Methods that the profile says /products/:id, /stores/:id and /abandoned-carts/:id take are in `needs`. */
  users: { known(): KnownUser /** Handed out once. */; disposable(): KnownUser };
  /** The second company of the profile. */
  secondCompany(): CheckContext;
  /** Shares the company that has this kind of flow. */
  flowShop(kind: FlowKind): Promise<FlowShop>;
  /** Has a company with this kind of flow alone, to change its webhook registration. */
  registrationShop(kind: FlowKind): Promise<RegistrationShop>;
  /** Has something of the company alone until the check ends: what there is one of. */
  takeAlone(what: 'configuration'): Promise<void>;
  /** Ends the check: the rule can't be judged here, with the reason in words. */
  unverified(cause: Cause, reason: string): never;
}

/** Paths of creations and lists that the profile declares. */
export interface OpenPaths {
  createCustomer: string;
  createProduct: string;
  createStore: string;
  createCart: string;
  listCustomers: string;
  listStores: string;
  listCarts: string;
  listOrders: string;
  listCoupons: string;
  listUsers: string;
  internalError: string;
}
