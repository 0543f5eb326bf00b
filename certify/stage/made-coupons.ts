import { isObject, type JsonObject } from '../../core/json.ts';
import type { MadeCoupon } from '../../core/partner-record.ts';
import { parsedJson } from '../../fixtures/reading/parsed-json.ts';
import type { AskPlatform } from './forward.ts';
import type { Panel } from './panel.ts';

interface MadeCouponsOptions {
  askPlatform: AskPlatform;
  /** Of calls of the partner. */
  headers: Record<string, string>;
  orderOf: Panel['orderOf'];
  /** In ms since the session began. */
  now: () => number;
}

/** The coupons that the platform made and notified, with what became of them. */
export interface MadeCoupons {
  /** Looks up the coupon of a code before it is notified, and which one it replaced. */
  note(code: string): Promise<void>;
  /** All of them; asks the platform which are gone. */
  all(): Promise<MadeCoupon[]>;
  /** The same as far as it is known without asking. */
  known(): readonly MadeCoupon[];
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const number = (value: unknown): number => (typeof value === 'number' ? value : 0);

export const createMadeCoupons = ({ askPlatform, headers, orderOf, now }: MadeCouponsOptions): MadeCoupons => {
  const made = new Map<string, MadeCoupon>();

  const read = async (path: string): Promise<JsonObject | undefined> => {
    const { status, text: answered } = await askPlatform({ method: 'GET', url: path, headers, body: '' });
    const found = status < 300 ? parsedJson(answered) : undefined;
    return isObject(found) ? found : undefined;
  };

  const couponOf = (code: string): ReturnType<typeof read> => read(`/coupons/code/${encodeURIComponent(code)}`);

  /** Notes since when those are cancelled that are not there any more. */
  const noteCancelled = async (coupons: Iterable<MadeCoupon>, sinceMs: () => number): Promise<void> => {
    for (const coupon of coupons) {
      if (coupon.cancelledMs === null && !(await couponOf(coupon.code))) coupon.cancelledMs = sinceMs();
    }
  };

  return {
    async note(code) {
      const coupon = await couponOf(code);
      if (coupon === undefined || made.has(code)) return;
      const orderId = await orderOf(code);
      const order = orderId === null ? undefined : await read(`/orders/${orderId}`);
      const phone = isObject(coupon.customer) ? text(coupon.customer.phone) : '';
      const madeMs = now();
      const others = [...made.values()].filter((other) => other.phone === phone);
      await noteCancelled(others, () => madeMs);
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
        madeMs,
        cancelledMs: null,
      });
    },
    async all() {
      // a giftback may have been cancelled by one that was not notified yet
      await noteCancelled(made.values(), now);
      return [...made.values()];
    },
    known: () => [...made.values()],
  };
};
