import { expect, test } from 'vitest';
import { omitUndefined } from '../../core/omit-undefined.ts';
import type { PartnerRecord } from '../../core/partner-record.ts';
import { act, failing, hold, make, orderBody, send, uuid } from '../obligations/test-records/test-record.ts';
import { reasonsOf, wholeRecord } from './test-judged.ts';

/** A record with redemptions of a coupon at these times; the partner refuses the last one. */
const refusing = (fields: { code?: string; total?: number; times?: number }) => {
  const record = wholeRecord();
  const { code = 'GIFT-NEW', total, times = 1 } = fields;
  make(record, code, 1_000);
  const parameters = { code, ...omitUndefined({ total }) };
  const at = 2_000;
  act(record, { action: 'redeem', fromMs: at - 1, parameters: { ...parameters, code: 'ANOTHER' } });
  for (let time = 1; time < times; time += 1) act(record, { action: 'redeem', fromMs: at, parameters });
  act(record, {
    action: 'redeem',
    fromMs: at,
    scenario: 'notified',
    parameters,
    outcome: 'cannot',
    message: '409: no',
  });
  return record;
};

test('a refusal is checked against the record, not trusted', () => {
  const record = refusing({});
  const attempt = record.attempts[0];
  if (attempt === undefined) throw new Error('the record has no notification');
  record.attempts.push({ ...attempt, number: 900, code: 'GIFT-NEW', atMs: 1_500, answer: { status: 200 } });
  const unexplained = ['redeem was refused in the scenario notified, and the record shows no reason: 409: no'];
  const coupon = record.coupons.find(({ code }) => code === 'GIFT-NEW');
  for (const [change, reasons] of [
    [{ minPurchaseValue: 0 }, unexplained],
    [{ minPurchaseValue: 10 }, []],
    [{ minPurchaseValue: 0, cancelledMs: 1_600 }, []],
    [{ cancelledMs: 5_000 }, unexplained],
    [{ cancelledMs: null, expiryDate: record.startedAt }, []],
  ] as const) {
    Object.assign(coupon ?? {}, change);
    expect(reasonsOf(record)).toEqual(reasons);
  }
});

/** A record in which the partner refuses a notified coupon that has no minimum. */
const refusingUsable = (): PartnerRecord => {
  const record = refusing({});
  const [attempt] = record.attempts;
  const coupon = record.coupons.find(({ code }) => code === 'GIFT-NEW');
  if (attempt === undefined || coupon === undefined) throw new Error('the record has no notification or no coupon');
  record.attempts.push({ ...attempt, number: 900, code: 'GIFT-NEW', atMs: 1_500, answer: { status: 200 } });
  coupon.minPurchaseValue = 0;
  return record;
};

test('a coupon that the platform showed as not valid yet may be refused', () => {
  const record = refusingUsable();
  expect(reasonsOf(record)).toHaveLength(1);
  const startDate = new Date(Date.parse(record.startedAt) + 60_000).toISOString();
  const body = JSON.stringify({ code: 'GIFT-NEW', startDate });
  send(record, 1_600, 'GET /coupons/code/GIFT-NEW', undefined, { answer: { status: 200, body } });
  expect(reasonsOf(record)).toEqual([]);
});

test('a coupon that the platform did not show when it was looked up may be refused, and one that it showed may not', () => {
  const record = refusingUsable();
  send(record, 1_600, 'GET /coupons/code/GIFT-NEW', undefined, { answer: { status: 404, body: '{}' } });
  expect(reasonsOf(record)).toEqual([]);
  send(record, 1_700, 'GET /coupons/code/GIFT-NEW', undefined, { answer: { status: 200, body: '{}' } });
  expect(reasonsOf(record)).toHaveLength(1);
});

