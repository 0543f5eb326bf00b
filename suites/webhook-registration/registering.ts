import type { Step } from '../../core/control-api.ts';
import type { RegistrationShop } from '../check-context.ts';
import { expectAccepted, expectAnswer, expectHolds, expectThat } from '../judge/expect.ts';
import { expectNoWarning } from '../records/ignored-fields.ts';
import { expectListedRefusal } from '../records/listed-refusal.ts';
import type { Rule } from '../rule.ts';
import { mustBeAccepted } from '../session/given.ts';
import type { Deliveries } from '../subject.ts';
import { retriesSeconds } from '../webhook-delivery/attempts.ts';
import { aboutRegistration } from '../webhook-delivery/company-rules.ts';
import { cameTo, expectNotifiedAt, unregister } from './arrivals.ts';

const endpoints = 'Endpoints › Endpoints table';

/** How many attempts fail, so that one is left when the registration has changed. */
const failures = 8;

/** The deliveries for a new order. */
const firstAttempt = async (shop: RegistrationShop) => shop.firstDelivery(await shop.triggeredOrder());

export const registering: readonly Rule[] = [
  aboutRegistration({
    id: 'HOOK-1',
    text: '`POST /webhooks` registers a URL for `coupon_create`: it returns 200, and the next notification arrives there',
    source: endpoints,
    statements: ['S012', 'S033', 'S073', 'S138', 'S167', 'S174'],
    level: 'must',
    async check(shop) {
      const { registration } = shop;
      await unregister(shop);
      const url = await registration.otherUrl();
      expectAnswer(await shop.post('/webhooks', { body: registration.body({ url }) }), 200);
      await expectNotifiedAt(shop, await shop.triggeredOrder(), url);
    },
  }),
  aboutRegistration({
    id: 'HOOK-2',
    text: '`PUT /webhooks/:id` returns 200 and moves the notifications to another URL: none arrive at the old one',
    source: endpoints,
    statements: ['S139'],
    level: 'must',
    async check(shop) {
      const { registration } = shop;
      const url = await registration.otherUrl();
      expectAnswer(await shop.put(registration.path, { body: registration.body({ url }) }), 200);
      await expectNotifiedAt(shop, await shop.triggeredOrder(), url);
    },
  }),
  aboutRegistration({
    id: 'HOOK-3',
    text: '`PUT /webhooks/:id` changes the bearer token that notifications carry',
    source: endpoints,
    statements: ['S139', 'S166', 'S175'],
    level: 'must',
    async check(shop) {
      const { registration } = shop;
      const bearerToken = shop.unique.name('bearer');
      expectAnswer(await shop.put(registration.path, { body: registration.body({ bearerToken }) }), 200);
      const seen = await firstAttempt(shop);
      const expected = 'Bearer and the token that the PUT sent';
      expectThat(seen, '/0/headers/authorization', expected, (header) => header === `Bearer ${bearerToken}`);
    },
  }),
  aboutRegistration({
    id: 'HOOK-17',
    text: 'A registration that a `PUT` changes between two attempts is not mixed with the old one: no attempt carries the bearer token of the other URL',
    source: endpoints,
    statements: ['S139', 'S166', 'S175', 'S178'],
    level: 'should',
    inferred: 'The document does not say whether the attempts that are left go by the old or by the new registration.',
    async check(shop) {
      const old = shop.registration;
      const order = await shop.triggeredOrder({}, [...Array<Step>(failures).fill({ status: 500 }), { status: 200 }]);
      await shop.firstDelivery(order);
      const changed = { url: await old.otherUrl(), bearerToken: shop.unique.name('bearer') };
      mustBeAccepted(await shop.put(old.path, { body: old.body(changed) }), 'changing the registration');
      const { length } = (await shop.arrived(order)).attempts;
      const isLater = ({ attempts }: Deliveries) => attempts.some(cameTo(changed.url)) || attempts.length > length;
      const seen = await shop.deliveries(order, isLater, retriesSeconds(failures));
      await shop.script(order, [{ status: 200 }]);
      if (!isLater(seen)) shop.unverified('not-reached', 'no attempt came after the change');
      for (const [index, attempt] of seen.attempts.entries()) {
        const other = cameTo(changed.url)(attempt) ? old : changed;
        const expected = 'no token that was registered with the other URL';
        const isOther = (header: unknown): boolean => String(header).includes(other.bearerToken);
        expectThat(seen, `/${index}/headers/authorization`, expected, (header) => !isOther(header));
      }
    },
  }),
  aboutRegistration({
    id: 'HOOK-4',
    text: 'Notifications carry no Authorization header when no `bearerToken` was registered',
    source: 'Authentication',
    statements: ['S073', 'S166', 'S175'],
    level: 'must',
    async check(shop) {
      await unregister(shop);
      const body = shop.body.webhook({ url: shop.registration.url });
      mustBeAccepted(await shop.post('/webhooks', { body }), 'registering without a bearer token');
      const order = await shop.triggeredOrder();
      await expectNotifiedAt(shop, order, shop.registration.url);
      const seen = await shop.firstDelivery(order);
      const isLacking = (headers: unknown): boolean => !Object.hasOwn(Object(headers), 'authorization');
      expectThat(seen, '/0/headers', 'headers without authorization', isLacking);
    },
  }),
  aboutRegistration({
    id: 'HOOK-5',
    text: '`DELETE /webhooks/:id` returns `result` true and stops the notifications, while flows continue to make coupons',
    source: endpoints,
    statements: ['S095', 'S140'],
    level: 'must',
    async check(shop) {
      const { registration } = shop;
      const dispatchSeconds = await shop.dispatchSeconds();
      // the document states the status only for users
      const deleted = await shop.del(registration.path);
      expectAccepted(deleted);
      expectThat(deleted, '/result', 'true', (result) => result === true);
      const order = await shop.triggeredOrder();
      await shop.couponOf(order);
      await shop.clock.wait(2 + 2 * dispatchSeconds);
      // judged before the URL is registered again, because queued notifications may go there
      const seen = await shop.arrived(order);
      expectHolds(seen, 'notifications', 'none', seen.attempts.length, seen.attempts.length === 0);
      mustBeAccepted(await shop.post('/webhooks', { body: registration.body() }), 'registering again');
      await firstAttempt(shop);
    },
  }),
  aboutRegistration({
    id: 'HOOK-6',
    text: 'A company has one registration: after a second `POST`, notifications arrive at one of the two URLs, not at both',
    source: 'Limits',
    statements: ['S032', 'S033', 'S155', 'S156', 'S223'],
    level: 'must',
    async check(shop) {
      const { registration } = shop;
      const url = await registration.otherUrl();
      // the document does not say whether it is refused or replaces the registration
      await shop.post('/webhooks', { body: registration.body({ url }) });
      const order = await shop.triggeredOrder();
      await shop.firstDelivery(order);
      await shop.afterSentinel();
      const seen = await shop.arrived(order);
      const urls = [...new Set(seen.attempts.map((attempt) => attempt.url))];
      expectHolds(seen, 'URLs notified', 'one', urls, urls.length === 1);
    },
  }),
  aboutRegistration({
    id: 'HOOK-7',
    text: 'A registration ignores unknown fields without a warning',
    source: 'Resources and their fields › Common conventions',
    statements: ['S037', 'S138', 'S139'],
    level: 'must',
    async check(shop) {
      const { registration } = shop;
      const unknown = { seloUnknownField: { nested: [1, null] } };
      const [url, another] = [await registration.otherUrl(), await registration.otherUrl()];
      const changed = { ...registration.body({ url }), ...unknown };
      const put = await shop.put(registration.path, { body: changed });
      expectAnswer(put, 200);
      await expectNotifiedAt(shop, await shop.triggeredOrder(), url);
      const plainPut = await shop.put(registration.path, { body: registration.body({ url }) });
      expectNoWarning(put, { unknown, control: plainPut });
      await unregister(shop);
      const created = { ...registration.body({ url: another }), ...unknown };
      const post = await shop.post('/webhooks', { body: created });
      expectAnswer(post, 200);
      await expectNotifiedAt(shop, await shop.triggeredOrder(), another);
      await unregister(shop);
      const plainPost = await shop.post('/webhooks', { body: registration.body({ url: another }) });
      expectNoWarning(post, { unknown, control: plainPost });
    },
  }),
  aboutRegistration({
    id: 'HOOK-8',
    text: 'A registration without `event` or without its URL is refused with 400 and an array: only `bearerToken` is optional',
    source: endpoints,
    statements: ['S138', 'S192'],
    level: 'should',
    inferred: 'That the two other fields are required follows from one being called optional.',
    async check(shop) {
      const { bearerToken, body } = shop.registration;
      await unregister(shop);
      const { event, ...withoutEvent } = body();
      const withoutUrl = { event, bearerToken };
      const noEvent = await shop.post('/webhooks', { body: withoutEvent });
      const noUrl = await shop.post('/webhooks', { body: withoutUrl });
      const control = await shop.post('/webhooks', { body: { event, ...withoutEvent } });
      for (const refused of [noEvent, noUrl]) expectListedRefusal(refused, control);
    },
  }),
];
