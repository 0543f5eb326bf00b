import type { HeldCoupon, PartnerRecord } from '../../../core/partner-record.ts';

/** How a partner held a coupon at one moment. */
export interface Held {
  atMs: number;
  /** The action after which it was asked; 0 before any. */
  after: number;
  /** More than one where it made the coupon more than once. */
  held: HeldCoupon[];
}

/** What the partner said of a coupon, each time that it was asked at this moment or later. */
export const heldFrom = ({ states }: PartnerRecord, code: string, fromMs: number): Held[] =>
  states
    .filter(({ atMs }) => atMs >= fromMs)
    .toSorted((a, b) => a.atMs - b.atMs)
    .map(({ atMs, after, coupons }) => ({ atMs, after, held: coupons.filter((coupon) => coupon.code === code) }));

/** The actions that states came after, as evidence. */
export const actionsOf = (states: readonly Held[]): number[] => [
  ...new Set(states.map(({ after }) => after).filter((after) => after > 0)),
];
