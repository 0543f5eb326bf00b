import { expectAnswer, expectHolds, expectThat } from '../expect.ts';
import { valueAt } from '../json.ts';
import { path } from '../path.ts';
import type { Rule } from '../rule.ts';
import { declaredAmount, readByCode } from './order-coupon.ts';

const couponShape = 'Resources and their fields › Coupon (shape returned by the coupon lookups)';

const digitsOf = (value: unknown): string => String(value).replace(/\D/g, '');

/** Whether two phones are one number: the form in which a phone comes back is not shown. */
const isSamePhone = (one: unknown, other: string): boolean => {
  const [a, b] = [digitsOf(one), digitsOf(other)];
  return a.length >= 8 && b.length >= 8 && (a.endsWith(b) || b.endsWith(a));
};

const discounts = [
  { id: 'FLOW-15', kind: 'percent coupon flow', chosen: 'a percentage', type: 'percent' },
  { id: 'FLOW-16', kind: 'fixed coupon flow', chosen: 'a fixed value', type: 'fixed_cart' },
] as const;

export const madeCoupons: readonly Rule[] = [
  ...discounts.map(
    ({ id, kind, chosen, type }): Rule => ({
      id,
      text: `A Coupon step with ${chosen} makes coupons of type ${type} with the amount chosen in the panel`,
      source: couponShape,
      statements: ['S023', 'S044', 'S045'],
      level: 'must',
      needs: ['create orders', kind],
      async check({ flowShop }) {
        const shop = await flowShop(kind);
        const { read } = await shop.couponOf(await shop.triggeredOrder());
        expectAnswer(read, 200, { type, amount: declaredAmount(shop.flow) });
      },
    }),
  ),
  {
    id: 'FLOW-17',
    text: 'A giftback is worth its percentage of the purchase, as a percentage or as that share of it',
    source: 'What the service does',
    statements: ['S023'],
    // that the share is stored in one of these two forms is inferred
    level: 'should',
    needs: ['create orders', 'giftback flow'],
    async check({ flowShop }) {
      const shop = await flowShop('giftback flow');
      const order = await shop.triggeredOrder({ total: 250 });
      const { read } = await shop.couponOf(order);
      const percent = declaredAmount(shop.flow);
      const share = (order.total * percent) / 100;
      const isPercent = valueAt(read.body, '/type') === 'percent';
      expectThat(read, '/type', 'percent or fixed_cart', (type) => isPercent || type === 'fixed_cart');
      expectThat(
        read,
        '/amount',
        isPercent ? `${percent} percent` : `${share}, which is ${percent} percent of ${order.total}`,
        (amount) => typeof amount === 'number' && Math.abs(amount - (isPercent ? percent : share)) < 0.01,
      );
    },
  },
  {
    id: 'FLOW-18',
    text: "A flow's coupon is linked to the customer of the order that entered the flow",
    source: couponShape,
    statements: ['S052', 'S168'],
    level: 'must',
    needs: ['create orders', 'completed flow'],
    async check({ flowShop }) {
      const shop = await flowShop('completed flow');
      const order = await shop.triggeredOrder();
      const { read } = await shop.couponOf(order);
      expectThat(read, '/customer/phone', `the phone of the order's customer, ${order.phone}`, (phone) =>
        isSamePhone(phone, order.phone),
      );
    },
  },
  {
    id: 'FLOW-19',
    text: 'A coupon that a flow has just made has no externalId, is unused and is valid',
    source: couponShape,
    statements: ['S042', 'S046', 'S047'],
    level: 'must',
    needs: ['create orders', 'completed flow'],
    async check({ flowShop }) {
      const shop = await flowShop('completed flow');
      const { read } = await shop.couponOf(await shop.triggeredOrder());
      expectAnswer(read, 200, { externalId: null, used: false, isValid: true });
    },
  },
  {
    id: 'FLOW-20',
    text: "A flow's coupon is the same by its order, by its code and by its id",
    source: 'Endpoints › Endpoints table',
    statements: ['S129', 'S130', 'S132', 'S186'],
    level: 'must',
    needs: ['create orders', 'completed flow'],
    async check({ flowShop }) {
      const shop = await flowShop('completed flow');
      const { code, id, read } = await shop.couponOf(await shop.triggeredOrder());
      const documented = ['type', 'amount', 'used', 'isValid', 'minPurchaseValue', 'acumulative', 'expiryDate'];
      for (const other of [await readByCode(shop, code), await shop.get(path`/coupons/${id}`)]) {
        expectAnswer(other, 200, { id, code });
        for (const field of documented) {
          const [expected, actual] = [valueAt(read.body, `/${field}`), valueAt(other.body, `/${field}`)];
          expectHolds(other, `/${field}`, `${JSON.stringify(expected)}, as by the order`, actual, expected === actual);
        }
      }
    },
  },
];
