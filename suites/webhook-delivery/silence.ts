import { type Capability, mayStart } from '../capability.ts';
import type { FlowShop, Notified } from '../check-context.ts';
import { leaveAndComeBack } from '../flows/order-coupon.ts';
import { expectHolds } from '../judge/expect.ts';
import { path } from '../path.ts';
import type { Rule } from '../rule.ts';
import { mustBeAccepted } from '../session/given.ts';
import { expectNoFurtherAttempt } from './attempts.ts';

const trigger = 'Events › Trigger';
const whatItDoes = 'What the service does';

interface Silent {
  id: Rule['id'];
  text: string;
  source: string;
  statements: Rule['statements'];
  needs: readonly Capability[];
  /** Does what must send nothing. Returns how a notification would be recognized. */
  act(shop: FlowShop): Promise<readonly Notified[]>;
  kind?: 'inactive flow' | 'delivered flow' | 'on-hold flow' | 'once per customer flow';
}

/** The rule that something sends no webhook. Another order then sends one, so that a wrong one would have arrived. */
const silent = ({ id, text, source, statements, needs, act, kind }: Silent): Rule => ({
  id,
  text,
  source,
  statements,
  level: 'must',
  needs: ['create orders', kind ?? 'completed flow', 'webhooks', ...needs],
  async check({ flowShop }) {
    const shop = await flowShop(kind ?? 'completed flow');
    const watched = await act(shop);
    await shop.afterSentinel();
    for (const about of watched) {
      const seen = await shop.arrived(about);
      expectHolds(seen, 'notifications', 'none', seen.attempts.length, seen.attempts.length === 0);
    }
  },
});

interface NotifiedOnce {
  id: Rule['id'];
  text: string;
  source: string;
  statements: Rule['statements'];
  kind: 'completed flow' | 'giftback flow';
  /** Does what must not notify again, after the coupon of the order was notified. */
  act(shop: FlowShop, order: Awaited<ReturnType<FlowShop['quietOrder']>>): Promise<unknown>;
}

/** The rule that something sends no second webhook. Any attempt after `act` is one too many. */
const notifiedOnce = ({ id, text, source, statements, kind, act }: NotifiedOnce): Rule => ({
  id,
  text,
  source,
  statements,
  level: 'must',
  needs: ['create orders', kind, 'webhooks'],
  async check({ clock, flowShop }) {
    const shop = await flowShop(kind);
    const order = await shop.triggeredOrder({}, [{ status: 200 }]);
    await shop.firstDelivery(order);
    const coupon = await shop.couponOf(order);
    // by now, a notification that was not accepted would be retried
    await clock.wait(4);
    const [byOrder, byCode] = [await shop.arrived(order), await shop.arrived(coupon)];
    await act(shop, order);
    await shop.afterSentinel();
    const [seenByOrder, seenByCode] = [await shop.arrived(order), await shop.arrived(coupon)];
    expectNoFurtherAttempt([
      { seen: seenByOrder, accepted: byOrder.attempts.length },
      { seen: seenByCode, accepted: byCode.attempts.length },
    ]);
  },
});

