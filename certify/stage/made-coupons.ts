import { isObject, type JsonObject } from '../../core/json.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import type { MadeCoupon } from '../../core/partner-record.ts';
import type { SessionCompany } from './session-platform.ts';

/** The coupons that the platform made for one company and notified, with their fate. */
export interface MadeCoupons {
  /** Records the coupon of a code before it is notified, and which coupon it replaced. */
  note(code: string): Promise<void>;
  /** Returns all coupons after asking the platform which ones are gone. */
  all(): Promise<MadeCoupon[]>;
  /** Returns all coupons without asking the platform. */
  known(): readonly MadeCoupon[];
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const number = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** `now`: milliseconds since the session began. */
export const createMadeCoupons = ({ company, askJson, panel }: SessionCompany, now: () => number): MadeCoupons => {
  const made = new Map<string, MadeCoupon>();

  const read = async (path: string): Promise<JsonObject | undefined> => {
    const { status, json } = await askJson('GET', path);
    return status < 300 && isObject(json) ? json : undefined;
  };

  const couponOf = (code: string): ReturnType<typeof read> => read(`/coupons/code/${encodeURIComponent(code)}`);

  /** Records the time for coupons that were canceled since. */
  const noteCanceled = async (coupons: Iterable<MadeCoupon>, sinceMs: () => number): Promise<void> => {
    for (const coupon of coupons) {
      if (coupon.cancelledMs === null && !(await couponOf(coupon.code))) coupon.cancelledMs = sinceMs();
    }
  };

  return {
    async note(code) {
      const coupon = await couponOf(code);
      if (coupon === undefined || made.has(code)) return;
      const orderId = await panel.orderOf(code);
      const order = orderId === null ? undefined : await read(`/orders/${orderId}`);
      const phone = isObject(coupon.customer) ? text(coupon.customer.phone) : '';
      const madeMs = now();
      const others = [...made.values()].filter((other) => other.phone === phone);
      await noteCanceled(others, () => madeMs);
      made.set(code, {
        code,
        id: text(coupon.id),
        orderId,
        orderExternalId: order === undefined ? null : text(order.externalId) || null,
        type: text(coupon.type),
        amount: number(coupon.amount),
        minPurchaseValue: number(coupon.minPurchaseValue),
        acumulative: coupon.acumulative === true,
        expiryDate: text(coupon.expiryDate),
        phone,
        ...omitUndefined({ company }),
        madeMs,
        cancelledMs: null,
      });
    },
    async all() {
      // a giftback that was not notified yet may have canceled this one
      await noteCanceled(made.values(), now);
      return [...made.values()];
    },
    known: () => [...made.values()],
  };
};
