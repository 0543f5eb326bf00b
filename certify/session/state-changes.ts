import type { HeldCoupon, PartnerState } from '../../core/partner-record.ts';

/** Reduces each report of all coupons to what differs from the report before it. A session has many, and each is long. */
export const createStateChanges = (): ((coupons: readonly HeldCoupon[]) => Pick<PartnerState, 'coupons' | 'gone'>) => {
  let before: ReadonlyMap<string, HeldCoupon[]> | undefined;
  return (coupons) => {
    const now = Map.groupBy(coupons, ({ code }) => code);
    const known = before;
    before = now;
    if (known === undefined) return { coupons: [...coupons] };
    const isKnown = (code: string, held: readonly HeldCoupon[]): boolean =>
      JSON.stringify(known.get(code)) === JSON.stringify(held);
    return {
      coupons: [...now].flatMap(([code, held]) => (isKnown(code, held) ? [] : held)),
      gone: [...known.keys()].filter((code) => !now.has(code)),
    };
  };
};
