import { valueAt } from '../../core/json.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { type FlowKind, mayStart } from '../capability.ts';
import { expectAnswer, expectHolds, expectThat } from '../judge/expect.ts';
import { path } from '../path.ts';
import type { Rule } from '../rule.ts';
import { couponIn } from '../session/delivery-looks.ts';
import {
  awaitCoupon,
  expectNoCoupon,
  leaveAndComeBack,
  mustShowCoupons,
  passThrough,
  putUnknownCode,
  quietStatuses,
  readByCode,
  sendAgain,
} from './order-coupon.ts';

const whatItDoes = 'What the service does';
const statusValues = 'States and transitions › Order status values';
const moves = 'States and transitions › Moves that are shown';

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';

interface Arrival {
  id: Rule['id'];
  by: 'POST' | 'PUT';
  status: 'completed' | 'on-hold';
  statements: Rule['statements'];
}

const arrival = ({ id, by, status, statements }: Arrival): Rule => {
  const kind: FlowKind = status === 'completed' ? 'completed flow' : 'on-hold flow';
  const how = by === 'POST' ? `created as ${status}` : `changed to ${status}`;
  return {
    id,
    text: `An order that is ${how} enters the active flow of that status: its coupon is found by the order's \`id\``,
    source: moves,
    statements,
    level: 'must',
    needs: ['create orders', kind],
    async check({ flowShop }) {
      const shop = await flowShop(kind);
      const first = by === 'POST' ? await shop.given.order({ status }) : await shop.quietOrder();
      const orders = [first];
      if (by === 'PUT') {
        await shop.trigger(first);
        for (const passed of quietStatuses(shop)) {
          if (passed === first.status) continue;
          const order = await shop.quietOrder();
          if (await passThrough(shop, order, [passed, status])) orders.push(order);
        }
        const refused = await shop.quietOrder();
        await putUnknownCode(shop, refused);
        await shop.trigger(refused);
        orders.push(refused);
      }
      for (const order of orders) {
        const coupon = await awaitCoupon(shop, order);
        expectAnswer(coupon, 200);
        expectThat(coupon, '/code', 'a code', isText);
        expectThat(coupon, '/id', 'an id', isText);
      }
    },
  };
};

interface EnteredOnce {
  id: Rule['id'];
  text: string;
  statements: Rule['statements'];
  /** Whether the order is put into another status before the status of the flow is sent again. */
  leaves: boolean;
}

const enteredOnce = ({ id, text, statements, leaves }: EnteredOnce): Rule => ({
  id,
  text,
  source: whatItDoes,
  statements,
  level: 'must',
  // a second giftback would cancel the first, so re-entering shows in both lookups
  needs: ['create orders', 'giftback flow'],
  async check({ flowShop }) {
    const shop = await flowShop('giftback flow');
    const order = await shop.triggeredOrder();
    const { id: couponId, code } = await shop.couponOf(order);
    if (leaves) await leaveAndComeBack(shop, order);
    else await sendAgain(shop, order);
    await shop.afterSentinel();
    expectAnswer(await shop.get(path`/coupons/order/${order.id}`), 200, { id: couponId, code });
    expectAnswer(await readByCode(shop, code), 200, { id: couponId });
  },
});

const processing = (id: Rule['id'], kind: 'completed flow' | 'on-hold flow'): Rule => ({
  id,
  text: `An order updated to processing enters no flow in a company with the ${kind}`,
  source: statusValues,
  statements: ['S079', 'S085'],
  level: 'must',
  needs: ['create orders', kind],
  async check({ flowShop }) {
    const shop = await flowShop(kind);
    const order = await shop.quietOrder();
    await shop.trigger(order, 'processing');
    await shop.afterSentinel();
    await mustShowCoupons(shop);
    await expectNoCoupon(shop, order);
  },
});

