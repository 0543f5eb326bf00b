import {
  after,
  ask,
  makeOrder,
  registerInSmallLetters,
  startMs,
  updateCustomer,
} from '../test-records/test-later-records.ts';
import { act, answering, failing, orderBody, read, send, uuid } from '../test-records/test-record.ts';
import type { LegalPartners } from '../test-records/test-record-changes.ts';

const phone = '+5511944440055';
const zoe = { id: uuid(71), phone, firstName: 'Zoe' };

/** Partners that need not send all that they create, or send it in another way. */
export const legalCreations: LegalPartners = {
  'a customer who is there already under the phone': after((record) => {
    ask(record, startMs, 'create-customer', { id: 'c-1' });
    read(record, startMs + 2, `/customers/phone/${phone}`, zoe);
  }),
  'two customers at once who have one phone, without an externalId': after((record) => {
    act(record, { action: 'create-customer', fromMs: startMs, toMs: startMs + 2, id: 'c-1' });
    ask(record, startMs + 3, 'create-customer', { id: 'c-2' });
    for (const atMs of [startMs + 5, startMs + 7]) send(record, atMs, 'POST /customers', { phone, firstName: 'Zoe' });
  }),
  'two customers at once who are looked up, one of whom an order brings': after((record) => {
    act(record, { action: 'create-customer', fromMs: startMs, toMs: startMs + 2, id: 'c-1' });
    act(record, { action: 'create-order', fromMs: startMs + 3, toMs: startMs + 4, id: 'o-5' });
    ask(record, startMs + 5, 'create-customer', { id: 'c-2' });
    const notFound = { answer: answering(422, { message: 'Customer not found' }) };
    send(record, startMs + 6, `GET /customers/phone/${phone}`, undefined, notFound);
    send(record, startMs + 7, 'GET /customers/phone/5511944440056', undefined, notFound);
    const customer = { phone, address: { street: 'Rua Tres' } };
    send(record, startMs + 8, 'POST /orders', orderBody('o-5', { customer }));
    send(record, startMs + 9, 'POST /customers', { phone: '+5511944440056', firstName: 'Bia' });
  }),
  'a customer whose lookup a scenario refuses': after((record) => {
    ask(record, startMs, 'create-customer', { id: 'c-1' });
    send(record, startMs + 2, `GET /customers/phone/${phone}`, undefined, failing(401));
  }),
  'all stores, which are sent with the new one': after((record) => {
    ask(record, startMs, 'create-store', { id: 's-1' });
    for (const [index, name] of ['South', 'West', 'East'].entries())
      send(record, startMs + 2 + index, 'POST /stores', { externalId: `s-${index + 1}`, name });
  }),
  'a product that is sent again with the whole catalogue, of which the platform did not have all': after((record) => {
    const soap = { externalId: 'p-9', name: 'Soap', provider: 'shop' };
    ask(record, startMs, 'create-product', { id: 'p-9' });
    send(record, startMs + 2, 'POST /products', soap);
    ask(record, startMs + 20, 'create-product', { id: 'p-9', parameters: { id: 'p-9' } });
    send(record, startMs + 22, 'POST /products', soap);
    send(record, startMs + 23, 'POST /products', { externalId: 'p-1', name: 'Brush', provider: 'shop' });
  }),
  'a store that is sent again with all stores': after((record) => {
    ask(record, startMs, 'create-store', { id: 's-1' });
    send(record, startMs + 2, 'POST /stores', { externalId: 's-1', name: 'South' });
    ask(record, startMs + 20, 'create-store', { id: 's-1', parameters: { id: 's-1' } });
    send(record, startMs + 22, 'POST /stores', { externalId: 'main', name: 'Main' });
    send(record, startMs + 23, 'POST /stores', { externalId: 's-1', name: 'South' });
  }),
  'an order that is sent again with one of the web shop that waited': after((record) => {
    makeOrder(record);
    ask(record, startMs + 20, 'create-order', { id: 'o-1', parameters: { id: 'o-1' } });
    send(record, startMs + 22, 'POST /orders', orderBody('o-1', { status: 'on-hold' }));
    const customer = { phone: '+5521977776666', address: { street: 'Rua Tres' } };
    send(record, startMs + 23, 'POST /orders', orderBody('o-web-7', { customer, total: 33 }));
  }),
  'a cart that comes with the next one, which is like it': after((record) => {
    ask(record, startMs, 'create-cart', { id: 'k-1' });
    send(record, startMs + 2, `GET /customers/phone/${phone}`, undefined, failing(401));
    ask(record, startMs + 20, 'create-cart', { id: 'k-2' });
    for (const number of [1, 2])
      send(record, startMs + 22 + number, 'POST /abandoned-carts', { externalId: `k-${number}`, customer: { phone } });
  }),
  'a cart whose customer has the moment of each try': after((record) => {
    const cart = (updatedAt: string) => ({ externalId: 'k-1', customer: { phone, updatedAt } });
    ask(record, startMs, 'create-cart', { id: 'k-1' });
    send(record, startMs + 2, 'POST /abandoned-carts', cart('2030-01-31T12:00:08.002Z'), failing(500));
    send(record, startMs + 5, 'POST /abandoned-carts', cart('2030-01-31T12:00:08.005Z'));
  }),
  'the cart of a guest, which is abandoned twice': after((record) => {
    for (const atMs of [startMs, startMs + 20]) {
      ask(record, atMs, 'create-cart', { id: 'k-7' });
      send(record, atMs + 2, 'POST /abandoned-carts', { externalId: 'k-7', email: 'ana@shop.example', total: atMs });
    }
  }),
  'two customers, each of whom gets a number with the first update': after((record) => {
    for (const number of [1, 2]) updateCustomer(record, startMs + 40 * number, number, { externalId: `no-${number}` });
  }),
  'a number that a customer gets from one who was merged into it': after((record) => {
    updateCustomer(record, startMs, 1, { externalId: 'member-7' });
    ask(record, startMs + 30, 'delete-customer', { parameters: { id: 'c-1' } });
    send(record, startMs + 32, `DELETE /customers/${uuid(761)}`);
    updateCustomer(record, startMs + 40, 2, { externalId: 'member-7' });
  }),
  'coupons that are answered in capitals, and sent in small letters everywhere': after((record) => {
    registerInSmallLetters(record);
    ask(record, startMs + 30, 'redeem', { id: 'o-5', parameters: { code: 'PROMO1' } });
    send(record, startMs + 32, 'POST /orders', orderBody('o-5', { couponCode: 'promo1' }));
    ask(record, startMs + 50, 'mark-coupon-used', { parameters: { code: 'PROMO1' } });
    send(record, startMs + 52, 'PUT /coupons/code/promo1', { used: true, awaitingOrder: false });
  }),
  'a coupon that is answered in capitals, and marked in small letters': after((record) => {
    registerInSmallLetters(record);
    ask(record, startMs + 30, 'mark-coupon-used', { parameters: { code: 'PROMO1' } });
    send(record, startMs + 32, 'PUT /coupons/code/promo1', { used: true, awaitingOrder: false });
  }),
  'a product whose lookup fails five times': after((record) => {
    ask(record, startMs, 'create-product', { id: 'p-9' });
    for (let tries = 0; tries < 5; tries += 1)
      send(record, startMs + 2 ** tries, 'GET /products/name/Tea', undefined, failing(500));
  }),
};
