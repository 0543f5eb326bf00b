import type { HeldCoupon, PartnerRecord } from '../../../core/partner-record.ts';
import { derived } from './derived.ts';

/** How a partner held a coupon at one moment. */
export interface Held {
  atMs: number;
  /** The action after which it was asked; 0 before any. */
  after: number;
  /** More than one where it made the coupon more than once. */
  held: readonly HeldCoupon[];
}

const statesByCode = derived(({ states }) =>
  states
    .toSorted((a, b) => a.atMs - b.atMs)
    .map(({ atMs, after, coupons }) => ({ atMs, after, byCode: Map.groupBy(coupons, ({ code }) => code) })),
);

/** What the partner said of a coupon, each time that it was asked at this moment or later. */
export const heldFrom = (record: PartnerRecord, code: string, fromMs: number): Held[] =>
  statesByCode(record)
    .filter(({ atMs }) => atMs >= fromMs)
    .map(({ atMs, after, byCode }) => ({ atMs, after, held: byCode.get(code) ?? [] }));

/** The actions that states came after, as evidence. */
export const actionsOf = (states: readonly Held[]): number[] => [
  ...new Set(states.map(({ after }) => after).filter((after) => after > 0)),
];
