import type { HeldCoupon } from '../../core/partner-record.ts';
import type { ActionName } from './hook-contract.ts';

/** How an action ended. */
export interface Acted {
  outcome: 'done' | 'cannot' | 'failed';
  /** The partner's own id of what it made. */
  id?: string;
  /** The code of a coupon that it made. */
  code?: string;
  /** What it said. */
  message?: string;
}

/** How long the partner's software may take to take an action on, in ms. */
export const actionTimeoutMs = 30_000;

/** The way in which a partner's software is made to act. */
export interface Trigger {
  /** Never rejects: what goes wrong is an outcome. A hook is waited for no longer than `mostMs`; a person may take any time. */
  act(action: ActionName, parameters: Record<string, unknown>, mostMs?: number): Promise<Acted>;
  /** Resolves when the partner has finished, with whether it said so in time; the signal gives up waiting. */
  idle(timeoutMs: number, signal?: AbortSignal): Promise<boolean>;
  /** Has it start again with what it keeps; undefined where it cannot be. */
  restart?: () => Promise<Acted>;
  /** The coupons that it holds; undefined where it has no `state` hook. Rejects when its answer cannot be read. */
  state?: () => Promise<HeldCoupon[] | undefined>;
  /** Whether nothing listened when it was last asked for anything: its process is not there. */
  isAbsent?: () => boolean;
  /** Why the partner cannot be made to act at all, in words; undefined while it can. */
  hindrance?: () => string | undefined;
}
