import { isUuid } from '../../core/forms.ts';
import { isObject } from '../../core/json.ts';
import { expectAnswer, expectHolds, expectThat } from '../judge/expect.ts';
import { path } from '../path.ts';
import { digitsOf } from '../records/phones.ts';
import type { Rule } from '../rule.ts';
import { atLeast, retriesSeconds } from './attempts.ts';

const delivery = 'Events › Delivery';
const payload = 'Events › Payload';
const needs = ['create orders', 'completed flow', 'webhooks'] as const;

/** The fields of a coupon with its value, validity, minimum purchase and customer. */
const notInThePayload = ['amount', 'expiryDate', 'startDate', 'minPurchaseValue', 'customer'];

export const payloads: readonly Rule[] = [
  {
    id: 'DLV-1',
    text: "The notification of a flow's coupon arrives at the registered URL within the dispatch time",
    source: 'Events › Trigger',
    statements: ['S012', 'S015', 'S168', 'S169', 'S173', 'S190', 'S191'],
    level: 'must',
    needs,
    async check({ clock, flowShop }) {
      const shop = await flowShop('completed flow');
      const order = await shop.triggeredOrder();
      const byOrder = await shop.deliveries(order, atLeast(1), clock.dispatchSeconds);
      const { length: attempts } = byOrder.attempts;
      if (attempts > 0) return expectHolds(byOrder, 'attempts', 'at least one', attempts, true);
      // a flow that did not run, or a notification that names another order, is the fault of another rule
      const coupon = await shop.couponOf(order);
      const seen = await shop.arrived(coupon);
      const expected = `a webhook within ${clock.dispatchSeconds} seconds`;
      const { length } = seen.attempts;
      expectHolds(seen, 'webhooks', expected, length > 0 ? length : `none: ${await shop.diagnosis(order)}`, length > 0);
    },
  },
  {
    id: 'DLV-2',
    text: 'A notification is a `POST` with `Content-Type` `application/json` and a JSON object as its body',
    source: delivery,
    statements: ['S174'],
    level: 'must',
    needs,
    async check({ flowShop }) {
      const shop = await flowShop('completed flow');
      const seen = await shop.firstDelivery(await shop.triggeredOrder());
      expectThat(seen, '/0/method', 'POST', (method) => method === 'POST');
      expectThat(
        seen,
        '/0/headers/content-type',
        'application/json, with or without parameters',
        (type) => typeof type === 'string' && /^application\/json\s*(;|$)/i.test(type),
      );
      expectThat(seen, '/0/json', 'a JSON object', isObject);
    },
  },
  {
    id: 'DLV-3',
    text: "A notification has the coupon's code and `id`: the coupon read by that code has that `id`",
    source: payload,
    statements: ['S181', 'S182', 'S186', 'S187'],
    level: 'must',
    needs,
    async check({ flowShop }) {
      const shop = await flowShop('completed flow');
      const order = await shop.triggeredOrder();
      const seen = await shop.firstDelivery(order);
      const { code, id } = await shop.couponOf(order);
      expectThat(seen, '/0/json/code', `the code of the order's coupon, ${code}`, (sent) => sent === code);
      expectThat(seen, '/0/json/id', `the id of the order's coupon, ${id}`, (sent) => sent === id && isUuid(sent));
      expectAnswer(await shop.get(path`/coupons/code/${code}`), 200, { id, code });
    },
  },
  {
    id: 'DLV-4',
    text: "The `orderId` of a notification is the order's `id`, not its `externalId`",
    source: payload,
    statements: ['S183', 'S187'],
    level: 'must',
    needs,
    async check({ clock, flowShop, unverified }) {
      const shop = await flowShop('completed flow');
      const order = await shop.triggeredOrder();
      const coupon = await shop.couponOf(order);
      const seen = await shop.deliveries(coupon, atLeast(1), clock.dispatchSeconds);
      if (seen.attempts.length === 0) unverified('not-reached', 'no notification carries the code of the coupon');
      const expected = `${order.id}, the service's id of the order ${order.externalId}`;
      expectThat(seen, '/0/json/orderId', expected, (sent) => sent === order.id && isUuid(sent));
    },
  },
  {
    id: 'DLV-5',
    text: 'The `companyId` of a notification is a UUID, the same one for every coupon of the company',
    source: payload,
    statements: ['S184', 'S187'],
    level: 'must',
    needs,
    async check({ flowShop }) {
      const shop = await flowShop('completed flow');
      const first = await shop.firstDelivery(await shop.triggeredOrder());
      const second = await shop.firstDelivery(await shop.triggeredOrder());
      expectThat(first, '/0/json/companyId', 'a UUID', isUuid);
      const [own, again] = [first, second].map(
        ({ attempts: [attempt] }) => isObject(attempt?.json) && attempt.json.companyId,
      );
      expectHolds(second, '/0/json/companyId', `${own}, as for another coupon of the company`, again, own === again);
    },
  },
  {
    id: 'DLV-6',
    text: 'Notifications of two companies have different `companyId`s',
    source: payload,
    statements: ['S184', 'S187'],
    level: 'must',
    needs: [...needs, 'second company'],
    async check({ flowShop }) {
      const shop = await flowShop('completed flow');
      const other = await shop.otherCompany();
      const own = await shop.firstDelivery(await shop.triggeredOrder());
      const others = await other.firstDelivery(await other.triggeredOrder());
      const [ownId, othersId] = [own, others].map(
        ({ attempts: [attempt] }) => isObject(attempt?.json) && attempt.json.companyId,
      );
      const differs = isUuid(ownId) && isUuid(othersId) && ownId !== othersId;
      expectHolds(
        others,
        '/0/json/companyId',
        `another UUID than ${ownId} of company ${shop.company}`,
        othersId,
        differs,
      );
    },
  },
  {
    id: 'DLV-7',
    text: "A notification does not contain the coupon's value, validity, minimum purchase or customer",
    source: payload,
    statements: ['S185', 'S186'],
    level: 'must',
    needs,
    async check({ flowShop }) {
      const shop = await flowShop('completed flow');
      const order = await shop.triggeredOrder();
      const seen = await shop.firstDelivery(order);
      const {
        attempts: [attempt],
      } = seen;
      const names = isObject(attempt?.json) ? Object.keys(attempt.json) : undefined;
      expectHolds(
        seen,
        'fields of the payload',
        `none of ${notInThePayload.join(', ')}`,
        names,
        names !== undefined && !names.some((name) => notInThePayload.includes(name)),
      );
      const digits = digitsOf(order.phone);
      expectThat(seen, '/0/body', "a text without the customer's phone", (body) => !String(body).includes(digits));
    },
  },
  {
    id: 'DLV-8',
    text: 'Every attempt has the registered token in `Authorization`, as `Bearer` with a capital B',
    source: 'Authentication',
    statements: ['S166', 'S175'],
    level: 'must',
    needs,
    async check({ clock, flowShop }) {
      const shop = await flowShop('completed flow');
      const { bearerToken } = shop.registered();
      const order = await shop.triggeredOrder({}, [{ status: 500 }, { status: 204 }]);
      const inTime = await shop.deliveries(order, atLeast(2), clock.dispatchSeconds + retriesSeconds(1));
      const seen = inTime.attempts.length === 0 ? await shop.firstDelivery(order) : inTime;
      for (const index of seen.attempts.keys()) {
        const expected = 'Bearer and the registered token';
        expectThat(seen, `/${index}/headers/authorization`, expected, (header) => header === `Bearer ${bearerToken}`);
      }
    },
  },
];
