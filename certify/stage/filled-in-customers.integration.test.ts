import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Secret } from '../../fixtures/profile/secret.ts';
import { fieldNamesSchema } from '../field-names.ts';
import { orderBody, startActing } from './test-acting.ts';
import { headersFor, openTestStage } from './test-stage.ts';

test('an order may name a stored customer by an id, in each form that the document leaves open', async () => {
  await using acting = await startActing();
  const own = { phone: '+5511999990007', address: { street: 'x' }, externalId: 'customer-7', firstName: 'Ana' };
  await acting.call('POST', '/customers', own);
  const { body } = await acting.call('GET', '/customers/external/customer-7');
  const { id } = z.object({ id: z.string() }).parse(body);
  const forms = [
    { customer: { id } },
    { customer: { externalId: 'customer-7' } },
    { customer: id },
    { customer: undefined, customerId: 'customer-7' },
    { customer: { phone: own.phone } },
    { customer: own.phone },
    { customer: undefined, customerPhone: own.phone },
    { customer: { id }, shippingAddress: { street: 'y' } },
  ];
  for (const [index, form] of forms.entries()) {
    expect((await acting.order(`by-reference-${index}`, form)).status).toBe(200);
    const read = await acting.call('GET', `/orders/external/by-reference-${index}`);
    expect(read.body).toMatchObject({ customer: { phone: '5511999990007' } });
  }
  // obligations judge what the partner sent
  const sent = acting.stage.transcript.calls.find(({ body: text }) => text.includes('by-reference-0'));
  expect(JSON.parse(sent?.body ?? '')).toMatchObject({ customer: { id } });
  expect((await acting.order('of-nobody', { customer: { externalId: 'nobody' } })).status).toBe(400);
});

test('an order may name a customer whom the platform had by the phone of a coupon before the partner sent it', async () => {
  await using acting = await startActing();
  const phone = '+5511999990017';
  await acting.call('POST', '/coupons', { externalId: 'own-17', code: 'OWN17', amount: 5, type: 'percent', phone });
  await acting.call('POST', '/customers', { externalId: 'customer-17', phone, address: { street: 'x' } });
  expect((await acting.order('of-coupon', { customer: { externalId: 'customer-17' } })).status).toBe(200);
  // a customer under another id is another one
  await acting.call('POST', '/customers', {
    externalId: 'customer-18',
    phone: '+5511999990018',
    address: { street: 'x' },
  });
  await acting.call('POST', '/customers', {
    externalId: 'again-18',
    phone: '+5511999990018',
    address: { street: 'x' },
  });
  expect((await acting.order('of-nobody', { customer: { externalId: 'again-18' } })).status).toBe(400);
});

test('the phone of a shop before its customer in a body is not the phone of the customer', async () => {
  await using acting = await startActing();
  const [store, address] = [{ name: 'Loja', phone: '+551133334444' }, { street: 'x' }];
  const customer = { mobile: '+5511999990041', address };
  const order = { store, ...orderBody('of-shop'), customer };
  expect((await acting.call('POST', '/orders', order)).status).toBe(200);
  const read = await acting.call('GET', '/orders/external/of-shop');
  expect(read.body).toMatchObject({ customer: { phone: '5511999990041' } });
});

test('a change of an order may have its customer without the address', async () => {
  await using acting = await startActing();
  const customer = { phone: '+5511999990047', firstName: 'Ana' };
  // the customer is on file, without an address
  await acting.call('POST', '/coupons', {
    externalId: 'own-47',
    code: 'OWN47',
    amount: 5,
    type: 'percent',
    ...customer,
  });
  expect((await acting.order('without-address', { customer: { ...customer, address: { street: 'x' } } })).status).toBe(
    200,
  );
  const { body } = await acting.call('GET', '/orders/external/without-address');
  const { id } = z.object({ id: z.string() }).parse(body);
  expect((await acting.call('PUT', `/orders/${id}`, { status: 'completed', customer })).status).toBe(200);
});

test('a second company may name its own customers by an id, and no others', async () => {
  await using stage = await openTestStage(undefined, { hasSecond: true });
  const { access } = stage;
  const post = async (token: Secret | undefined, path: string, body: object): Promise<number> =>
    (
      await fetch(access.baseUrl + path, {
        method: 'POST',
        headers: headersFor({ ...access, ...(token && { token }) }),
        body: JSON.stringify(body),
      })
    ).status;
  const own = { phone: '+5511999990007', address: { street: 'x' }, externalId: 'customer-7' };
  const order = { ...orderBody('a1'), customer: { externalId: 'customer-7' } };
  expect(await post(access.secondToken, '/customers', own)).toBe(200);
  expect(await post(access.secondToken, '/orders', order)).toBe(200);
  expect(await post(access.token, '/orders', order)).toBe(400);
});

test('a customer whose phone and address are elsewhere in the body is accepted, and one without an address is not', async () => {
  await using acting = await startActing(undefined, { names: fieldNamesSchema.parse({ phones: ['whatsapp'] }) });
  const address = { street: 'x' };
  const forms = [
    { customer: { phone: '+5511999990008' }, address },
    { customer: { whatsapp: '+5511999990008', address } },
    { customer: { phone: '+5511999990008', addresses: [address, { street: 'y' }] } },
    { customer: { phone: '+5511999990008', address: [address] } },
    { customer: undefined, phone: '+5511999990008', address },
    { customer: undefined, whatsapp: '+5511999990007', address },
  ];
  for (const [index, form] of forms.entries()) {
    expect((await acting.order(`elsewhere-${index}`, form)).status, JSON.stringify(form)).toBe(200);
    const { body } = await acting.call('GET', `/orders/external/elsewhere-${index}`);
    expect(body).toMatchObject({ customer: { phone: expect.stringMatching(/^55119999900/), address } });
  }
  const inParts = { customer: { phone: '+5511999990008', street: 'Rua Um', city: 'Recife' } };
  expect((await acting.order('in-parts', inParts)).status).toBe(200);
  const { body: stored } = await acting.call('GET', '/orders/external/elsewhere-0');
  const { id } = z.object({ id: z.string() }).parse(stored);
  for (const customer of [{ firstName: 'Ana' }, { firstName: 'Ana', phone: '+5511999990008' }]) {
    const update = await acting.call('PUT', `/orders/${id}`, { status: 'completed', customer });
    expect([update.status, update.body]).toMatchObject([
      200,
      { customer: { phone: expect.stringContaining('5511999990008'), address } },
    ]);
  }
  const cart = await acting.call('POST', '/abandoned-carts', { externalId: 'cart-1', phone: '+5511999990007' });
  expect(cart.status).toBe(200);
  const unknown = { customer: { phone: '+5511999990009' } };
  expect((await acting.order('without-address', unknown)).status).toBe(400);
});
