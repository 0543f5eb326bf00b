import { expect, test } from 'vitest';
import type { Profile } from '../../fixtures/profile/profile.ts';
import type { EmbeddedOptions } from '../../platform/embedded/start-embedded.ts';
import { openTestRun } from './test-run.ts';

/** A check's context on an embedded platform, with everything under it. */
const openContext = async (options: EmbeddedOptions = {}, change: (profile: Profile) => Profile = (same) => same) => {
  // some of these wait for what never comes
  const tolerances = { dispatchSeconds: 60, slackMs: 200 };
  const run = await openTestRun(options, (profile) => change({ ...profile, tolerances }));
  return { ...run.startTry('TEST-1'), session: run.session, [Symbol.asyncDispose]: () => run[Symbol.asyncDispose]() };
};

const has =
  (count: number) =>
  ({ attempts }: { attempts: readonly unknown[] }): boolean =>
    attempts.length >= count;

test('a quiet order enters none of the company’s flows until it is triggered', async () => {
  await using opened = await openContext();
  for (const kind of ['giftback flow', 'on-hold flow', 'inactive flow'] as const) {
    const shop = await opened.context.flowShop(kind);
    const order = await shop.quietOrder();
    expect(shop.flows.map(({ trigger }) => trigger)).not.toContain(order.status);
    await shop.afterSentinel();
    expect((await shop.arrived(order)).attempts).toEqual([]);
    await shop.trigger(order);
    if (kind !== 'inactive flow') expect((await shop.couponOf(order)).code).toMatch(/^(GIFT|CUPOM)-/);
  }
});

test('the receiver answers the attempts for an order as it was scripted', async () => {
  await using opened = await openContext();
  const shop = await opened.context.flowShop('completed flow');
  const order = await shop.triggeredOrder({}, [{ status: 500 }, { reset: true }, { status: 201 }]);
  const { attempts } = await shop.deliveries(order, has(3), 60);
  expect(attempts.map(({ answer }) => answer)).toMatchObject([
    { kind: 'status', status: 500 },
    { kind: 'reset' },
    { kind: 'status', status: 201 },
  ]);
  expect(opened.deliveries.at(-1)).toMatchObject({ about: { kind: 'order', id: order.id }, company: 'main' });
});

test.for(['404', '422', 'null-200'] as const)(
  'an order without a coupon ends as not-reached where the lookup says %s',
  async (orderWithoutCoupon) => {
    await using opened = await openContext({ choices: { coupons: { orderWithoutCoupon } } });
    const shop = await opened.context.flowShop('completed flow');
    await expect(shop.couponOf(await shop.quietOrder())).rejects.toMatchObject({
      name: 'Unverified',
      because: 'not-reached',
      message: expect.stringContaining('the flow did not run'),
    });
  },
);

test('a webhook that does not come is distinguished by the coupon', async () => {
  await using opened = await openContext({ policy: { webhooks: { isSent: () => false } } });
  const shop = await opened.context.flowShop('completed flow');
  await expect(shop.firstDelivery(await shop.triggeredOrder())).rejects.toThrow('the delivery is at fault');
  await expect(shop.firstDelivery(await shop.quietOrder())).rejects.toThrow('the flow did not run');
});

test('a notification that names no order is found by its coupon, unless a script should have answered it', async () => {
  await using opened = await openContext({
    policy: { webhooks: { payload: ({ code }) => ({ code, id: code, orderId: null, companyId: code }) } },
  });
  const shop = await opened.context.flowShop('completed flow');
  const order = await shop.triggeredOrder();
  const coupon = await shop.couponOf(order);
  expect((await shop.deliveries(coupon, has(1), 60)).attempts).toHaveLength(1);
  expect((await shop.arrived(order)).attempts).toHaveLength(1);
  const scripted = await shop.triggeredOrder({}, [{ status: 500 }]);
  await expect(shop.firstDelivery(scripted)).rejects.toMatchObject({
    because: 'not-reached',
    message: expect.stringContaining('names the order null'),
  });
});

test('what was sent before a sentinel has arrived after it, also when the queue varies twofold', async () => {
  await using opened = await openContext({ choices: { webhooks: { queueDelaySeconds: 10, queueJitterShare: 1 } } });
  const shop = await opened.context.flowShop('completed flow');
  for (let round = 0; round < 5; round++) {
    const order = await shop.triggeredOrder();
    await shop.afterSentinel();
    expect((await shop.arrived(order)).attempts).toHaveLength(1);
  }
});

test('another company has its own receiver and is shared until the check ends', async () => {
  await using opened = await openContext();
  const shop = await opened.context.flowShop('completed flow');
  const other = await shop.otherCompany();
  expect([shop.company, other.company]).toEqual(['main', 'second']);
  expect(other.registered().url).not.toBe(shop.registered().url);
  const { attempts } = await other.firstDelivery(await other.triggeredOrder());
  expect(other.registered().url.endsWith(attempts[0]?.url ?? 'nothing came')).toBe(true);
  expect(opened.session.lock('second').load()).toBe(1);
  await opened.end();
  expect(opened.session.lock('second').load()).toBe(0);
});

test('a missing flow of another company is named as the kind that it has to be', async () => {
  const withoutGiftbacks = (profile: Profile): Profile => ({
    ...profile,
    companies: profile.companies.map((company, index) => ({
      ...company,
      flows: company.flows?.filter(({ step }) => index === 0 || step.kind !== 'giftback'),
    })),
  });
  await using opened = await openContext({}, withoutGiftbacks);
  const shop = await opened.context.flowShop('giftback flow');
  await expect(shop.otherCompany('giftback flow')).rejects.toMatchObject({
    because: 'not-declared',
    message: expect.stringContaining('step Giftback, once per order'),
  });
});