export const entering: readonly Rule[] = [
  arrival({ id: 'FLOW-1', by: 'PUT', status: 'completed', statements: ['S011', 'S022', 'S076', 'S086', 'S132'] }),
  arrival({ id: 'FLOW-2', by: 'POST', status: 'completed', statements: ['S076', 'S086', 'S132'] }),
  arrival({ id: 'FLOW-3', by: 'PUT', status: 'on-hold', statements: ['S077', 'S086'] }),
  arrival({ id: 'FLOW-4', by: 'POST', status: 'on-hold', statements: ['S077', 'S086'] }),
  {
    id: 'FLOW-5',
    text: 'Each status has its own flow: an order that becomes on-hold and later completed gets one coupon from each',
    source: moves,
    statements: ['S028', 'S086'],
    level: 'must',
    // GET /coupons/order/:orderId shows one of the two, so the notification shows the second
    needs: ['create orders', 'on-hold flow', 'webhooks'],
    async check({ clock, flowShop, unverified }) {
      const shop = await flowShop('on-hold flow');
      if (!shop.flows.some(({ active, trigger }) => active && trigger === 'completed')) {
        unverified('not-declared', `company ${shop.company} has an active flow on on-hold and none on completed`);
      }
      const order = await shop.triggeredOrder();
      await shop.firstDelivery(order);
      await shop.trigger(order, 'completed');
      const codesIn = ({ attempts }: { attempts: readonly { code?: string | undefined }[] }) => [
        ...new Set(attempts.map(({ code }) => code)),
      ];
      const seen = await shop.deliveries(order, (deliveries) => codesIn(deliveries).length > 1, clock.dispatchSeconds);
      const codes = codesIn(seen);
      if (codes.length < 2 && seen.attempts.some(({ orderId }) => orderId !== order.id)) {
        unverified('not-reached', 'the notifications do not name the order, so the order of the second one is unknown');
      }
      // several flows may start at one status, at different times
      const most = shop.flows.filter(
        ({ active, trigger }) => active && ['on-hold', 'completed'].includes(trigger),
      ).length;
      const expected =
        most === 2
          ? 'two: one of each flow'
          : `at least one of each status, and one of each of the ${most} flows at most`;
      const isInBounds = codes.length >= 2 && codes.length <= most;
      expectHolds(seen, 'codes notified for the order', expected, codes, isInBounds);
      // FLOW-7 leaves for a status without a flow
      if (!(await passThrough(shop, order, ['on-hold', 'completed']))) return;
      await shop.afterSentinel();
      const after = await shop.arrived(order);
      const all = codesIn(after);
      expectHolds(after, 'codes after both statuses came again', `${most} at most`, all, all.length <= most);
    },
  },
  enteredOnce({
    id: 'FLOW-6',
    text: 'Sending the same status again does not let an order re-enter the flow',
    statements: ['S028', 'S029', 'S086'],
    leaves: false,
  }),
  enteredOnce({
    id: 'FLOW-7',
    text: 'An order that leaves the status and comes back does not enter the flow again',
    statements: ['S028'],
    leaves: true,
  }),
  {
    id: 'FLOW-43',
    text: 'An order that is posted again with its `externalId` and the same status does not enter the flow again',
    source: whatItDoes,
    statements: ['S029', 'S028', 'S040'],
    level: 'should',
    inferred: 'The document says this of a status that is sent again; that one `externalId` is one order is inferred.',
    needs: ['create orders', 'giftback flow'],
    async check({ flowShop, offers, unverified }) {
      const shop = await flowShop('giftback flow');
      const order = await shop.triggeredOrder();
      const { code } = await shop.couponOf(order);
      // a refusal is no entry either
      await shop.post('/orders', { body: shop.body.order({ ...order, status: shop.flow.trigger }) });
      const found = await shop.get(path`/orders/external/${order.externalId ?? ''}`);
      if (valueAt(found.body, '/id') !== order.id) unverified('not-reached', 'the second POST made another order');
      await shop.afterSentinel();
      const answer = await shop.get(path`/coupons/order/${order.id}`);
      const shown = couponIn(answer)?.code ?? code;
      expectHolds(answer, 'the coupon of the order', `${code}, and no other`, shown, shown === code);
      if (!offers(['webhooks'])) return;
      const arrived = await shop.arrived(order);
      // another rule compares them with the code of the lookup
      const codes = [...new Set(arrived.attempts.map((attempt) => attempt.code))];
      expectHolds(arrived, 'codes notified for the order', 'one at most', codes, codes.length <= 1);
    },
  },
  {
    id: 'FLOW-8',
    text: 'A flow that runs once per order makes one coupon for each order of a customer',
    source: whatItDoes,
    statements: ['S024', 'S132'],
    level: 'must',
    needs: ['create orders', 'once per order flow'],
    async check({ flowShop }) {
      const shop = await flowShop('once per order flow');
      const codes: string[] = [];
      let phone: string | undefined;
      for (const by of ['PUT', 'POST', 'PUT'] as const) {
        const slots = omitUndefined({ phone });
        const order =
          by === 'POST'
            ? await shop.given.order({ ...slots, status: shop.flow.trigger })
            : await shop.triggeredOrder(slots);
        phone = order.phone;
        const coupon = await awaitCoupon(shop, order);
        expectAnswer(coupon, 200);
        const others = codes.join(', ') || 'none yet';
        expectThat(
          coupon,
          '/code',
          `a code that no earlier order has: ${others}`,
          (own) => isText(own) && !codes.some((code) => code === own),
        );
        codes.push(String(couponIn(coupon)?.code));
      }
    },
  },
  {
    id: 'FLOW-9',
    text: 'A flow that runs once per customer makes no coupon for a second order of the customer, changed or created',
    source: whatItDoes,
    statements: ['S024'],
    level: 'must',
    needs: ['create orders', 'once per customer flow'],
    async check({ flowShop }) {
      const shop = await flowShop('once per customer flow');
      const first = await shop.triggeredOrder();
      await shop.couponOf(first);
      const { phone } = first;
      const changed = await shop.triggeredOrder({ phone });
      const created = await shop.given.order({ phone, status: shop.flow.trigger });
      await shop.afterSentinel();
      await expectNoCoupon(shop, changed);
      await expectNoCoupon(shop, created);
    },
  },
  {
    id: 'FLOW-10',
    text: 'An inactive flow makes no coupon',
    source: whatItDoes,
    statements: ['S026'],
    level: 'must',
    needs: ['create orders', 'inactive flow'],
    async check({ flowShop }) {
      const shop = await flowShop('inactive flow');
      const created = await shop.given.order({ status: shop.flow.trigger });
      const changed = await shop.triggeredOrder();
      await shop.afterSentinel();
      await mustShowCoupons(shop);
      await expectNoCoupon(shop, created);
      await expectNoCoupon(shop, changed);
    },
  },
  {
    id: 'FLOW-11',
    text: 'An order whose status starts no flow gets no coupon',
    source: whatItDoes,
    statements: ['S011', 'S016'],
    level: 'must',
    needs: ['create orders', 'completed flow'],
    async check({ flowShop }) {
      const shop = await flowShop('completed flow');
      const order = await shop.quietOrder();
      await shop.afterSentinel();
      await mustShowCoupons(shop);
      await expectNoCoupon(shop, order);
    },
  },
  {
    id: 'FLOW-44',
    text: 'An order whose update to the status of a flow is refused for its unknown coupon code does not enter the flow',
    source: 'Endpoints › Rules per endpoint',
    statements: ['S152', 'S200', 'S086'],
    level: 'should',
    inferred: 'The document says that such an update is refused, not that no part of it takes effect.',
    needs: ['create orders', 'completed flow'],
    async check({ flowShop, unverified }) {
      const shop = await flowShop('completed flow');
      const order = await shop.quietOrder();
      const { status } = await putUnknownCode(shop, order);
      // ORD-33 tests the refusal itself
      if (status < 400) unverified('not-reached', 'an update with an unknown coupon code was accepted');
      await shop.afterSentinel();
      await mustShowCoupons(shop);
      await expectNoCoupon(shop, order);
    },
  },
  {
    id: 'FLOW-29',
    text: 'An active flow on `delivered` makes no coupon for an order of any status',
    source: statusValues,
    statements: ['S081'],
    level: 'must',
    needs: ['create orders', 'delivered flow'],
    async check({ flowShop }) {
      const shop = await flowShop('delivered flow');
      const statuses = ['completed', 'on-hold', 'canceled'].filter((status) => !mayStart(shop.flows, status));
      const [changed, ...created] = await Promise.all(
        [...statuses.slice(0, 1), ...statuses].map((status) => shop.given.order({ status })),
      );
      if (!changed) return shop.unverified('not-declared', 'every status has an active flow of its own');
      for (const status of [...statuses.slice(1), 'processing']) await shop.trigger(changed, status);
      const orders = [changed, ...created];
      await shop.afterSentinel();
      await mustShowCoupons(shop);
      for (const order of orders) await expectNoCoupon(shop, order);
    },
  },
  processing('FLOW-12', 'completed flow'),
  processing('FLOW-13', 'on-hold flow'),
  {
    id: 'FLOW-14',
    text: "`GET /coupons/order/{orderId}` returns the flow's coupon even while its webhook delivery is failing",
    source: 'Events › Diagnosing a missing webhook',
    statements: ['S190', 'S191'],
    level: 'must',
    needs: ['create orders', 'completed flow', 'webhooks'],
    async check({ flowShop }) {
      const shop = await flowShop('completed flow');
      const [order, untriggered] = [await shop.quietOrder(), await shop.quietOrder()];
      await shop.script(order, [{ status: 503 }, { status: 204 }]);
      // a partner may look for the coupon before it exists
      await shop.get(path`/coupons/order/${order.id}`);
      await shop.trigger(order);
      const delivery = await shop.firstDelivery(order);
      const coupon = await awaitCoupon(shop, order);
      expectAnswer(coupon, 200);
      const { code } = couponIn(coupon) ?? {};
      expectThat(
        delivery,
        '/0/json/code',
        `the code of the order's coupon, ${code}`,
        (sent) => isText(sent) && sent === code,
      );
      await expectNoCoupon(shop, untriggered);
    },
  },
];