test('a coupon that the platform showed as used in the last lookup may be refused, and one of an earlier lookup may not', () => {
  const record = refusingUsable();
  const show = (atMs: number, fields: object): void => {
    const body = JSON.stringify({ code: 'GIFT-NEW', ...fields });
    send(record, atMs, 'GET /coupons/code/GIFT-NEW', undefined, { answer: { status: 200, body } });
  };
  show(1_600, { used: true });
  expect(reasonsOf(record)).toEqual([]);
  show(1_700, { used: false, isValid: true });
  expect(reasonsOf(record)).toHaveLength(1);
  show(1_800, { used: false, isValid: false });
  expect(reasonsOf(record)).toEqual([]);
});

test('a coupon may be refused while its notification is processed, unless the partner holds it', () => {
  const record = refusingUsable();
  const body = JSON.stringify({ code: 'GIFT-NEW', used: false, isValid: true });
  send(record, 1_900, 'GET /coupons/code/GIFT-NEW', undefined, { answer: { status: 200, body }, tookMs: 50 });
  expect(reasonsOf(record)).toHaveLength(1);
  Object.assign(record.calls.at(-1) ?? {}, { tookMs: 150 });
  expect(reasonsOf(record)).toEqual([]);
  hold(record, 1_950, ['GIFT-NEW']);
  expect(reasonsOf(record)).toHaveLength(1);
});

test('a coupon may be refused that is read only later', () => {
  const record = refusingUsable();
  expect(reasonsOf(record)).toHaveLength(1);
  const body = JSON.stringify({ code: 'GIFT-NEW', used: false, isValid: true });
  send(record, 2_600, 'GET /coupons/code/GIFT-NEW', undefined, { answer: { status: 200, body } });
  expect(reasonsOf(record)).toEqual([]);
});

test('a customer may be left as it is while the creation is under way, and not afterwards', () => {
  const record = wholeRecord();
  act(record, { action: 'create-customer', fromMs: 90_000, toMs: 90_010, id: 'customer-99' });
  const refused = { action: 'update-customer', outcome: 'cannot', message: '409: not yet' } as const;
  act(record, { ...refused, fromMs: 90_005, parameters: { id: 'customer-99' } });
  expect(reasonsOf(record)).toEqual([]);
  Object.assign(record.actions.at(-2) ?? {}, { isSettled: true });
  Object.assign(record.actions.at(-1) ?? {}, { fromMs: 90_200, toMs: 90_300 });
  expect(reasonsOf(record)).toHaveLength(1);
});

test('an action may be refused while another one like it is under way', () => {
  const record = wholeRecord();
  const read = { action: 'synchronize', parameters: { list: 'products' }, scenario: 'notified' };
  act(record, { ...read, fromMs: 90_000, toMs: 90_100 });
  act(record, { ...read, fromMs: 90_050, outcome: 'cannot', message: '409: one is read already' });
  expect(reasonsOf(record)).toEqual([]);
  Object.assign(record.actions.at(-1) ?? {}, { fromMs: 90_200, toMs: 90_300 });
  expect(reasonsOf(record)).toHaveLength(1);
});

test('an order that was canceled or paid may be refused when it is to be sent again, and another one may not', () => {
  const record = wholeRecord();
  const again = {
    action: 'create-order',
    outcome: 'cannot',
    message: '409: it is canceled',
    scenario: 'notified',
  } as const;
  act(record, { action: 'create-order', fromMs: 90_000, parameters: { id: 'order-21' } });
  act(record, { ...again, fromMs: 92_000, parameters: { id: 'order-1' } });
  expect(reasonsOf(record)).toEqual([]);
  act(record, { ...again, fromMs: 92_000, parameters: { id: 'order-22' } });
  expect(reasonsOf(record)).toHaveLength(1);
  act(record, { action: 'cancel-order', fromMs: 91_000, parameters: { id: 'order-22' }, number: 1 });
  record.actions.splice(-2, 2, ...record.actions.slice(-2).toReversed());
  for (const [index, action] of record.actions.entries()) action.number = index + 1;
  expect(reasonsOf(record)).toEqual([]);
});

