import { isUuid } from '../../core/forms.ts';
import { isObject, valueAt } from '../../core/json.ts';
import { expectAnswer, expectHolds, expectThat } from '../judge/expect.ts';
import { path } from '../path.ts';
import { digitsOf } from '../records/phones.ts';
import type { Rule } from '../rule.ts';
import type { Deliveries } from '../subject.ts';
import { atLeast, retriesSeconds } from './attempts.ts';
import { aboutNotifications } from './company-rules.ts';

const delivery = 'Events › Delivery';
const payload = 'Events › Payload';

/** The fields of a coupon with its value, validity, minimum purchase and customer. */
const notInThePayload = ['amount', 'expiryDate', 'startDate', 'minPurchaseValue', 'customer'];

/** The `companyId` in the first attempt. */
const companyIn = ({ attempts }: Deliveries): unknown => valueAt(attempts, '/0/json/companyId');

export const payloads: readonly Rule[] = [
  aboutNotifications({
    id: 'DLV-1',
    text: "The notification of a flow's coupon arrives at the registered URL within the dispatch time",
    source: 'Events › Trigger',
    statements: ['S012', 'S015', 'S168', 'S169', 'S173', 'S190', 'S191'],
    level: 'must',
    async check(shop) {
      const order = await shop.triggeredOrder();
      const byOrder = await shop.deliveries(order, atLeast(1), shop.clock.dispatchSeconds);
      const { length: attempts } = byOrder.attempts;
      if (attempts > 0) return expectHolds(byOrder, 'attempts', 'at least one', attempts, true);
      // a flow that did not run, or a notification that names another order, is the fault of another rule
      const coupon = await shop.couponOf(order);
      const seen = await shop.arrived(coupon);
      const expected = `a webhook within ${shop.clock.dispatchSeconds} seconds`;
      const { length } = seen.attempts;
      expectHolds(seen, 'webhooks', expected, length > 0 ? length : `none: ${await shop.diagnosis(order)}`, length > 0);
    },
  }),
  aboutNotifications({
    id: 'DLV-2',
    text: 'A notification is a `POST` with `Content-Type` `application/json` and a JSON object as its body',
    source: delivery,
    statements: ['S174'],
    level: 'must',
    async check(shop) {
      const seen = await shop.firstDelivery(await shop.triggeredOrder());
      expectThat(seen, '/0/method', 'POST', (method) => method === 'POST');
      const isJson = (type: unknown): boolean => typeof type === 'string' && /^application\/json\s*(;|$)/i.test(type);
      expectThat(seen, '/0/headers/content-type', 'application/json, with or without parameters', isJson);
      expectThat(seen, '/0/json', 'a JSON object', isObject);
    },
  }),
  aboutNotifications({
    id: 'DLV-3',
    text: "A notification has the coupon's code and `id`: the coupon read by that code has that `id`",
    source: payload,
    statements: ['S181', 'S182', 'S186', 'S187'],
    level: 'must',
    async check(shop) {
      const order = await shop.triggeredOrder();
      const seen = await shop.firstDelivery(order);
      const { code, id } = await shop.couponOf(order);
      expectThat(seen, '/0/json/code', `the code of the order's coupon, ${code}`, (sent) => sent === code);
      expectThat(seen, '/0/json/id', `the id of the order's coupon, ${id}`, (sent) => sent === id && isUuid(sent));
      expectAnswer(await shop.get(path`/coupons/code/${code}`), 200, { id, code });
    },
  }),
  aboutNotifications({
    id: 'DLV-4',
    text: "The `orderId` of a notification is the order's `id`, not its `externalId`",
    source: payload,
    statements: ['S183', 'S187'],
    level: 'must',
    async check(shop) {
      const order = await shop.triggeredOrder();
      const coupon = await shop.couponOf(order);
      const seen = await shop.deliveries(coupon, atLeast(1), shop.clock.dispatchSeconds);
      if (seen.attempts.length === 0) shop.unverified('not-reached', 'no notification carries the code of the coupon');
      const expected = `${order.id}, the service's id of the order ${order.externalId}`;
      expectThat(seen, '/0/json/orderId', expected, (sent) => sent === order.id && isUuid(sent));
    },
  }),
  aboutNotifications({
    id: 'DLV-5',
    text: 'The `companyId` of a notification is a UUID, the same one for every coupon of the company',
    source: payload,
    statements: ['S184', 'S187'],
    level: 'must',
    async check(shop) {
      const first = await shop.firstDelivery(await shop.triggeredOrder());
      const second = await shop.firstDelivery(await shop.triggeredOrder());
      expectThat(first, '/0/json/companyId', 'a UUID', isUuid);
      const [own, again] = [first, second].map(companyIn);
      expectHolds(second, '/0/json/companyId', `${own}, as for another coupon of the company`, again, own === again);
    },
  }),
  aboutNotifications({
    id: 'DLV-6',
    text: 'Notifications of two companies have different `companyId`s',
    source: payload,
    statements: ['S184', 'S187'],
    level: 'must',
    needs: ['second company'],
    async check(shop) {
      const other = await shop.otherCompany();
      const own = await shop.firstDelivery(await shop.triggeredOrder());
      const others = await other.firstDelivery(await other.triggeredOrder());
      const ownId = companyIn(own);
      const expected = `another UUID than ${ownId} of company ${shop.company}`;
      expectThat(others, '/0/json/companyId', expected, (id) => isUuid(ownId) && isUuid(id) && id !== ownId);
    },
  }),
  aboutNotifications({
    id: 'DLV-7',
    text: "A notification does not contain the coupon's value, validity, minimum purchase or customer",
    source: payload,
    statements: ['S185', 'S186'],
    level: 'must',
    async check(shop) {
      const order = await shop.triggeredOrder();
      const seen = await shop.firstDelivery(order);
      const payload = seen.attempts[0]?.json;
      const names = isObject(payload) ? Object.keys(payload) : undefined;
      const isBare = names !== undefined && !names.some((name) => notInThePayload.includes(name));
      expectHolds(seen, 'fields of the payload', `none of ${notInThePayload.join(', ')}`, names, isBare);
      const digits = digitsOf(order.phone);
      expectThat(seen, '/0/body', "a text without the customer's phone", (body) => !String(body).includes(digits));
    },
  }),
  aboutNotifications({
    id: 'DLV-8',
    text: 'Every attempt has the registered token in `Authorization`, as `Bearer` with a capital B',
    source: 'Authentication',
    statements: ['S166', 'S175'],
    level: 'must',
    async check(shop) {
      const { bearerToken } = shop.registered();
      const order = await shop.triggeredOrder({}, [{ status: 500 }, { status: 204 }]);
      const inTime = await shop.deliveries(order, atLeast(2), shop.clock.dispatchSeconds + retriesSeconds(1));
      const seen = inTime.attempts.length === 0 ? await shop.firstDelivery(order) : inTime;
      for (const index of seen.attempts.keys()) {
        const expected = 'Bearer and the registered token';
        expectThat(seen, `/${index}/headers/authorization`, expected, (header) => header === `Bearer ${bearerToken}`);
      }
    },
  }),
];
