import { isUuid } from '../../core/forms.ts';
import { instantOf } from '../../core/instants.ts';
import { pointerPart, valueAt } from '../../core/json.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import type { Exchange } from '../../fixtures/exchange.ts';
import type { FlowShop, GivenFlowCoupon } from '../check-context.ts';
import { expectAnswer, expectHolds, expectThat } from '../judge/expect.ts';
import { Unverified } from '../judge/outcome.ts';
import { path } from '../path.ts';
import { carries } from '../records/carried-values.ts';
import { dayMs } from '../records/listing.ts';
import { digitsOf } from '../records/phones.ts';
import type { Rule } from '../rule.ts';
import { mustBeAccepted } from '../session/given.ts';
import { declaredAmount } from './order-coupon.ts';

const couponShape = 'Resources and their fields › Coupon (shape returned by the coupon lookups)';

/** Clocks that are set by hand may be minutes off. */
const clockErrorMs = 15 * 60_000;

/** Whether two phones are the same number. The document does not show in what form a phone is returned. */
const isSamePhone = (one: unknown, other: string): boolean => {
  const [a, b] = [digitsOf(one), digitsOf(other)];
  return a.length >= 8 && b.length >= 8 && (a.endsWith(b) || b.endsWith(a));
};

const discounts = [
  { id: 'FLOW-15', kind: 'percent coupon flow', chosen: 'a percentage', type: 'percent' },
  { id: 'FLOW-16', kind: 'fixed coupon flow', chosen: 'a fixed value', type: 'fixed_cart' },
] as const;

const steadyFields = ['type', 'amount', 'minPurchaseValue', 'acumulative', 'expiryDate'];

/** Asserts that the lookups by order, code, id and `externalId`, if one is set, show the coupon with these fields. */
const expectOneRecord = async (
  shop: FlowShop,
  { order, code, id, read }: GivenFlowCoupon,
  shown: { externalId?: string; used?: true },
): Promise<void> => {
  const { externalId } = shown;
  const places = [
    path`/coupons/order/${order.id}`,
    path`/coupons/code/${code}`,
    path`/coupons/${id}`,
    ...(externalId === undefined ? [] : [path`/coupons/external/${externalId}`]),
  ];
  // the validity may begin or end before a later look
  const same = externalId === undefined ? [...steadyFields, 'used', 'isValid'] : steadyFields;
  for (const at of places) {
    const found = await shop.get(at);
    expectAnswer(found, 200, { id, code, ...shown });
    for (const field of same) {
      const [expected, actual] = [valueAt(read.body, `/${field}`), valueAt(found.body, `/${field}`)];
      expectHolds(found, `/${field}`, `${JSON.stringify(expected)}, as by the order`, actual, expected === actual);
    }
  }
};

/** A whole number, because some targets take no other. Its share is not whole. */
const total = 123;
/** Small, and with cents. */
const smallTotal = 29.9;

/** A target may take whole totals only. */
const ifRefused = (error: unknown): undefined => {
  if (error instanceof Unverified && error.because === 'not-reached') return undefined;
  throw error;
};

/** Asserts that a giftback of an order with this total is worth its percentage, within a cent. */
const expectWorth = (shop: FlowShop, read: Exchange, total: number): void => {
  const percent = declaredAmount(shop.flow);
  const share = (total * percent) / 100;
  const isPercent = valueAt(read.body, '/type') === 'percent';
  expectThat(read, '/type', 'percent or fixed_cart', (type) => isPercent || type === 'fixed_cart');
  expectThat(
    read,
    '/amount',
    isPercent ? `${percent} percent` : `${share}, which is ${percent} percent of ${total}`,
    (amount) => typeof amount === 'number' && Math.abs(amount - (isPercent ? percent : share)) < 0.01,
  );
};

/** Whether a record shows a value in each place where the body has it. */
const showsWherever = (value: unknown, sent: unknown, shown: unknown): boolean => {
  if (typeof sent !== 'object' || sent === null) return sent !== value || shown === value;
  return Object.entries(sent).every(([key, part]) =>
    showsWherever(value, part, valueAt(shown, `/${pointerPart(key)}`)),
  );
};