test('an order that the shop canceled by itself may be refused when it is to be paid, and one that waits may not', () => {
  const record = wholeRecord();
  const refused = { outcome: 'cannot', message: '409: expired', scenario: 'notified' } as const;
  act(record, { action: 'pay-order', fromMs: 90_000, parameters: { id: 'order-22' }, ...refused });
  expect(reasonsOf(record)).toHaveLength(1);
  send(record, 89_000, `PUT /orders/${uuid(22)}`, { status: 'canceled' });
  expect(reasonsOf(record)).toEqual([]);
});

test('a coupon may be refused for an order that was paid or is of another customer, and not for one that waits', () => {
  const record = refusingUsable();
  const refused = record.actions.find(({ outcome }) => outcome === 'cannot');
  const coupon = record.coupons.find(({ code }) => code === 'GIFT-NEW');
  if (refused === undefined || coupon === undefined) throw new Error('nothing was refused');
  for (const [id, phone, count] of [
    ['order-1', '+5511987654321', 0],
    ['order-21', '+5511911110001', 0],
    ['order-22', '+5511987654321', 0],
    ['order-22', '11 91111-0002', 1],
  ] as const) {
    refused.parameters = { code: 'GIFT-NEW', id };
    coupon.phone = phone;
    expect(reasonsOf(record), id).toHaveLength(count);
  }
});

test('the deletion of a customer who has an order may be refused, and of one who has none may not', () => {
  const record = wholeRecord();
  const eva = { externalId: 'customer-90', phone: '+5511922220090' };
  act(record, { action: 'create-customer', fromMs: 90_000, id: eva.externalId });
  send(record, 90_001, 'POST /customers', eva);
  const refused = { outcome: 'cannot', message: '409: has orders', scenario: 'notified' } as const;
  act(record, { action: 'delete-customer', fromMs: 92_000, parameters: { id: eva.externalId }, ...refused });
  expect(reasonsOf(record)).toHaveLength(1);
  send(record, 91_000, 'POST /orders', orderBody('order-90', { customer: eva }));
  expect(reasonsOf(record)).toEqual([]);
});

test('a cancellation may be refused for an order that was paid, and not for one that waits', () => {
  const record = wholeRecord();
  act(record, { action: 'redeem', fromMs: 90_000, id: 'order-90', parameters: { code: 'GIFT-NEW' } });
  act(record, { action: 'redeem', fromMs: 90_100, id: 'order-22', parameters: { code: 'GIFT-NEW', id: 'order-22' } });
  for (const [id, count] of Object.entries({ 'order-21': 0, 'order-90': 0, 'order-22': 1 })) {
    const asked = structuredClone(record);
    act(asked, { action: 'cancel-order', fromMs: 91_000, parameters: { id }, outcome: 'cannot', message: '409: no' });
    expect(reasonsOf(asked), id).toHaveLength(count);
  }
});

test('what was done for one company explains no refusal for the other', () => {
  const record = wholeRecord();
  const second = { id: 'order-22', company: 'second' };
  act(record, { action: 'pay-order', fromMs: 90_000, parameters: { id: 'order-22' } });
  act(record, {
    action: 'pay-order',
    fromMs: 91_000,
    parameters: second,
    outcome: 'cannot',
    message: '409: it is paid',
  });
  expect(reasonsOf(record)).toEqual([
    'pay-order was refused in the scenario test, and the record shows no reason: 409: it is paid',
  ]);
  act(record, { action: 'pay-order', fromMs: 90_500, parameters: second });
  record.actions.splice(-2, 2, ...record.actions.slice(-2).toReversed());
  for (const [index, action] of record.actions.entries()) action.number = index + 1;
  expect(reasonsOf(record)).toEqual([]);
});

test('a partner may read one list at a time for both companies', () => {
  const record = wholeRecord();
  const parameters = { list: 'products' };
  const message = '409: a list is being read';
  act(record, { action: 'synchronize', fromMs: 89_000, parameters, isSettled: true });
  act(record, { action: 'synchronize', fromMs: 90_000, parameters: { ...parameters, company: 'second' } });
  act(record, { action: 'synchronize', fromMs: 90_020, parameters, outcome: 'cannot', message, isSettled: true });
  expect(reasonsOf(record)).toEqual([]);
});

