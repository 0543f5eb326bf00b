import type { OtherCompany, PartnerCapability } from '../../core/partner-record.ts';
import type { ArrivedCall, AttemptDisturbance, CallDisturbance } from '../stage/disturbances.ts';
import type { ActionName } from '../triggers/hook-contract.ts';
import type { Acted } from '../triggers/trigger.ts';

/** A request of the partner whose response Selo holds back for a moment. */
export interface HeldCall {
  /** Resolves when the request comes. */
  hasCome: Promise<void>;
  /** Resolves with whether the request has come; waits only for that moment. */
  untilCome(): Promise<boolean>;
  /** Gives the response at once. */
  release(): void;
}

/** The methods with which a scenario is played. */
export interface Play {
  /** Makes the partner act, without waiting for the effects. */
  act(action: ActionName, parameters?: Record<string, unknown>): Promise<Acted>;
  /**
   * Makes the partner act during a disturbance that only a restart ends. A hook may wait in vain for one of its
   * requests. So the wait ends when a request fails repeatedly, or after a multiple of the longest action so far.
   */
  actBeforeRestart: Play['act'];
  /**
   * Makes the partner perform these actions at the same time, in turn if it performs one at a time. Resolves when all of
   * them were answered.
   */
  actAtOnce(
    ...asked: readonly (readonly [action: ActionName, parameters: Record<string, unknown>])[]
  ): Promise<Acted[]>;
  /** Makes the partner act, and waits until it and the platform have finished. */
  actAndSettle(action: ActionName, parameters?: Record<string, unknown>): Promise<Acted>;
  settle(): Promise<void>;
  /** Waits until the partner has finished. */
  untilIdle(): Promise<void>;
  /** Waits until one more notification gets a response. The partner may still process it. */
  untilNotified(): Promise<void>;
  /** Plans a disturbance of the partner's next matching calls. */
  disturbCall(disturbance: CallDisturbance): void;
  /** Holds the response to the next such call back; it may be a failure. */
  hold(hits: (call: ArrivedCall) => boolean, kind?: 'slow' | 'answered 500' | 'stored, then reset'): HeldCall;
  /** Drops the planned disturbances of calls that did not apply. */
  endDisturbances(): void;
  /** Plans a disturbance of the next notification. */
  disturbAttempt(disturbance: AttemptDisturbance): void;
  /** Makes orders trigger this flow from now on; omitted fields keep their usual values. */
  setFlow(flow: object): Promise<void>;
  /**
   * Has the platform notify a coupon: by an order that the partner sends, or without one if it sends no orders. With a
   * phone, for that customer; for this company of the partner.
   */
  bringCoupon(phone?: string, company?: OtherCompany): Promise<void>;
  /** Runs the flow for a customer, without an order. */
  runFlow(phone: string): Promise<void>;
  /** Creates products on the platform. */
  addProducts(count: number): Promise<void>;
  /** Renames this many products on the platform. */
  renameProducts(count: number): Promise<void>;
  restart(): Promise<void>;
  /** Asks the partner for its coupons if it has a `state` hook. */
  look(): Promise<void>;
  /** The code of the coupon that was notified last, for this company; undefined before the first one. */
  latestCode(company?: OtherCompany): string | undefined;
  /** The phone of the customer for whom the platform holds a coupon; undefined if it holds none for a customer. */
  phoneOf(code: string): Promise<string | undefined>;
  /** Returns a new phone for each call, in E.164. */
  newPhone(): string;
  /** Whether the partner declares this capability. */
  isDeclaredFor(capability: PartnerCapability): boolean;
  /** Draws an integer from `min` to `max`, the same for the same seed. */
  draw(min: number, max: number): number;
  /** The date and time this many milliseconds ago, in UTC. */
  momentAgo(ms: number): string;
  /** Converts documented seconds to real milliseconds. */
  realMs(documentedSeconds: number): number;
  /** Waits for this many real milliseconds. */
  pass(ms: number): Promise<void>;
}

/** A part of a session: Selo makes the partner act, and may disturb its requests. */
export interface Scenario {
  name: string;
  title: string;
  /** The capabilities that the scenario needs, all of them. */
  needs: readonly PartnerCapability[];
  /** The scenario also needs one of these capabilities. */
  needsOneOf?: readonly PartnerCapability[];
  /** The scenario is about a single record, so that a second play has no new data. */
  isOnce?: true;
  play(play: Play): Promise<void>;
}

/** Draws an amount with cents that loses one of them where a hundredfold of it in floating point is cut to an integer. */
export const drawInexact = (draw: Play['draw'], min: number, max: number): number => {
  const hundredfolds = Array.from({ length: 100 * (max - min) }, (_, cents) => 100 * min + cents);
  const inexact = hundredfolds.filter((cents) => Math.trunc((cents / 100) * 100) < cents);
  return (inexact[draw(0, inexact.length - 1)] ?? min) / 100;
};

/** A scenario in which a coupon is notified, after this preparation. */
export const paidOrder = (name: string, title: string, prepare: (play: Play) => unknown): Scenario => ({
  name,
  title,
  needs: ['webhooks'],
  async play(play) {
    await prepare(play);
    await play.bringCoupon();
    await play.settle();
    await play.look();
  },
});

/** Has a coupon of this flow notified. Returns the code of the coupon that was notified last. */
export const couponOfFlow = async (
  { setFlow, bringCoupon, settle, look, latestCode }: Play,
  flow: object,
): Promise<string | undefined> => {
  await setFlow(flow);
  await bringCoupon();
  await settle();
  await setFlow({});
  await look();
  return latestCode();
};

/** Redeems the coupon that was notified last, if the partner redeems coupons. */
export const redeemLatest = async ({ latestCode, isDeclaredFor, actAndSettle }: Play): Promise<void> => {
  const code = latestCode();
  if (code !== undefined && isDeclaredFor('redemption')) await actAndSettle('redeem', { code });
};

/** Holds two requests back until both have come. */
export const meet = ({ hold }: Play, hits: (call: ArrivedCall) => boolean): void => {
  const [first, second] = [hold(hits), hold(hits)];
  void first.hasCome.then(second.untilCome).then(() => {
    first.release();
    second.release();
  });
};

/** Matches the requests with a method to a path that starts so. The document does not show the rest of some paths. */
export const requests =
  (toMethod: string, start: string) =>
  ({ method, path }: ArrivedCall): boolean =>
    method === toMethod && path.startsWith(start);

export const isNewOrder = requests('POST', '/orders');
export const isOrderUpdate = requests('PUT', '/orders/');
export const isCustomerUpdate = requests('PUT', '/customers/');
export const isCouponUpdate = requests('PUT', '/coupons/');

export const isCouponRegistration = ({ method, path }: ArrivedCall): boolean =>
  method === 'POST' && path === '/coupons';

export const isCouponLookup = ({ method, path }: ArrivedCall): boolean =>
  method === 'GET' && /^\/coupons\/(code|order)\//.test(path);

/** Matches a read of one page of products. */
export const isPageRead =
  (page: number) =>
  ({ method, path, query }: ArrivedCall): boolean =>
    method === 'GET' && path === '/products' && query.get('page') === String(page);
