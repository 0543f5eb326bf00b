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

/** How a request differs from a plain, well-formed, authenticated one. */
export interface CallOptions {
  /** Query parameters; `undefined` leaves one out. */
  query?: Record<string, string | number | undefined>;
  /** Sent as JSON, with `Content-Type: application/json`. */
  body?: unknown;
  /** Sent unchanged instead of `body`, with `Content-Type: application/json` unless `headers` says otherwise. */
  text?: string;
  /**
   * The rule is about 5xx: such a response is returned and does not end the check.
   *
   * @default false
   */
  expects5xx?: boolean;
  /**
   * Further headers; `null` leaves one out. The credentials are `authorization` and `access`, which is the second header
   * under the name in the profile. In a value, `{token}` and `{access}` stand for the correct credentials.
   */
  headers?: Record<string, string | null>;
}

/**
 * Sends one request with both credentials and returns the response, unless it is 429 or 5xx. Those and lost requests end the
 * check as `unverified` with the cause `unavailable`; a `GET` is repeated first.
 *
 * @throws `Unverified` if there is no usable response.
 */
export type Send = (path: string, options?: CallOptions) => Promise<Exchange>;

/** A record that the check created and read back. */
export interface GivenRecord {
  /** The id that the target gave. */
  id: string;
  /** The response that showed the stored record. */
  read: Exchange;
}
/** A created customer, with the values that were sent. */
export type GivenCustomer = GivenRecord & CustomerSlots;
/** A created product, with the values that were sent. */
export type GivenProduct = GivenRecord & ProductSlots;
/** A created order, with the values that were sent. */
export type GivenOrder = GivenRecord & OrderSlots;
/** A created store, with the values that were sent. */
export type GivenStore = GivenRecord & StoreSlots;
/** A created abandoned cart, with the values that were sent. */
export type GivenCart = GivenRecord & CartSlots;
/** A registered coupon of one customer, with the values that were sent. */
export type GivenCoupon = GivenRecord & CouponFields;
/** A registered shared coupon, with the values that were sent. */
export type GivenSharedCoupon = GivenRecord & SharedCouponSlots;

/**
 * Creates the given data of a check: a record with these values and fresh ones for the rest. The record is read back.
 *
 * @throws `Unverified` with the cause `not-reached` if the target refuses, because the rule is about something else.
 *
 * @example
 * import type { CheckContext } from '../check-context.ts';
 * import { expectAnswer } from '../judge/expect.ts';
 *
 * export const check = async ({ get, given }: CheckContext): Promise<void> => {
 *   const { id } = await given.product({ name: 'Coffee' });
 *   expectAnswer(await get(`/products/${id}`), 200, { name: 'Coffee' });
 * };
 */
export interface Given {
  customer(slots?: Partial<CustomerSlots>): Promise<GivenCustomer>;
  /** A customer as the bodies of orders and carts name one. It is created first if the profile says how. */
  owner(): Promise<Pick<OrderSlots, 'phone' | 'customerId' | 'customerExternalId'>>;
  product(slots?: Partial<ProductSlots>): Promise<GivenProduct>;
  /** An order of the customer with this `phone`, or of a new customer. */
  order(slots?: Partial<OrderSlots>): Promise<GivenOrder>;
  store(slots?: Partial<StoreSlots>): Promise<GivenStore>;
  cart(slots?: Partial<CartSlots>): Promise<GivenCart>;
  /** A coupon of one customer by `POST /coupons`. `awaitingOrder` is false by default; `phone` names the customer. */
  coupon(fields?: Partial<CouponFields>): Promise<GivenCoupon>;
  sharedCoupon(slots?: Partial<SharedCouponSlots>): Promise<GivenSharedCoupon>;
}

/** Bodies that the target accepts. Values that the check does not choose are fresh. */
export interface FreshBodies {
  customer(slots?: Partial<CustomerSlots>): Body;
  product(slots?: Partial<ProductSlots>): Body;
  order(slots?: Partial<OrderSlots>): Body;
  store(slots?: Partial<StoreSlots>): Body;
  cart(slots?: Partial<CartSlots>): Body;
  coupon(fields?: Partial<CouponFields>): Body;
  sharedCoupon(slots?: Partial<SharedCouponSlots>): Body;
  /** The body of `POST /webhooks` and `PUT /webhooks`, as the profile writes it. */
  webhook(slots: WebhookSlots): Body;
}

/** Fresh values. They come from the seed of the run and carry its name. */
export interface Unique {
  uuid(): string;
  /** A string that starts with the name of the run, for names, external ids and coupon codes. */
  name(label: string): string;
  /** A phone that no other record has. */
  phone(): string;
  email(): string;
  /** Both bounds are included. */
  integer(min: number, max: number): number;
}

/** Time of a check. Documented seconds are the times of the document; the clock scales them to the target. */
export interface Clock {
  /** Real milliseconds since 1970. */
  now(): number;
  /** Waits for this many documented seconds. */
  wait(documentedSeconds: number): Promise<void>;
  /** Repeats a request until the response fits or the documented seconds are over. Returns the last response. */
  until(
    ask: () => Promise<Exchange>,
    fits: (answer: Exchange) => boolean,
    documentedSeconds: number,
  ): Promise<Exchange>;
  /** Real seconds per documented second. */
  scale: number;
  /** Delay that a scheduler and a network may add to any wait, in real milliseconds. */
  slackMs: number;
  /** How long a webhook may stay in the platform's queue, in documented seconds. */
  dispatchSeconds: number;
  /** How long "some seconds" are, in documented seconds. */
  promptSeconds: number;
}

/** An order that entered a flow, with the coupon that the flow created for it. */
export interface GivenFlowCoupon {
  order: GivenOrder;
  code: string;
  id: string;
  /** The response of `GET /coupons/order/:orderId`. */
  read: Exchange;
}

