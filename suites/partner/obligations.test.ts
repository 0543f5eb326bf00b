import { expect, test } from 'vitest';
import { statementCount } from '../statements.ts';
import { judgePartner } from './judge.ts';
import { obligations } from './obligations.ts';
import { marks, type PartnerRecord, partnerRecordSchema } from './record.ts';
import {
  act,
  answered,
  answering,
  asking,
  attemptOf,
  callTo,
  dropHeld,
  hold,
  holding,
  orderBody,
  rewrite,
  rewriting,
  send,
  testRecord,
  unkept,
  uuid,
  without,
  withoutCalls,
} from './test-record.ts';

/** In the state that was asked at this moment the partner holds a second coupon of the code. */
const heldTwice = (atMs: number, code: string) => (record: PartnerRecord) => {
  const state = record.states.find((each) => each.atMs === atMs);
  if (!state) throw new Error(`the partner was not asked at ${atMs}`);
  state.coupons.push({ code, id: `second-${code}` });
};

const ownCoupon = {
  externalId: 'own-2',
  code: 'PLAIN',
  amount: 5,
  phone: '+5511987654321',
  expiryDate: '2030-12-31T23:59:59-03:00',
};

/** A partner that says, when it is asked for something, that it cannot do it. */
const refusing =
  (action: string, change: (record: PartnerRecord) => void) =>
  (record: PartnerRecord): void => {
    change(record);
    act(record, { action, fromMs: 9000, outcome: 'cannot' });
  };