test('a registration may be refused while the removal is under way, and not after it', () => {
  const record = wholeRecord();
  const refused = { action: 'register-webhook', outcome: 'cannot', message: '409: under way' } as const;
  act(record, { action: 'synchronize', fromMs: 89_000, parameters: { list: 'products' }, isSettled: true });
  act(record, { action: 'unregister-webhook', fromMs: 90_000, id: 'hook-1' });
  act(record, { ...refused, fromMs: 90_020, isSettled: true });
  expect(reasonsOf(record)).toEqual([]);
  act(record, { ...refused, fromMs: 92_000, isSettled: true });
  expect(reasonsOf(record)).toHaveLength(1);
});

test('a registration may be refused while there is one that the partner made, and not once it is to be removed', () => {
  const record = wholeRecord();
  const refused = { action: 'register-webhook', outcome: 'cannot', message: '409: registered already' } as const;
  act(record, { action: 'register-webhook', fromMs: 90_000, id: 'hook-1' });
  const call = send(record, 90_001, 'POST /webhooks', { event: 'coupon_create' });
  act(record, { ...refused, fromMs: 91_000 });
  expect(reasonsOf(record)).toEqual([]);
  call.answer = { status: 422, body: '{}' };
  expect(reasonsOf(record)).toHaveLength(1);
  call.answer = { status: 200, body: '{}' };
  act(record, { action: 'unregister-webhook', fromMs: 92_000, id: 'hook-1' });
  act(record, { ...refused, fromMs: 94_000 });
  expect(reasonsOf(record)).toHaveLength(1);
});

test.each([
  ['whose answer a scenario disturbed', 'echoed', []],
  [
    'that was answered',
    undefined,
    ['change-webhook was refused in the scenario notified, and the record shows no reason: 501: no registration'],
  ],
] as const)('a change of a registration %s may be refused only without its id', (_, fault, reasons) => {
  const record = wholeRecord();
  act(record, { action: 'change-webhook', fromMs: 90_000 });
  send(record, 91_000, 'POST /webhooks', { event: 'coupon_create' }, omitUndefined({ fault }));
  const refused = { outcome: 'cannot', message: '501: no registration', scenario: 'notified' } as const;
  act(record, { action: 'change-webhook', fromMs: 92_000, ...refused });
  expect(reasonsOf(record)).toEqual(reasons);
});

test('a coupon may be refused that is looked for in a list, which a scenario refuses then', () => {
  const record = refusingUsable();
  const list = send(
    record,
    1_600,
    'GET /coupons?after=2020-01-01T00:00:00Z&page=1&pageSize=50',
    undefined,
    failing(401),
  );
  expect(reasonsOf(record)).toHaveLength(1);
  list.atMs = 2_001;
  expect(reasonsOf(record)).toEqual([]);
});

test('a coupon that the shop itself put on an order may be refused afterwards, and not before', () => {
  const record = refusingUsable();
  const call = send(record, 2_500, 'POST /orders', orderBody('order-91', { couponCode: 'GIFT-NEW' }));
  expect(reasonsOf(record)).toHaveLength(1);
  call.atMs = 1_900;
  expect(reasonsOf(record)).toEqual([]);
  call.answer = { status: 422, body: '{}' };
  expect(reasonsOf(record)).toHaveLength(1);
});

test.each([
  ['one of that customer, without a code', {}, {}, 0],
  ['one of that customer, with another code', {}, { couponCode: 'OTHER' }, 1],
  ['one of somebody else', {}, { customer: { phone: '+5511922220092' } }, 1],
  ['one of that customer if it awaits none', { awaitingOrder: false }, {}, 1],
] as const)('an own coupon may be refused after the order that it awaited: %s', (_, coupon, order, count) => {
  for (const action of ['redeem', 'mark-coupon-used']) {
    const record = wholeRecord();
    const own = { code: 'OWN-92', externalId: 'own-92', phone: '+5511987654321', minPurchaseValue: 0 };
    send(record, 90_000, 'POST /coupons', { ...own, ...coupon });
    send(record, 91_000, 'POST /orders', orderBody('order-92', order));
    act(record, { action, fromMs: 92_000, parameters: { code: 'OWN-92' }, outcome: 'cannot', message: '409: used' });
    expect(reasonsOf(record), action).toHaveLength(count);
  }
});

