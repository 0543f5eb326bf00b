import type { HeldCoupon, PartnerRecord } from '../../../core/partner-record.ts';
import { derived } from './derived.ts';

/** The partner's state of a coupon at one moment. */
export interface Held {
  atMs: number;
  /** The number of the action before the state; 0 before the first one. */
  after: number;
  /** Several entries if the partner created the coupon more than once. */
  held: readonly HeldCoupon[];
}

/** All coupons of each report: most have only what differs from the one before. */
const statesByCode = derived(({ states }) => {
  let byCode: ReadonlyMap<string, readonly HeldCoupon[]> = new Map();
  return states
    .toSorted((a, b) => a.atMs - b.atMs)
    .map(({ atMs, after, coupons, gone }) => {
      const reported = Map.groupBy(coupons, ({ code }) => code);
      const kept = gone === undefined ? [] : [...byCode].filter(([code]) => !gone.includes(code));
      byCode = new Map([...kept, ...reported]);
      return { atMs, after, byCode };
    });
});

/** The partner's states of a coupon from this moment on. */
export const heldFrom = (record: PartnerRecord, code: string, fromMs: number): Held[] =>
  statesByCode(record)
    .filter(({ atMs }) => atMs >= fromMs)
    .map(({ atMs, after, byCode }) => ({ atMs, after, held: byCode.get(code) ?? [] }));

/** The actions before the states, as evidence. */
export const actionsOf = (states: readonly Held[]): number[] => [
  ...new Set(states.map(({ after }) => after).filter((after) => after > 0)),
];
