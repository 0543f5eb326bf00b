import { expect, test } from 'vitest';
import { startActing } from './test-acting.ts';

const phone = '+5511999990031';

test.for<[what: string, path: string, body: object, shown: object]>([
  ['a store with a number for an id', '/stores', { externalId: 17, name: 'Filial' }, { externalId: '17' }],
  ['a store without a name', '/stores', { externalId: 's-1', city: 'Recife' }, { externalId: 's-1', name: null }],
  ['a customer with numbers', '/customers', { externalId: 31, phone: 5_511_999_990_031 }, { externalId: '31' }],
  [
    'a customer with a phone of another name',
    '/customers',
    { externalId: 'c-2', celular: phone },
    { phone: '5511999990031' },
  ],
  [
    'a customer with several addresses',
    '/customers',
    { externalId: 'c-1', phone, address: [{ street: 'x' }, { street: 'y' }] },
    { address: { street: 'x' } },
  ],
  [
    'a product with a price in parts',
    '/products',
    { externalId: 5, name: 'Tea', provider: 7, price: { amount: 9, currency: 'BRL' } },
    { externalId: '5', provider: '7' },
  ],
  ['a customer with an empty address', '/customers', { externalId: 'c-3', phone, address: {} }, { externalId: 'c-3' }],
  ['a cart of nobody', '/abandoned-carts', { externalId: 9, items: [] }, { externalId: '9' }],
  [
    'a cart of somebody without a phone, with items in another form',
    '/abandoned-carts',
    { externalId: 'k-1', customer: { email: 'ana@example.com' }, lineItems: { 1: 'Tea' } },
    { customer: { email: 'ana@example.com', phone: null } },
  ],
])('%s is accepted', async ([, path, body, shown]) => {
  await using acting = await startActing();
  expect((await acting.call('POST', path, body)).status).toBe(200);
  const { externalId } = body as { externalId: string | number };
  const found = await acting.call('GET', `${path}/external/${externalId}`);
  expect(found).toMatchObject({ status: 200, body: shown });
  // obligations judge what was sent
  expect(JSON.parse(acting.stage.transcript.calls.at(-2)?.body ?? '')).toEqual(body);
});

test('an order with a total in parts is accepted, and an update keeps what it leaves out', async () => {
  await using acting = await startActing();
  expect((await acting.order('o-1', { total: { amount: 10, currency: 'BRL' } })).status).toBe(200);
  await acting.call('POST', '/abandoned-carts', { externalId: 'k-1', customer: { phone } });
  const { body } = await acting.call('GET', '/abandoned-carts/external/k-1');
  const { id } = body as { id: string };
  await acting.call('PUT', `/abandoned-carts/${id}`, { note: 'x' });
  expect((await acting.call('GET', `/abandoned-carts/${id}`)).body).toMatchObject({ customer: { phone } });
});

test('what the document types is still refused in another type', async () => {
  await using acting = await startActing();
  expect((await acting.order('o-2', { externalId: 17 })).status).toBe(400);
  expect((await acting.order('o-3', { lineItems: 'none' })).status).toBe(400);
  expect((await acting.call('POST', '/customers', { externalId: 'c-1' })).status).toBe(400);
  expect((await acting.call('POST', '/products', { externalId: 'p-1' })).status).toBe(400);
});

test('coupons may have fields in a form that the document does not show', async () => {
  await using acting = await startActing();
  const own = { code: 'OWN1', externalId: 'own-1', amount: 5, phone, acumulative: 1 };
  expect((await acting.call('POST', '/coupons', { ...own, expiryDate: '2030-06-30 12:00:00-03' })).status).toBe(200);
  expect((await acting.call('GET', '/coupons/code/OWN1')).body).toMatchObject({
    expiryDate: '2030-06-30T15:00:00Z',
  });
  const shared = { code: 'ALL1', externalId: 7, acumulative: 'no', type: 1, minPurchaseValue: '' };
  expect((await acting.call('POST', '/coupons/shared', shared)).status).toBe(200);
});

test('an order may have its address elsewhere than in the empty one of its customer', async () => {
  await using acting = await startActing();
  for (const address of [{}, [], '']) {
    const more = { customer: { phone, address }, shippingAddress: { street: 'Rua Um' } };
    expect((await acting.order(`o-${JSON.stringify(address)}`, more)).status).toBe(200);
  }
});
