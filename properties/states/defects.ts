import { isObject } from '../../core/json.ts';
import { callsTo, sentFields } from '../../suites/broken-handling.ts';
import { defectsOf } from '../../suites/defect.ts';
import { digitsOf } from '../../suites/records/phones.ts';
import { after, remembering } from './broken-states.ts';

export const statesDefects = defectsOf({
  'LAW-41': {
    "cancels a phone's registered coupons with its second giftback, and none with the first": {
      ...after('GET /coupons/order/:orderId', (memory, { segments }) => {
        const { phone = '' } = memory.orders.get(String(segments[2])) ?? {};
        if (memory.giftbacksOf(phone).length < 2) return;
        for (const coupon of memory.couponsOf(phone)) if (!coupon.isGiftback) memory.lose(coupon);
      }),
      also: ['FLOW-34'],
    },
    'cancels a giftback with which an order came, and not only an unused one, when the phone gets another': {
      ...after('GET /coupons/order/:orderId', (memory, { segments }) => {
        const order = memory.orders.get(String(segments[2]));
        const giftbacks = order ? memory.giftbacksOf(order.phone) : [];
        for (const earlier of giftbacks.slice(0, -1)) if (memory.redeemed.has(earlier.code)) memory.lose(earlier);
      }),
      also: ['FLOW-40'],
    },
    'forgets the giftback of an order that is put into processing afterwards': {
      ...after('PUT /orders/:id', (memory, call) => {
        const order = memory.orders.get(String(call.segments[1]));
        if (!order || sentFields(call).status !== 'processing') return;
        for (const giftback of memory.giftbacksOf(order.phone).slice(-1)) memory.lose(giftback);
      }),
      also: ['FLOW-7'],
    },
    'takes the giftback of a phone away when another of its orders is deleted': after(
      'DELETE /orders/:id',
      (memory, { segments }) => {
        const order = memory.orders.get(String(segments[1]));
        // the giftback of the deleted order itself may go
        if (!order || order.puts.includes('completed')) return;
        for (const giftback of memory.giftbacksOf(order.phone)) memory.lose(giftback);
      },
    ),
    'makes the used coupons of a phone unused when another is registered for it': after(
      'POST /coupons',
      (memory, call) => {
        for (const coupon of memory.couponsOf(digitsOf(sentFields(call).phone))) {
          if (memory.redeemed.has(coupon.code)) memory.show(coupon, { used: false });
        }
      },
    ),
    "uses up the phone's giftback when an order is refused for a shared coupon's code": remembering(
      (memory, call, { status }) => {
        if (status !== 422 || !callsTo('PUT /orders/:id')(call)) return;
        const order = memory.orders.get(String(call.segments[1]));
        if (!order || !memory.coupons.has(String(sentFields(call).couponCode))) return;
        for (const giftback of memory.giftbacksOf(order.phone)) memory.show(giftback, { used: true });
      },
    ),
    'gives the coupon of an order back when the order is refused for a code that nobody has': remembering(
      (memory, call, { status }) => {
        if (status !== 422 || !callsTo('PUT /orders/:id')(call)) return;
        const order = memory.orders.get(String(call.segments[1]));
        for (const coupon of order ? memory.couponsOf(order.phone) : []) {
          if (memory.redeemed.has(coupon.code)) memory.show(coupon, { used: false, isValid: true });
        }
      },
    ),
    "uses up the phone's giftback when a registered coupon of the phone is marked as used": remembering(
      (memory, call, { status }) => {
        const marked = memory.changedBy(call);
        if (status !== 200 || !marked || marked.isGiftback || sentFields(call).used !== true) return;
        for (const giftback of memory.giftbacksOf(marked.phone)) memory.show(giftback, { used: true });
      },
    ),
    'makes a coupon that was marked as used unused when it is given an externalId': {
      ...remembering((memory, call) => {
        const coupon = memory.changedBy(call);
        if (coupon && typeof sentFields(call).externalId === 'string' && memory.markedAsUsed.has(coupon.code)) {
          memory.show(coupon, { used: false });
        }
      }),
      also: ['COUP-2', 'FLOW-20'],
    },
    'cancels the giftback of a customer who is posted again': {
      ...after('POST /customers', (memory, call) => {
        for (const giftback of memory.giftbacksOf(digitsOf(sentFields(call).phone))) memory.lose(giftback);
      }),
      also: ['FLOW-33'],
    },
    'cancels the giftback of a customer who is renamed': after('PUT /customers/:id', (memory, { segments }) => {
      const phone = memory.customers.get(String(segments[1]));
      for (const giftback of phone === undefined ? [] : memory.giftbacksOf(phone)) memory.lose(giftback);
    }),
    'goes on finding a deleted customer by phone when it had a giftback': {
      wrap: (handle) => {
        const withGiftback = new Set<string>();
        const lastShown = new Map<string, object>();
        return async (call) => {
          const answer = await handle(call);
          const { customer, code } = isObject(answer.body) ? answer.body : {};
          if (isObject(customer) && String(code).startsWith('GIFT')) withGiftback.add(digitsOf(customer.phone));
          if (!callsTo('GET /customers/phone/:phone')(call)) return answer;
          const phone = digitsOf(call.segments[2]);
          if (answer.status === 200 && isObject(answer.body)) lastShown.set(phone, answer.body);
          const shown = lastShown.get(phone);
          return shown && withGiftback.has(phone) ? { status: 200, body: shown } : answer;
        };
      },
    },
  },
  'LAW-42': {
    'makes a second record of an order that is posted again after it was changed': {
      wrap: (handle) => {
        const changed = new Map<string, string>();
        return (call) => {
          const { externalId } = sentFields(call);
          if (typeof externalId !== 'string') {
            const again = changed.get(String(call.segments[2]));
            const isLookup = callsTo('GET /orders/external/:externalId')(call);
            return handle(isLookup && again ? { ...call, segments: ['orders', 'external', again] } : call);
          }
          if (callsTo('PUT /orders/:id')(call)) changed.set(externalId, externalId);
          if (!callsTo('POST /orders')(call) || !changed.has(externalId)) return handle(call);
          changed.set(externalId, `${externalId}-2`);
          return handle({ ...call, body: JSON.stringify({ ...sentFields(call), externalId: `${externalId}-2` }) });
        };
      },
    },
    'keeps an awaiting coupon from the orders of a phone that has a giftback': {
      wrap: (handle) => {
        const phones = new Set<string>();
        return async (call) => {
          const { phone, awaitingOrder, ...coupon } = sentFields(call);
          const isHeldBack = callsTo('POST /coupons')(call) && awaitingOrder !== false && phones.has(digitsOf(phone));
          const body = isHeldBack ? JSON.stringify({ ...coupon, phone, awaitingOrder: false }) : call.body;
          const answer = await handle({ ...call, body });
          const { customer, code } = isObject(answer.body) ? answer.body : {};
          if (isObject(customer) && String(code).startsWith('GIFT')) phones.add(digitsOf(customer.phone));
          return answer;
        };
      },
    },
  },
  'LAW-43': {
    "shows a customer's first coupon also by the third of the orders that did not run through the flow": {
      wrap: (handle) => {
        const firstCoupon = new Map<string, object>();
        const orders = new Map<string, string[]>();
        return async (call) => {
          const answer = await handle(call);
          const shown = isObject(answer.body) ? answer.body : {};
          if (isObject(shown.customer) && callsTo('GET /orders/external/:externalId')(call)) {
            const phone = digitsOf(shown.customer.phone);
            orders.set(phone, [...(orders.get(phone) ?? []), String(shown.id)]);
          }
          if (!callsTo('GET /coupons/order/:orderId')(call)) return answer;
          const [phone, ids = []] = [...orders].find(([, of]) => of.includes(String(call.segments[2]))) ?? ['', []];
          if (answer.status === 200) firstCoupon.set(phone, shown);
          const first = firstCoupon.get(phone);
          return first && ids.indexOf(String(call.segments[2])) >= 3 ? { status: 200, body: first } : answer;
        };
      },
    },
  },
});