const breaches: [id: string, what: string, change: (record: PartnerRecord) => void][] = [
  [
    'PART-1',
    'no token',
    (record) => {
      delete callTo(record, 'GET /coupons-config').headers.authorization;
    },
  ],
  [
    'PART-1',
    'another token',
    (record) => {
      callTo(record, 'GET /coupons-config').headers.authorization = 'Bearer x';
    },
  ],
  [
    'PART-2',
    'bearer in lower case',
    (record) => {
      callTo(record, 'GET /coupons-config').headers.authorization = `bearer ${marks.token}`;
    },
  ],
  [
    'PART-2',
    'the token alone',
    (record) => {
      callTo(record, 'GET /coupons-config').headers.authorization = marks.token;
    },
  ],
  [
    'PART-3',
    'no second header',
    (record) => {
      delete callTo(record, 'POST /orders').headers['service-access'];
    },
  ],
  [
    'PART-3',
    'another access key',
    (record) => {
      callTo(record, 'POST /orders').headers['service-access'] = 'x';
    },
  ],
  [
    'PART-4',
    'no content type',
    (record) => {
      delete callTo(record, 'POST /orders').headers['content-type'];
    },
  ],
  [
    'PART-4',
    'a form',
    (record) => {
      callTo(record, 'PUT /orders').headers['content-type'] = 'application/x-www-form-urlencoded';
    },
  ],
  [
    'PART-5',
    'a body that is cut',
    (record) => {
      callTo(record, 'PUT /webhooks').body = '{"event"';
    },
  ],
  ['PART-6', 'a total as text', rewriting('POST /orders', { total: '121.00' })],
  ['PART-6', 'a price as text', rewriting('POST /orders', { lineItems: [{ quantity: 2, price: '60,50' }] })],
  ['PART-7', 'another status', rewriting('POST /orders', { status: 'paid' })],
  ['PART-7', 'a status in capitals', rewriting('PUT /orders', { status: 'Canceled' })],
  ['PART-7', 'no status', rewriting('POST /orders', { status: undefined })],
  ['PART-8', 'two Ls', rewriting('PUT /orders', { status: 'cancelled' })],
  ['PART-9', 'no externalId', rewriting('POST /orders', { externalId: undefined })],
  ['PART-10', 'no phone', rewriting('POST /orders', { customer: { firstName: 'Ana', address: { street: 'Rua Um' } } })],
  ['PART-10', 'no address', rewriting('POST /orders', { customer: { phone: '+5511987654321' } })],
  ['PART-10', 'no customer', rewriting('POST /orders', { customer: undefined })],
  ['PART-11', 'one item that is no array', rewriting('POST /orders', { lineItems: { quantity: 1 } })],
  [
    'PART-12',
    'a change by POST',
    (record) => {
      send(record, 400, 'POST /orders', orderBody('order-1', { status: 'canceled' }));
    },
  ],
  ['PART-13', 'no look at what is stored', without('GET /orders/external/order-3')],
  [
    'PART-14',
    'an own id',
    (record) => {
      send(record, 400, 'GET /users/17');
    },
  ],
  [
    'PART-14',
    'an own id of an order',
    (record) => {
      send(record, 400, 'GET /coupons/order/order-1');
    },
  ],
  [
    'PART-15',
    'an id of the service',
    (record) => {
      send(record, 400, `GET /coupons/external/${uuid(100)}`);
    },
  ],
  [
    'PART-16',
    'another externalId after a 500',
    (record) => {
      const again = record.calls.filter(({ body }) => body.includes('order-4'))[1];
      if (again) rewrite(again, { externalId: 'order-4b' });
    },
  ],
  [
    'PART-16',
    'another externalId for a store',
    (record) => {
      send(
        record,
        400,
        'POST /stores',
        { externalId: 'a', name: 'x' },
        { answer: { lost: 'time-out' }, fault: 'reset' },
      );
      send(record, 420, 'POST /stores', { externalId: 'b', name: 'x' });
    },
  ],
  ['PART-17', 'an order that is given up', (record) => withoutCalls(record, ({ atMs }) => atMs === 180)],
  [
    'PART-18',
    'even pauses',
    (record) => {
      for (const call of record.calls) if (call.atMs === 260) call.atMs = 240;
    },
  ],
  [
    'PART-19',
    'the same order again and again',
    (record) => {
      for (const atMs of [400, 450, 500])
        send(record, atMs, 'POST /orders', orderBody('order-6'), { answer: answering(400), fault: 'answered 400' });
    },
  ],
  [
    'PART-20',
    'the same order again and again',
    (record) => {
      for (const atMs of [400, 450, 500])
        send(record, atMs, 'POST /orders', orderBody('order-7'), { answer: answering(422), fault: 'answered 422' });
    },
  ],
  ['PART-21', 'no after', asking('after=2020-01-01T00:00:00Z&', '')],
  ['PART-21', 'an after that is no date', asking('after=2020-01-01T00:00:00Z', 'after=yesterday')],
  [
    'PART-22',
    'page 0 before the others',
    (record) => {
      send(record, 50, 'GET /products?after=2020-01-01T00:00:00Z&page=0&pageSize=10');
    },
  ],
  [
    'PART-22',
    'no page',
    (record) => {
      send(record, 50, 'GET /products?after=2020-01-01T00:00:00Z&pageSize=10');
    },
  ],
  ['PART-23', '51 records', asking('pageSize=50', 'pageSize=51')],
  ['PART-23', 'no pageSize', asking('&pageSize=50', '')],
  ['PART-24', 'the last page left out', (record) => withoutCalls(record, ({ path }) => path.includes('page=3'))],
  [
    'PART-24',
    'only new pages of a list that grew',
    (record) => {
      const last = record.calls.find(({ path }) => path.includes('page=3'));
      if (last) last.answer = answering(200, { pagination: { totalPages: 4 }, data: [{}] });
    },
  ],
  ['PART-25', 'no zone', asking('after=2020-01-01T00:00:00Z', 'after=2020-01-01T00:00:00')],
  ['PART-25', 'a date alone', asking('after=2020-01-01T00:00:00Z', 'after=2020-01-01')],
  ['PART-26', 'a date alone', asking('updatedAt=2029-12-31T21:00:00-03:00', 'updatedAt=2029-12-31')],
  ['PART-27', 'no zone', rewriting('POST /coupons', { expiryDate: '2030-12-31 23:59:59' })],
  ['PART-28', 'slashes in a body', rewriting('POST /coupons', { expiryDate: '31/12/2030' })],
  ['PART-28', 'slashes in a query', asking('after=2020-01-01T00:00:00Z', 'after=01%2F12%2F2020')],
  ['PART-29', 'a date alone', rewriting('POST /coupons', { expiryDate: '2030-12-31' })],
  [
    'PART-30',
    'no phone',
    (record) => {
      send(record, 400, 'POST /customers', { firstName: 'Bia' });
    },
  ],
  [
    'PART-31',
    'a new name',
    (record) => {
      send(record, 400, 'POST /customers', { phone: '+5511987654321', firstName: 'Anita' });
    },
  ],
  [
    'PART-32',
    'a new price',
    (record) => {
      send(record, 400, 'POST /products', { name: 'Coffee', provider: 'shop', price: 70 });
    },
  ],
  ['PART-33', 'no externalId', rewriting('POST /stores', { externalId: undefined })],
  ['PART-34', 'no externalId', rewriting('POST /abandoned-carts', { externalId: '' })],
  [
    'PART-35',
    'neither',
    (record) => {
      rewrite(callTo(record, 'POST /coupons'), { externalId: undefined });
      without('GET /coupons/external')(record);
    },
  ],
  ['PART-36', 'no phone', rewriting('POST /coupons', { phone: undefined })],
  ['PART-36', 'no amount', rewriting('POST /coupons', { amount: undefined })],
  ['PART-37', 'another type', rewriting('POST /coupons', { type: 'fixed' })],
  ['PART-38', 'an amount as text', rewriting('POST /coupons', { amount: '5.5' })],
  ['PART-38', 'a flag as text', rewriting('POST /coupons', { awaitingOrder: 'false' })],
  [
    'PART-39',
    '256 characters',
    (record) => {
      rewrite(callTo(record, 'POST /coupons'), { externalId: 'x'.repeat(256) });
    },
  ],
  ['PART-40', 'no expiry', rewriting('POST /coupons', { expiryDate: undefined })],
  [
    'PART-41',
    'no look at what is stored',
    (record) => {
      without('GET /coupons/code/OWN1')(record);
      without('GET /coupons/external')(record);
    },
  ],
  ...[0, 2_147_483_648, 1.5, 'all-7', null].map((externalId): [string, string, (record: PartnerRecord) => void] => [
    'PART-42',
    `externalId ${externalId}`,
    rewriting('POST /coupons/shared', { externalId }),
  ]),
  [
    'PART-43',
    'a look-up by externalId',
    (record) => {
      send(record, 400, 'GET /coupons/external/7');
    },
  ],
  ['PART-44', 'used alone', rewriting('PUT /coupons/code/OWN1', { awaitingOrder: undefined })],
  [
    'PART-45',
    'a number',
    (record) => {
      send(record, 4500, 'POST /orders', orderBody('order-8', { couponCode: 17 }));
      send(record, 4510, 'GET /orders/external/order-8');
    },
  ],
  [
    'PART-46',
    'a code that nobody has',
    (record) => {
      send(
        record,
        4500,
        `PUT /orders/${uuid(2)}`,
        { couponCode: 'NOBODYS' },
        { answer: answering(422, { message: 'Coupon code not found' }) },
      );
    },
  ],
  [
    'PART-47',
    'an order without the code',
    (record) => {
      act(record, { action: 'redeem', fromMs: 4500, parameters: { code: 'TWICE' } });
    },
  ],
  [
    'PART-48',
    'an expired coupon',
    (record) => {
      for (const coupon of record.coupons) if (coupon.code === 'PLAIN') coupon.expiryDate = '2030-01-31T11:59:59.000Z';
      holding({ expiryDate: undefined })(record);
    },
  ],
  [
    'PART-49',
    'too small a purchase',
    (record) => {
      rewrite(callTo(record, `PUT /orders/${uuid(2)}`), {});
      for (const call of record.calls) if (call.body.includes('couponCode')) rewrite(call, { total: 49.99 });
    },
  ],
  [
    'PART-50',
    'two orders',
    (record) => {
      send(record, 4500, 'POST /orders', orderBody('order-8', { couponCode: 'PLAIN' }));
      send(record, 4510, 'GET /orders/external/order-8');
    },
  ],
  [
    'PART-51',
    'a second registration',
    (record) => {
      const { body } = callTo(record, 'POST /webhooks');
      send(record, 400, 'POST /webhooks', JSON.parse(body));
    },
  ],
  ['PART-52', 'another event', rewriting('POST /webhooks', { event: 'coupon_created' })],
  ['PART-53', 'a path', rewriting('POST /webhooks', { targetUrl: '/receiver' })],
  ['PART-53', 'another field', rewriting('POST /webhooks', { targetUrl: undefined, address: 'http://shop.example' })],
  [
    'PART-54',
    'no id',
    (record) => {
      send(record, 400, 'PUT /webhooks', {}, { answer: answering(404) });
    },
  ],
  ['PART-55', 'a 500', answered('PLAIN', 500)],
  ['PART-55', 'a redirect', answered('PLAIN', 302)],
  [
    'PART-55',
    'a reset',
    (record) => {
      attemptOf(record, 'PLAIN').answer = { lost: 'reset' };
    },
  ],
  [
    'PART-56',
    'an answer that comes too late',
    (record) => {
      attemptOf(record, 'PLAIN').answer = { lost: 'time-out' };
    },
  ],
  [
    'PART-57',
    'no retry taken',
    (record) => {
      for (const attempt of record.attempts) if (attempt.code === 'LOST') attempt.answer = { status: 503 };
    },
  ],
  [
    'PART-58',
    'work before the answer',
    (record) => {
      attemptOf(record, 'PLAIN').tookMs = 100;
    },
  ],
  [
    'PART-59',
    'a repeat refused',
    (record) => {
      for (const attempt of record.attempts) if (attempt.atMs === 2020) attempt.answer = { status: 409 };
    },
  ],
  ['PART-60', 'a second coupon', heldTwice(2100, 'TWICE')],
  ['PART-61', 'a second coupon', heldTwice(2300, 'TWICE')],
  ['PART-60', 'a second coupon after a retry', heldTwice(4300, 'LOST')],
  ['PART-62', 'a second coupon', heldTwice(4300, 'TWICE')],
  ['PART-62', 'a second coupon long afterwards', heldTwice(6000, 'TWICE')],
  [
    'PART-63',
    'a second id',
    (record) => {
      send(record, 2030, 'PUT /coupons/code/TWICE', { externalId: 'other' });
    },
  ],
  ['PART-64', 'accepted', answered('FORGED-1', 200)],
  [
    'PART-65',
    'looked up',
    (record) => {
      send(record, 3410, 'GET /coupons/code/FORGED-1', undefined, { answer: answering(404) });
    },
  ],
  [
    'PART-65',
    'made',
    (record) => {
      hold(record, 3500, ['FORGED-1']);
    },
  ],
  ['PART-66', 'refused', answered('NULL', 400)],
  ['PART-67', 'refused', answered('MORE', 400)],
  ['PART-68', 'one refused', answered('BURST7', 503)],
  ['PART-69', 'not made', (record) => dropHeld(record, 'PLAIN')],
  ['PART-70', 'one not made', (record) => dropHeld(record, 'BURST7')],
  ['PART-71', 'no look-up', without('GET /coupons/code/PLAIN')],
  ['PART-72', 'another amount', holding({ amount: 11 })],
  ['PART-73', 'another type', holding({ type: 'fixed' })],
  ['PART-74', 'no minimum', holding({ minPurchaseValue: 0 })],
  ['PART-75', 'an hour more', holding({ expiryDate: '2030-06-30T13:00:00-03:00' })],
  ['PART-75', 'another day', holding({ expiryDate: '2030-07-02' })],
  ['PART-75', 'none', holding({ expiryDate: null })],
  ['PART-76', 'one that combines', holding({ combinable: true })],
  ['PART-77', 'no id told', without('PUT /coupons/code/PLAIN')],
  ['PART-78', 'another id told', rewriting('PUT /coupons/code/PLAIN', { externalId: 'another' })],
  [
    'PART-79',
    'refused',
    (record) => {
      Object.assign(attemptOf(record, 'GONE'), { answer: { status: 500 }, tookMs: 50 });
    },
  ],
  ['PART-80', 'held', (record) => hold(record, 7000, ['PLAIN', 'TWICE', 'GONE'])],
  [
    'PART-81',
    'looked up again and again',
    (record) => {
      for (let number = 0; number < 6; number += 1)
        send(record, 3220 + number, 'GET /coupons/code/GONE', undefined, { answer: answering(404) });
    },
  ],
  [
    'PART-82',
    'not looked up again',
    (record) => {
      withoutCalls(record, ({ atMs }) => atMs === 3330 || atMs === 3335);
      dropHeld(record, 'AGAIN');
    },
  ],
  ['PART-83', 'not made', (record) => dropHeld(record, 'AGAIN')],
  [
    'PART-84',
    'registered',
    (record) => {
      send(record, 1020, 'POST /coupons', ownCoupon);
      send(record, 1030, 'GET /coupons/code/PLAIN');
    },
  ],
  [
    'PART-85',
    'no registration',
    (record) => {
      without('POST /webhooks')(record);
      without('PUT /webhooks')(record);
    },
  ],
  [
    'PART-86',
    'no order',
    refusing('create-order', (record) => {
      without('POST /orders')(record);
      record.actions = record.actions.filter(({ action }) => action !== 'create-order');
    }),
  ],
  [
    'PART-87',
    'no code',
    refusing('redeem', (record) => {
      for (const call of record.calls) if (call.body.includes('couponCode')) rewrite(call, { couponCode: undefined });
      record.actions = record.actions.filter(({ action }) => action !== 'redeem');
    }),
  ],
  [
    'PART-88',
    'none registered',
    refusing('register-coupon', (record) =>
      withoutCalls(record, ({ method, path }) => method === 'POST' && path === '/coupons'),
    ),
  ],
  ['PART-89', 'none registered', refusing('register-shared-coupon', without('POST /coupons/shared'))],
  ['PART-90', 'none lowered', refusing('lower-coupon', without('PUT /coupons/code/OWN1'))],
  ['PART-91', 'no cart', refusing('create-cart', without('POST /abandoned-carts'))],
  ['PART-92', 'no store', refusing('create-store', without('POST /stores'))],
  [
    'PART-93',
    'no customer',
    refusing('create-customer', (record) => withoutCalls(record, ({ path }) => path.startsWith('/customers'))),
  ],
  ['PART-94', 'no product', refusing('create-product', without('POST /products'))],
  ['PART-95', 'no list', refusing('synchronise', without('GET /products'))],
  ['PART-96', 'none read', refusing('read-coupons-config', without('GET /coupons-config'))],
  [
    'PART-10',
    'an address with nothing in it',
    rewriting('POST /orders', { customer: { phone: '+5511987654321', address: { street: '' } } }),
  ],
  [
    'PART-12',
    'another total on a repeat',
    (record) => {
      for (const call of record.calls) if (call.atMs === 180) rewrite(call, { total: 1 });
    },
  ],
  [
    'PART-16',
    'another externalId when told to send it again',
    (record) => {
      act(record, { action: 'create-order', fromMs: 400, parameters: { id: 'order-1' } });
      send(record, 405, 'POST /orders', orderBody('order-99'));
    },
  ],
  [
    'PART-44',
    'nothing when told to lower',
    (record) => {
      act(record, { action: 'lower-coupon', fromMs: 4500, parameters: { code: 'OWN1' } });
    },
  ],
  [
    'PART-71',
    'its id told before the look-up',
    (record) => {
      callTo(record, 'PUT /coupons/code/PLAIN').atMs = 1005;
    },
  ],
  ['PART-97', 'a number', rewriting('POST /coupons', { phone: 5_511_987_654_321 })],
  [
    'PART-98',
    'PATCH',
    (record) => {
      send(record, 400, `PATCH /orders/${uuid(2)}`, { status: 'completed' });
    },
  ],
  ['PART-99', 'a number', rewriting('POST /orders', { externalId: 17 })],
  ['PART-100', 'a paid order on hold', rewriting('POST /orders', { status: 'on-hold' })],
  [
    'PART-100',
    'a payment by another order',
    (record) => {
      act(record, { action: 'pay-order', fromMs: 400, parameters: { id: 'order-2' } });
      withoutCalls(record, ({ atMs }) => atMs === 4405);
      record.actions = record.actions.filter(({ action }) => action !== 'redeem');
      send(record, 405, 'POST /orders', orderBody('order-2b', { couponCode: 'PLAIN' }));
      send(record, 410, 'GET /orders/external/order-2b');
    },
  ],
  [
    'PART-101',
    'the externalId of another order',
    (record) => {
      act(record, { action: 'create-order', fromMs: 400 });
      send(record, 405, 'POST /orders', orderBody('order-1'));
    },
  ],
  [
    'PART-102',
    'an order sent again that was accepted',
    (record) => {
      send(record, 105, 'POST /orders', orderBody('order-1'));
    },
  ],
  [
    'PART-103',
    '256 characters',
    (record) => {
      send(record, 400, 'PUT /coupons/code/OWN1', { externalId: 'x'.repeat(256) });
    },
  ],
  [
    'PART-104',
    'its id told again',
    (record) => {
      send(record, 2210, 'PUT /coupons/code/TWICE', { externalId: 'own-TWICE' });
    },
  ],
  [
    'PART-14',
    'an own id that is a UUID',
    (record) => {
      rewrite(callTo(record, 'POST /coupons'), { externalId: uuid(77) });
      without('GET /coupons/external')(record);
      send(record, 400, `PUT /coupons/${uuid(77)}`, {});
    },
  ],
];

