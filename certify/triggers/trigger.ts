import type { HeldCoupon } from '../../core/partner-record.ts';
import type { ActionName } from './hook-contract.ts';

/** The result of an action. */
export interface Acted {
  outcome: 'done' | 'cannot' | 'failed';
  /** The partner's own id of the new record. */
  id?: string;
  /** The code of the new coupon. */
  code?: string;
  /** What the partner or its failure says. */
  message?: string;
  /** Selo ended the wait: the hook waited for requests that fail until the partner is started again. */
  wasInVain?: true;
}

/** How long to wait for a hook. */
export interface ActionWait {
  maxMs: number;
  /** Ends the wait. */
  signal: AbortSignal;
}

/** The timeout of an action, in milliseconds. */
export const actionTimeoutMs = 30_000;

/** Makes a partner's software act. */
export interface Trigger {
  /** Never rejects, because a failure is an outcome. `wait` limits the wait for a hook, not for a person. */
  act(action: ActionName, parameters: Record<string, unknown>, wait?: ActionWait): Promise<Acted>;
  /** Whether the partner may be asked for an action before it has answered another. */
  takesSeveral?: true;
  /**
   * Waits until the partner says that it has finished: `done`, or `cannot` of a partner that cannot report it. Never
   * rejects. The signal ends the wait.
   */
  idle(timeoutMs: number, signal?: AbortSignal): Promise<Acted>;
  /** Restarts the partner with its stored data; undefined if it cannot be restarted. */
  restart?: () => Promise<Acted>;
  /**
   * Resolves with the partner's coupons; undefined without a `state` hook. Rejects when the response cannot be read.
   */
  state?: () => Promise<HeldCoupon[] | undefined>;
  /** Whether nothing listened at the last request, so that its process is gone. */
  isAbsent?: () => boolean;
  /** Why the partner cannot act at all; undefined while it can. */
  hindrance?: () => string | undefined;
}
