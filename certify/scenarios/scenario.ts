import type { PartnerCapability } from '../../suites/partner/record.ts';
import type { AttemptDisturbance, CallDisturbance } from '../stage/disturbances.ts';
import type { Acted, ActionName } from '../triggers/trigger.ts';

/** What a scenario is played with. */
export interface Play {
  /** Has the partner act; does not wait for what comes of it. */
  act(action: ActionName, parameters?: Record<string, unknown>): Promise<Acted>;
  /** Has the partner act, and waits until it and the platform have finished. */
  actAndSettle(action: ActionName, parameters?: Record<string, unknown>): Promise<Acted>;
  settle(): Promise<void>;
  /** Waits until one more notification was taken, and the partner has finished with it. */
  untilNotified(): Promise<void>;
  /** Plans what happens to the partner's next calls of a kind. */
  disturbCall(disturbance: CallDisturbance): void;
  /** Plans what happens to the next notification. */
  disturbAttempt(disturbance: AttemptDisturbance): void;
  /** Has orders trigger this flow from now on; what is left out is as usual. */
  setFlow(flow: object): Promise<void>;
  /** Runs the flow for a customer, without an order. */
  runFlow(phone: string): Promise<void>;
  /** Creates products behind the partner's back. */
  addProducts(count: number): Promise<void>;
  restart(): Promise<void>;
  /** Asks the partner what it holds, where it tells. */
  look(): Promise<void>;
  /** Code of the coupon that was notified last; undefined before any. */
  latestCode(): string | undefined;
  /** A phone of its own for each call, in E.164. */
  newPhone(): string;
  /** Milliseconds that so many documented seconds take. */
  realMs(documentedSeconds: number): number;
}

/** A part of a session: the partner is made to act, and something may go wrong meanwhile. */
export interface Scenario {
  name: string;
  title: string;
  /** Only partners that are declared to do all of this are put through it. */
  needs: readonly PartnerCapability[];
  play(play: Play): Promise<void>;
}

/** The partner's look-ups of a coupon. */
export const isCouponLookup = ({ method, path }: { method: string; path: string }): boolean =>
  method === 'GET' && /^\/coupons\/(code|order)\//.test(path);

export const isCouponUpdate = ({ method, path }: { method: string; path: string }): boolean =>
  method === 'PUT' && path.startsWith('/coupons/');

export const isListRead = ({ method, path }: { method: string; path: string }): boolean =>
  method === 'GET' && path === '/products';

export const isOrderSend = ({ method, path }: { method: string; path: string }): boolean =>
  method === 'POST' && path === '/orders';