/** What identifies notifications: the order that they name, or the code of the coupon. */
export type Notified = Pick<GivenOrder, 'id'> | { code: string };

/** A company with a declared flow. Several checks use it at the same time, unless one has it to itself. */
export interface FlowShop extends CheckContext {
  flow: DeclaredFlow;
  /** Every flow that the profile declares for the company. */
  flows: readonly DeclaredFlow[];
  /** The registered URL at which the run receives the notifications of the company, and their token. */
  registered(): { url: string; bearerToken: string };
  /**
   * An order in a status that starts no flow, so that the receiver can be scripted first.
   *
   * @throws `Unverified` with the cause `not-declared` if every status starts a flow.
   */
  quietOrder(slots?: Partial<OrderSlots>): Promise<GivenOrder>;
  /**
   * Puts an order into the status of the flow, or into another one.
   *
   * @throws `Unverified` with the cause `not-reached` if the target refuses.
   */
  trigger(order: GivenOrder, status?: string): Promise<Exchange>;
  /** A quiet order that is then triggered. With `steps`, the receiver is scripted first. */
  triggeredOrder(slots?: Partial<OrderSlots>, steps?: readonly Step[]): Promise<GivenOrder>;
  /** An order that has entered any active flow of the company, and the response that shows it. */
  startedOrder(): Promise<{ order: GivenOrder; answer: Exchange }>;
  /**
   * The coupon of an order that entered the flow.
   *
   * @throws `Unverified` with the cause `not-reached` if none appears in the dispatch time.
   */
  couponOf(order: GivenOrder): Promise<GivenFlowCoupon>;
  /** Scripts the responses of the receiver to the attempts for one order. The last step repeats. */
  script(order: GivenOrder, steps: readonly Step[]): Promise<void>;
  /** The attempts for an order or a coupon, as soon as `until` holds or the documented seconds are over. */
  deliveries(
    about: Notified,
    until: (deliveries: Deliveries) => boolean,
    documentedSeconds: number,
  ): Promise<Deliveries>;
  /** The attempts for an order or a coupon that have arrived so far. */
  arrived(about: Notified): Promise<Deliveries>;
  /**
   * The first attempt for an order.
   *
   * @throws `Unverified` with the cause `not-reached` and a diagnosis if none arrives.
   */
  firstDelivery(order: GivenOrder): Promise<Deliveries>;
  /** One sentence that distinguishes a delivery problem from a flow that did not run. */
  diagnosis(order: GivenOrder): Promise<string>;
  /** Documented seconds that another order of the company takes from its trigger to its notification. */
  dispatchSeconds(): Promise<number>;
  /**
   * Waits until everything that the company was about to create or send has arrived. By then, another order has entered a
   * flow, its effects have arrived, and one more dispatch time is over. Without an active flow, another company provides
   * the order.
   */
  afterSentinel(): Promise<void>;
  /**
   * Shares another company that has an active flow, of this kind if one is given, and whose notifications the run receives.
   *
   * @throws `Unverified` with the cause `not-declared` if there is none.
   */
  otherCompany(kind?: FlowKind): Promise<FlowShop>;
}

/** A company whose webhook registration a check may change. It is restored when the check ends. */
export interface RegistrationShop extends Omit<FlowShop, 'otherCompany'> {
  registration: {
    /**
     * Path of the latest registration that `POST /webhooks` returned. If its id is unknown, the check ends as
     * `not-declared`.
     */
    readonly path: string;
    /** The body of the registration that points to the receiver of this run, with these changes. */
    body(changes?: Partial<WebhookSlots>): Body;
    /** Token of the registration that points to the receiver of this run when the check begins. */
    bearerToken: string;
    /** URL of the same registration. */
    url: string;
    /** A second URL at which the run receives. `deliveries` sees both; `url` of an attempt distinguishes them. */
    otherUrl(settings?: MailboxSettings): Promise<string>;
    /** A URL where nothing listens until `open` is called. */
    closedUrl(): Promise<{ url: string; open(): Promise<void> }>;
  };
}

/** All that a check may use. It has no other clock, chance or network, so a recorded run can be computed again. */
export interface CheckContext {
  /** Name of the company whose credentials the requests carry. */
  company: string;
  /** The four methods of the document. */
  get: Send;
  post: Send;
  put: Send;
  del: Send;
  /** Any other method. */
  send(method: string, path: string, options?: CallOptions): Promise<Exchange>;
  body: FreshBodies;
  /** Paths that the document does not show. A rule that uses one names the capability in `needs`, or asks `offers`. */
  paths: OpenPaths;
  /** Whether the profile offers all of these, for rules that test every route. */
  offers(needs: readonly Capability[]): boolean;
  given: Given;
  unique: Unique;
  clock: Clock;
  /** Users that the profile declares. A disposable one is handed out once. */
  users: { known(): KnownUser; disposable(): KnownUser };
  /** The second company of the profile. */
  secondCompany(): CheckContext;
  /** A company of the profile, by its name. */
  inCompany(name: string): CheckContext;
  /** Shares a company that has this kind of flow. */
  flowShop(kind: FlowKind): Promise<FlowShop>;
  /** Shares every company that has this kind of flow, once for each such flow. */
  flowShops(kind: FlowKind): Promise<readonly FlowShop[]>;
  /** Takes a company with this kind of flow for this check only, to change its webhook registration. */
  registrationShop(kind: FlowKind): Promise<RegistrationShop>;
  /** Takes something that exists once in a company for this check only. */
  takeAlone(what: 'configuration'): Promise<void>;
  /** Ends the check because the rule cannot be tested here. The reason is one sentence. */
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
