import type { PartnerCapability } from '../../core/partner-record.ts';
import type { ArrivedCall, AttemptDisturbance, CallDisturbance } from '../stage/disturbances.ts';
import type { ActionName } from '../triggers/hook-contract.ts';
import type { Acted } from '../triggers/trigger.ts';

/** What a scenario is played with. */
export interface Play {
  /** Has the partner act; does not wait for what comes of it. */
  act(action: ActionName, parameters?: Record<string, unknown>): Promise<Acted>;
  /**
   * The same while a trouble lasts that only a restart ends: a hook that waits for the answer to a request of the partner waits
   * in vain, so that one that takes much longer than ever before has failed.
   */
  actBeforeRestart: Play['act'];
  /** Has the partner act, and waits until it and the platform have finished. */
  actAndSettle(action: ActionName, parameters?: Record<string, unknown>): Promise<Acted>;
  settle(): Promise<void>;
  /** Waits until the partner has finished. */
  untilIdle(): Promise<void>;
  /** Waits until one more notification was answered; what the partner does with it may go on. */
  untilNotified(): Promise<void>;
  /** Plans what happens to the partner's next calls of a kind. */
  disturbCall(disturbance: CallDisturbance): void;
  /** Ends what was planned for calls and has not hit. */
  endDisturbances(): void;
  /** Plans what happens to the next notification. */
  disturbAttempt(disturbance: AttemptDisturbance): void;
  /** Has orders trigger this flow from now on; what is left out is as usual. */
  setFlow(flow: object): Promise<void>;
  /** Runs the flow for a customer, without an order. */
  runFlow(phone: string): Promise<void>;
  /** Creates products behind the partner's back. */
  addProducts(count: number): Promise<void>;
  /** Gives this number of products another name. */
  renameProducts(count: number): Promise<void>;
  restart(): Promise<void>;
  /** Asks the partner what it holds, where it has a `state` hook. */
  look(): Promise<void>;
  /** Code of the coupon that was notified last; undefined before any. */
  latestCode(): string | undefined;
  /** A phone of its own for each call, in E.164. */
  newPhone(): string;
  /** Whether the partner is declared to do this too. */
  isDeclaredFor(capability: PartnerCapability): boolean;
  /** A whole number in between, both included: the same for the same seed. */
  draw(least: number, most: number): number;
  /** The date and time this many milliseconds ago, in UTC. */
  momentAgo(ms: number): string;
  /** Milliseconds that this many documented seconds take. */
  realMs(documentedSeconds: number): number;
  /** Waits for this many real milliseconds. */
  pass(ms: number): Promise<void>;
}

/** A part of a session: the partner is made to act, and something may go wrong meanwhile. */
export interface Scenario {
  name: string;
  title: string;
  /** Only partners that are declared to do all of this are put through it. */
  needs: readonly PartnerCapability[];
  /** And of these one at least. */
  needsOneOf?: readonly PartnerCapability[];
  /** There is one of what it is about, so that a second play has no fresh data. */
  isOnce?: true;
  play(play: Play): Promise<void>;
}

/** The partner's look-ups of a coupon. */
export const isCouponLookup = ({ method, path }: ArrivedCall): boolean =>
  method === 'GET' && /^\/coupons\/(code|order)\//.test(path);

export const isCouponUpdate = ({ method, path }: ArrivedCall): boolean =>
  method === 'PUT' && path.startsWith('/coupons/');

/** A read of one page of the products. */
export const isPageRead =
  (page: number) =>
  ({ method, path, query }: ArrivedCall): boolean =>
    method === 'GET' && path === '/products' && query.get('page') === String(page);