export const silence: readonly Rule[] = [
  silent({
    id: 'DLV-26',
    text: 'A coupon registered by `POST /coupons` sends no webhook, neither at once nor when it is changed or used',
    source: trigger,
    statements: ['S170', 'S015', 'S013', 'S014', 'S133'],
    needs: [],
    async act({ given, put, unique }) {
      const [plain, received, redeemed, changed] = [
        await given.coupon(),
        await given.coupon({ awaitingOrder: true }),
        await given.coupon(),
        await given.coupon(),
      ];
      await given.order({ phone: received.phone });
      await given.order({ phone: redeemed.phone, couponCode: redeemed.code });
      const at = path`/coupons/code/${changed.code}`;
      for (const body of [{ externalId: unique.name('named') }, { used: true, awaitingOrder: false }]) {
        mustBeAccepted(await put(at, { body }), 'changing a coupon');
      }
      return [plain, received, redeemed, changed];
    },
  }),
  silent({
    id: 'DLV-27',
    text: 'A coupon registered by `POST /coupons/shared` sends no webhook, neither at once nor when an order has its code',
    source: trigger,
    statements: ['S170', 'S015'],
    needs: ['shared coupons'],
    async act({ given }) {
      const coupon = await given.sharedCoupon();
      await given.order({ couponCode: coupon.code });
      return [coupon];
    },
  }),
  silent({
    id: 'DLV-28',
    text: 'An order whose status starts no flow sends no webhook when it is created or deleted',
    source: whatItDoes,
    statements: ['S015', 'S016'],
    needs: [],
    async act(shop) {
      const [kept, deleted] = [await shop.quietOrder(), await shop.quietOrder()];
      mustBeAccepted(await shop.del(path`/orders/${deleted.id}`), 'deleting an order');
      return [kept, deleted];
    },
  }),
  silent({
    id: 'DLV-29',
    text: 'An order updated to processing sends no webhook',
    source: 'States and transitions › Order status values',
    statements: ['S079', 'S085'],
    needs: [],
    kind: 'on-hold flow',
    async act(shop) {
      const order = await shop.quietOrder();
      await shop.trigger(order, 'processing');
      return [order];
    },
  }),
  silent({
    id: 'DLV-30',
    text: 'An inactive flow sends no webhook',
    source: whatItDoes,
    statements: ['S019', 'S026'],
    needs: [],
    kind: 'inactive flow',
    act: async (shop) => [await shop.triggeredOrder()],
  }),
  silent({
    id: 'DLV-34',
    text: 'An active flow on `delivered` sends no webhook',
    source: 'States and transitions › Order status values',
    statements: ['S081'],
    needs: [],
    kind: 'delivered flow',
    async act(shop) {
      const order = await shop.quietOrder();
      await shop.trigger(order, mayStart(shop.flows, 'canceled') ? 'processing' : 'canceled');
      return [order];
    },
  }),
  silent({
    id: 'DLV-31',
    text: 'A second order of a customer, changed or created, sends no webhook if the flow runs once per customer',
    source: whatItDoes,
    statements: ['S024'],
    needs: [],
    kind: 'once per customer flow',
    async act(shop) {
      const first = await shop.triggeredOrder();
      await shop.couponOf(first);
      const { phone } = first;
      return [await shop.triggeredOrder({ phone }), await shop.given.order({ phone, status: shop.flow.trigger })];
    },
  }),
  notifiedOnce({
    id: 'DLV-32',
    text: 'Sending the same status again, or coming back to it, sends no second webhook',
    source: whatItDoes,
    statements: ['S029', 'S028'],
    kind: 'completed flow',
    async act(shop, order) {
      await shop.trigger(order);
      await leaveAndComeBack(shop, order);
    },
  }),
  notifiedOnce({
    id: 'DLV-33',
    text: 'A canceled giftback sends no webhook: no event is about canceled coupons',
    source: trigger,
    statements: ['S089', 'S171', 'S172'],
    kind: 'giftback flow',
    act: async (shop, { phone }) => shop.firstDelivery(await shop.triggeredOrder({ phone })),
  }),
  notifiedOnce({
    id: 'DLV-39',
    text: "A flow's coupon that is given an `externalId`, used by an order or marked as used sends no second webhook",
    source: trigger,
    statements: ['S015', 'S168'],
    kind: 'completed flow',
    async act(shop, order) {
      const { code } = await shop.couponOf(order);
      const at = path`/coupons/code/${code}`;
      mustBeAccepted(await shop.put(at, { body: { externalId: shop.unique.name('named') } }), 'naming the coupon');
      await shop.given.order({ phone: order.phone, couponCode: code });
      mustBeAccepted(await shop.put(at, { body: { used: true, awaitingOrder: false } }), 'marking it as used');
    },
  }),
];
