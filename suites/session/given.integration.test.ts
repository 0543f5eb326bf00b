import { expect, test } from 'vitest';
import type { Profile } from '../../fixtures/profile/profile.ts';
import { startEmbedded } from '../../platform/embedded/start-embedded.ts';
import type { Handle } from '../../platform/http/call.ts';
import type { CheckContext } from '../check-context.ts';
import { makeTry } from './make-context.ts';
import { openTestSession } from './test-session.ts';

const withContext = async <T>(
  use: (context: CheckContext) => Promise<T>,
  {
    wrap,
    change = (profile) => profile,
  }: { wrap?: (handle: Handle) => Handle; change?: (profile: Profile) => Profile } = {},
): Promise<T> => {
  await using target = await startEmbedded(wrap ? { wrap } : {});
  await using opened = await openTestSession({ profile: change(target.profile), secrets: target.secrets });
  return await use(makeTry(opened.session, 'TEST-1', 0).context);
};

const kinds: [
  kind: string,
  make: (context: CheckContext) => Promise<{ id: string; read: { body: unknown } }>,
  shows: object,
][] = [
  ['customer', ({ given }) => given.customer({ externalId: 'chosen' }), { externalId: 'chosen' }],
  ['product', ({ given }) => given.product({ name: 'Chosen' }), { name: 'Chosen' }],
  [
    'order',
    ({ given }) => given.order({ externalId: 'chosen', status: 'canceled' }),
    { externalId: 'chosen', status: 'canceled' },
  ],
  ['store', ({ given }) => given.store({ externalId: 'chosen' }), { externalId: 'chosen' }],
  ['cart', ({ given }) => given.cart({ externalId: 'chosen' }), { externalId: 'chosen' }],
  ['coupon', ({ given }) => given.coupon({ code: 'CHOSEN', amount: 12.5 }), { code: 'CHOSEN', amount: 12.5 }],
  ['shared coupon', ({ given }) => given.sharedCoupon({ code: 'CHOSEN' }), { code: 'CHOSEN' }],
];

test.for(kinds)('a given %s is stored as it was chosen, and read back for its id', async ([, make, shows]) => {
  const { id, read } = await withContext(make);
  expect(id).toMatch(/^[\da-f-]{36}$/);
  expect(read.body).toMatchObject({ id, ...shows });
});

test('an order given for a phone belongs to that customer', async () => {
  const [customer, order] = await withContext(async ({ given }) => {
    const made = await given.customer();
    return [made, await given.order({ phone: made.phone })];
  });
  expect(order.read.text).toContain(customer.phone.replace(/\D/g, ''));
});

test('a body that refers to its customer by id gets the id of one that exists', async () => {
  const change = (profile: Profile): Profile => ({
    ...profile,
    resources: {
      ...profile.resources,
      orders: {
        body: {
          customer: { phone: '{phone}', address: { street: 'A' } },
          lineItems: [],
          buyer: '{customerId}/{customerExternalId}',
        },
      },
    },
  });
  await withContext(
    async ({ given }) => {
      const order = await given.order();
      const customer = await given.customer();
      const again = await given.order({ phone: customer.phone });
      expect(order.customerId).toMatch(/^[\da-f-]{36}$/);
      expect(again).toMatchObject({ customerId: customer.id, customerExternalId: customer.externalId });
    },
    { change },
  );
});

test('a target that refuses the preparation ends the check as not reached, with its words', async () => {
  const refusing =
    (handle: Handle): Handle =>
    (call) =>
      call.method === 'POST' && call.path === '/stores'
        ? { status: 422, body: { message: 'no stores today' } }
        : handle(call);
  await expect(withContext(({ given }) => given.store(), { wrap: refusing })).rejects.toMatchObject({
    name: 'Unverified',
    because: 'not-reached',
    message: 'creating a store failed: POST /stores answered 422 "no stores today"',
  });
});

test('a record that is not found after it was made, or has no id, ends the check as not reached', async () => {
  const forgetful =
    (body: object, status: number) =>
    (handle: Handle): Handle =>
    (call) =>
      call.method === 'GET' && call.path.startsWith('/stores/') ? { status, body } : handle(call);
  await expect(
    withContext(({ given }) => given.store(), { wrap: forgetful({ message: 'Store not found' }, 404) }),
  ).rejects.toMatchObject({ because: 'not-reached' });
  await expect(withContext(({ given }) => given.store(), { wrap: forgetful({ id: 7 }, 200) })).rejects.toMatchObject({
    because: 'not-reached',
    message: expect.stringContaining('carries no id'),
  });
});