test('an own coupon may be refused for a basket below its minimum purchase, or for one of an unknown price', () => {
  const record = wholeRecord();
  const own = { code: 'OWN-93', externalId: 'own-93', phone: '+5511987654321' };
  const call = send(record, 90_000, 'POST /coupons', { ...own, minPurchaseValue: 50 });
  act(record, { action: 'redeem', fromMs: 92_000, outcome: 'cannot', message: '409: minimum' });
  for (const [total, count] of [
    [49, 0],
    [undefined, 0],
    [50, 1],
  ] as const) {
    Object.assign(record.actions.at(-1) ?? {}, { parameters: { code: 'OWN-93', ...omitUndefined({ total }) } });
    expect(reasonsOf(record)).toHaveLength(count);
  }
  call.body = JSON.stringify({ ...own, minPurchaseValue: 0 });
  Object.assign(record.actions.at(-1) ?? {}, { parameters: { code: 'OWN-93' } });
  expect(reasonsOf(record)).toHaveLength(1);
});

test('a used coupon, a coupon that was never notified, and an unsupported action may be refused', () => {
  expect(reasonsOf(refusing({ times: 2 }))).toEqual([]);
  expect(reasonsOf(refusing({}))).toEqual([]);
  const never = wholeRecord();
  act(never, { action: 'unregister-webhook', fromMs: 9, outcome: 'cannot' });
  expect(reasonsOf(never)).toEqual([]);
});

test('an action that is refused each time, without a reason, is no action that the partner never does', () => {
  const record = wholeRecord();
  const refused = { action: 'unregister-webhook', scenario: 'notified', outcome: 'cannot' } as const;
  act(record, { ...refused, fromMs: 90_000, message: '409: not now' });
  expect(reasonsOf(record)).toEqual([
    'unregister-webhook was refused in the scenario notified, and the record shows no reason: 409: not now',
  ]);
  act(record, { ...refused, fromMs: 91_000, message: '409: not now', scenario: 'order' });
  expect(reasonsOf(record)).toEqual([
    'unregister-webhook was refused 2 times in the scenarios notified, order, and the record shows no reason: 409: not now',
  ]);
});

test('refusals of another action, or with another message, are other reasons', () => {
  const record = wholeRecord();
  const refused = { scenario: 'notified', outcome: 'cannot' } as const;
  act(record, { action: 'unregister-webhook', fromMs: 90_000, ...refused, message: '409: not now' });
  act(record, { action: 'unregister-webhook', fromMs: 91_000, ...refused, message: '409: never on Mondays' });
  act(record, { action: 'change-webhook', fromMs: 92_000, ...refused, message: '409: not now' });
  expect(reasonsOf(record)).toEqual([
    expect.stringMatching(/^unregister-webhook was refused in .*not now$/),
    expect.stringMatching(/^unregister-webhook was refused in .*never on Mondays$/),
    expect.stringMatching(/^change-webhook was refused in .*not now$/),
  ]);
});

test('a list that the partner says it never reads needs no reason, and another reading of the same list does', () => {
  const record = wholeRecord();
  const refused = { outcome: 'cannot', message: '501: no list of customers', scenario: 'list-customers' } as const;
  act(record, { action: 'synchronize', fromMs: 90_000, parameters: { list: 'products', pageSize: 50 } });
  act(record, { action: 'synchronize', fromMs: 91_000, parameters: { list: 'customers', pageSize: 50 }, ...refused });
  expect(reasonsOf(record)).toEqual([]);
  act(record, { action: 'synchronize', fromMs: 92_000, parameters: { list: 'products', pageSize: 50 }, ...refused });
  expect(reasonsOf(record)).toHaveLength(1);
});