export const madeCoupons: readonly Rule[] = [
  ...discounts.map(
    ({ id, kind, chosen, type }): Rule => ({
      id,
      text: `A Coupon step with ${chosen} makes coupons of type ${type} with the amount set in the panel`,
      source: couponShape,
      statements: ['S023', 'S044', 'S045'],
      level: 'must',
      needs: ['create orders', kind],
      async check({ flowShops }) {
        for (const shop of await flowShops(kind)) {
          const { read } = await shop.couponOf(await shop.triggeredOrder());
          expectAnswer(read, 200, { type, amount: declaredAmount(shop.flow) });
        }
      },
    }),
  ),
  {
    id: 'FLOW-17',
    text: 'A giftback is worth its percentage of the purchase, shown as a percentage or as an amount',
    source: 'What the service does',
    statements: ['S023'],
    level: 'should',
    inferred: 'The document leaves open whether a giftback shows its percentage or its worth.',
    needs: ['create orders', 'giftback flow'],
    async check({ flowShops }) {
      for (const shop of await flowShops('giftback flow')) {
        const order = await shop.triggeredOrder({ total });
        const { read } = await shop.couponOf(order);
        expectWorth(shop, read, total);
        const small = await shop.triggeredOrder({ total: smallTotal }).catch(ifRefused);
        if (small) expectWorth(shop, (await shop.couponOf(small)).read, smallTotal);
        const isQuietFirst = order.status !== shop.flow.trigger;
        if (!isQuietFirst || valueAt(read.body, '/type') === 'percent') continue;
        const changed = { ...(await shop.quietOrder({ total: 250 })), total };
        await shop.trigger(changed);
        // the document does not show the total of an order, nor that it can be changed
        const shown = await shop.get(path`/orders/${changed.id}`);
        const sent = shop.body.order(changed);
        if (!carries(sent, total) || !showsWherever(total, sent, shown.body)) continue;
        expectWorth(shop, (await shop.couponOf(changed)).read, total);
      }
    },
  },
  {
    id: 'FLOW-37',
    text: "A flow's coupon has the minimum purchase, the combinability and the validity set in the panel",
    source: couponShape,
    statements: ['S048', 'S049', 'S050', 'S051'],
    level: 'should',
    inferred: 'The document names the fields of a coupon, not the settings of a flow that they come from.',
    needs: ['create orders', 'flow with settings'],
    async check({ clock, flowShops }) {
      // days of the calendar in any zone, and the last day may count as a whole
      const isAbout = (days: number, fromMs: number) => (date: unknown) =>
        typeof date === 'string' && Math.abs(Date.parse(date) - fromMs - days * dayMs) <= 1.5 * dayMs;
      for (const shop of await flowShops('flow with settings')) {
        const { minPurchaseValue, acumulative, validDays, startsAfterDays } = shop.flow;
        const { read } = await shop.couponOf(await shop.triggeredOrder());
        expectAnswer(read, 200, omitUndefined({ minPurchaseValue, acumulative }));
        const begins = Date.parse(String(valueAt(read.body, '/startDate')));
        if (startsAfterDays !== undefined) {
          expectThat(read, '/startDate', `${startsAfterDays} days from now`, isAbout(startsAfterDays, clock.now()));
        }
        if (validDays !== undefined) {
          expectThat(read, '/expiryDate', `${validDays} days from its start of validity`, isAbout(validDays, begins));
        }
      }
    },
  },
  {
    id: 'FLOW-18',
    text: "A flow's coupon is linked to the customer of the order that entered the flow",
    source: couponShape,
    statements: ['S052', 'S168'],
    level: 'must',
    needs: ['create orders', 'starting flow'],
    async check({ flowShops }) {
      for (const shop of await flowShops('starting flow')) {
        const order = await shop.triggeredOrder();
        const { read } = await shop.couponOf(order);
        expectThat(read, '/customer/phone', `the phone of the order's customer, ${order.phone}`, (phone) =>
          isSamePhone(phone, order.phone),
        );
        // whether an order makes a customer is open, and the body of a customer is not shown
        const customer = await shop.get(path`/customers/phone/${order.phone}`);
        const customerId = customer.status === 200 ? valueAt(customer.body, '/id') : undefined;
        if (!isUuid(customerId)) continue;
        expectThat(read, '/customer/id', `${customerId}, the customer with this phone`, (id) => id === customerId);
      }
    },
  },
  {
    id: 'FLOW-19',
    text: 'A new coupon of a flow has no `externalId` and is unused',
    source: couponShape,
    statements: ['S042', 'S046'],
    level: 'must',
    needs: ['create orders', 'starting flow'],
    async check({ flowShops }) {
      for (const shop of await flowShops('starting flow')) {
        const { read } = await shop.couponOf(await shop.triggeredOrder());
        expectAnswer(read, 200, { externalId: null, used: false });
      }
    },
  },
  {
    id: 'FLOW-30',
    text: 'A new coupon of a flow is valid from its `startDate`',
    source: couponShape,
    statements: ['S047', 'S050'],
    level: 'should',
    inferred: 'The document says when `isValid` is false, not when it is true.',
    needs: ['create orders', 'completed flow'],
    async check({ clock, flowShop, unverified }) {
      const shop = await flowShop('completed flow');
      const { read } = await shop.couponOf(await shop.triggeredOrder());
      const starts = valueAt(read.body, '/startDate');
      const isLater = (instantOf(starts) ?? 0) > clock.now() + clockErrorMs;
      if (isLater) unverified('not-observable', `the coupon is valid from ${starts} on`);
      expectAnswer(read, 200, { isValid: true });
    },
  },
  {
    id: 'FLOW-20',
    text: "A flow's coupon is the same record by its order, its code and its `id`, also once it is named and once it is used",
    source: 'Endpoints › Endpoints table',
    statements: ['S132', 'S129', 'S130', 'S131', 'S186'],
    level: 'must',
    needs: ['create orders', 'starting flow'],
    async check({ flowShops, unique }) {
      for (const shop of await flowShops('starting flow')) {
        const coupon = await shop.couponOf(await shop.triggeredOrder());
        await expectOneRecord(shop, coupon, {});
        const externalId = unique.name('named');
        const at = path`/coupons/code/${coupon.code}`;
        mustBeAccepted(await shop.put(at, { body: { externalId } }), 'setting the externalId by code');
        await expectOneRecord(shop, coupon, { externalId });
        const used = { externalId, used: true, awaitingOrder: false };
        mustBeAccepted(await shop.put(at, { body: used }), 'marking the coupon as used');
        await expectOneRecord(shop, coupon, { externalId, used: true });
      }
    },
  },
];