test('a partner that does everything right breaks nothing, and has an occasion for everything', () => {
  const verdicts = judgePartner(testRecord());
  expect(
    verdicts.filter(({ outcome }) => outcome !== 'kept').map(({ id, outcome, seen }) => ({ id, outcome, seen })),
  ).toEqual([]);
});

test('the record of that partner is one that can be stored', () => {
  expect(partnerRecordSchema.safeParse(testRecord()).error).toBeUndefined();
});

test.each(breaches)('%s, and it alone, is broken by %s', (id, _, change) => {
  expect(unkept(testRecord(change))).toEqual([id]);
});

test('every obligation is broken by something', () => {
  const broken = new Set(breaches.map(([id]) => id));
  expect(obligations.map(({ id }) => id).filter((id) => !broken.has(id))).toEqual([]);
});

test.each(breaches)('%s broken by %s is told in words, with its evidence', (id, _, change) => {
  const verdict = judgePartner(testRecord(change)).find((each) => each.id === id);
  expect(verdict?.seen[0]).toMatch(/\w.{15,}/);
  expect(verdict?.seen[0]).not.toMatch(/undefined|\[object/);
  const evidence = [...(verdict?.calls ?? []), ...(verdict?.attempts ?? []), ...(verdict?.actions ?? [])];
  expect(evidence).not.toEqual([]);
});

test('ids are counted from 1 without a gap', () => {
  const numbers = obligations.map(({ id }) => Number(id.slice('PART-'.length)));
  expect(numbers.toSorted((a, b) => a - b)).toEqual(obligations.map((_, index) => index + 1));
});

test('every obligation rests on statements that the document has', () => {
  for (const { statements } of obligations) {
    expect(statements).not.toEqual([]);
    for (const statement of statements) expect(Number(statement.slice(1))).toBeLessThanOrEqual(statementCount);
  }
});
