import type { Context } from './context.ts';
import type { Outcome } from './platform.ts';
import type { CouponJob } from './records.ts';

/** Reads notified coupons from the platform. */
export interface CouponLookup {
  read(job: CouponJob): Promise<Outcome>;
  /** Whether a lookup has ended the receiver of a faulty shop. */
  hasCrashed(): boolean;
}

/** The times and counts of some faults. */
const injected = { lookTimeoutMs: 500, maxLooks: 20 };

const pathOf = ({ code, orderId, platformId }: CouponJob, { is, does }: Context['settings']['behavior']): string => {
  if (is('looks up by external id')) return `/coupons/external/${encodeURIComponent(code)}`;
  if (is('takes the coupon’s id for the order’s')) return `/coupons/order/${platformId}`;
  if (is('looks up in lower case')) return `/coupons/code/${encodeURIComponent(code.toLowerCase())}`;
  if (does('reads coupons by order') && orderId !== null) return `/coupons/order/${orderId}`;
  return `/coupons/code/${encodeURIComponent(code)}`;
};

export const createCouponLookup = ({ platform, settings, surroundings }: Context): CouponLookup => {
  const { is } = settings.behavior;
  let hasCrashed = false;

  const read = async (job: CouponJob, looks = 1): Promise<Outcome> => {
    const startedMs = surroundings.now();
    if (is('makes a coupon without looking')) {
      return { kind: 'accepted', body: { type: 'percent', amount: 10, minPurchaseValue: 0, acumulative: false } };
    }
    if (is('takes the order id for its own')) {
      const order = await platform.send({ method: 'GET', path: `/orders/external/${job.orderId}` });
      if (order.kind !== 'accepted') return order;
    }
    const found = await platform.send({ method: 'GET', path: pathOf(job, settings.behavior) });
    const { status } = found.kind === 'refused' ? found : { status: undefined };
    const isMadeAnyway =
      (status === 403 && is('makes a coupon on a 403')) ||
      (status === 404 && is('makes a coupon on a 404')) ||
      (status === 422 && is('makes a coupon on a 422'));
    if (isMadeAnyway) return { kind: 'accepted', body: { type: 'percent', amount: 10 } };
    const isAskedAgain =
      (status === 404 && is('looks for a missing coupon again and again')) ||
      (status === 422 && is('looks again and again after a 422'));
    if (isAskedAgain && looks < injected.maxLooks) return read(job, looks + 1);
    if (status === 404 && is('falls silent on a missing coupon')) hasCrashed = true;
    if (is('gives up on a slow lookup') && surroundings.now() - startedMs > injected.lookTimeoutMs) {
      return { kind: 'refused', status: 0, why: 'too slow' };
    }
    return found;
  };

  return { read: (job) => read(job), hasCrashed: () => hasCrashed };
};
