import { expect, test } from 'vitest';
import { marks, type PartnerRecord } from '../../core/partner-record.ts';
import { repeats } from './calls/repeats.ts';
import { undeclaredIn } from './declared.ts';
import { judgePartner } from './judge.ts';
import { act, answering, emptyRecord, hold, notify, orderBody, send } from './test-records/test-record.ts';
import { testRecord } from './test-records/test-whole-record.ts';

const verdictOn = (record: PartnerRecord, id: string) => {
  const verdict = judgePartner(record).find((each) => each.id === id);
  if (!verdict) throw new Error(`no obligation ${id}`);
  return verdict;
};

/** Orders with these statuses, numbered from 1. Some statuses are invalid. */
const orders = (statuses: readonly string[]): PartnerRecord => {
  const record = emptyRecord();
  for (const [index, status] of statuses.entries()) {
    send(record, 10 * index, 'POST /orders', orderBody(`order-${index}`, { status }));
  }
  return record;
};

/** An order whose payment is asked for. */
const paidOrder = (): PartnerRecord => {
  const record = emptyRecord();
  act(record, { action: 'create-order', fromMs: 10, id: 'order-1', parameters: { status: 'on-hold' } });
  send(record, 12, 'POST /orders', orderBody('order-1', { status: 'on-hold' }));
  act(record, { action: 'pay-order', fromMs: 30, parameters: { id: 'order-1' } });
  return record;
};

test('a status that was sent only in a failed request is not reported as never sent', () => {
  const record = paidOrder();
  send(record, 32, 'POST /orders', orderBody('order-1'), { answer: answering(500) });
  send(record, 40, 'POST /orders', orderBody('order-1', { status: 'on-hold' }));
  const [seen] = verdictOn(record, 'PART-100').seen;
  expect(seen).toContain('sent as completed only in a request that failed, and on-hold came after it');
});

test('an order without a request is reported as never sent', () => {
  const [seen] = verdictOn(paidOrder(), 'PART-100').seen;
  expect(seen).toContain('after pay-order no request sent order order-1 as completed');
});

test('a mark under another field is reported with its body', () => {
  const record = emptyRecord();
  send(record, 5, 'POST /coupons', { code: 'OWN1', externalId: 'own-1' });
  act(record, { action: 'mark-coupon-used', fromMs: 10, parameters: { code: 'OWN1' } });
  send(record, 12, 'PUT /coupons/code/OWN1', { isUsed: true, awaitingOrder: false });
  const [seen] = verdictOn(record, 'PART-44').seen;
  expect(seen).toMatch(/PUT \/coupons\/code\/OWN1 came with .*isUsed.*needs used true/);
});

test('a capability that no call shows is reported with the path that the platform does not have', () => {
  const record = emptyRecord();
  act(record, { action: 'create-store', fromMs: 10, id: 'store-1' });
  send(record, 12, 'POST /v2/branches', { name: 'Centro' }, { answer: answering(404) });
  const [seen] = verdictOn(record, 'PART-92').seen;
  expect(seen).toMatch(/; POST \/v2\/branches was answered 404, and names\.paths declares paths/);
});

test('a customer that is only posted again as before is reported with this POST, and not with those of later actions', () => {
  const record = { ...emptyRecord(), idleMs: 1000 };
  const customers = [51, 52, 53].map((number) => ({
    externalId: `customer-${number}`,
    phone: `+55119${number}333444`,
  }));
  for (const [index, customer] of customers.entries()) {
    const id = customer.externalId;
    act(record, { action: 'create-customer', fromMs: 100 * index, toMs: 100 * index + 9, id, isSettled: true });
    send(record, 100 * index + 2, 'POST /customers', { ...customer, firstName: 'Ana' });
    if (index > 0) continue;
    act(record, { action: 'update-customer', fromMs: 20, toMs: 29, isSettled: true, parameters: { id } });
    send(record, 22, 'POST /customers', { ...customer, firstName: 'Ana' });
  }
  const { seen, calls } = verdictOn(record, 'PART-128');
  expect(seen).toEqual([
    expect.stringContaining('customer customer-51 was changed, and POST /customers after that does not'),
  ]);
  expect(calls).toEqual([2]);
});

test('a coupon whose code is never sent is reported with the registrations of its own action only', () => {
  const record = { ...emptyRecord(), idleMs: 1000 };
  for (const [index, code] of ['OWN1', 'OWN2', 'OWN3'].entries()) {
    act(record, { action: 'register-coupon', fromMs: 100 * index, toMs: 100 * index + 9, code, isSettled: true });
    const sent = index === 0 ? 'OTHER' : code;
    send(record, 100 * index + 2, 'POST /coupons', {
      code: sent,
      externalId: code,
      amount: 5,
      phone: '+5511951333444',
    });
  }
  const { seen, calls } = verdictOn(record, 'PART-152');
  expect(seen).toEqual([expect.stringContaining('the coupon OWN1 was to be registered')]);
  expect(calls).toEqual([1]);
});

test('a record of any length is judged', () => {
  const record = emptyRecord();
  for (let index = 0; index < 150_000; index += 1) {
    record.calls.push({
      number: index + 1,
      atMs: 10 * index,
      tookMs: 1,
      method: 'GET',
      path: '/products',
      headers: {},
      body: '',
      answer: { status: 500, body: '' },
    });
  }
  expect(repeats.flatMap(({ judge }) => judge(record)).filter(({ held }) => !held)).toEqual([]);
});

test('a partner may post a cart again later by itself', () => {
  const record = emptyRecord();
  for (const atMs of [10, 90_000]) send(record, atMs, 'POST /abandoned-carts', { externalId: 'cart-1' });
  expect(verdictOn(record, 'PART-102')).toMatchObject({ outcome: 'pass' });
});

test('an obligation without an occasion is unverified', () => {
  const record = emptyRecord();
  expect(verdictOn(record, 'PART-7')).toMatchObject({
    outcome: 'unverified',
    cause: 'no-occasion',
    occasions: 0,
    broken: 0,
    seen: [],
  });
});

test('an obligation of an undeclared capability is unverified, whatever the partner sends', () => {
  const record = { ...orders(['paid']), capabilities: [] };
  expect(verdictOn(record, 'PART-7')).toMatchObject({
    outcome: 'unverified',
    cause: 'not-declared',
    occasions: 0,
    calls: [],
  });
  expect(verdictOn(record, 'PART-4')).toMatchObject({ outcome: 'pass' });
});

test('an obligation that arises only with other capabilities is not declared, until the partner does what it judges', () => {
  const record: PartnerRecord = { ...orders(['completed']), capabilities: ['orders'] };
  expect(verdictOn(record, 'PART-97')).toMatchObject({ outcome: 'unverified', cause: 'not-declared' });
  expect(verdictOn({ ...record, capabilities: ['coupons'] }, 'PART-97')).toMatchObject({ cause: 'no-occasion' });
  send(record, 50, 'POST /coupons', { code: 'OWN1', externalId: 'own-1', phone: 5511987654321 });
  expect(verdictOn(record, 'PART-97')).toMatchObject({ outcome: 'fail' });
});

test('the minimum purchase of a shared coupon is no occasion, because its registration has no field for one', () => {
  const record = emptyRecord();
  send(record, 10, 'POST /coupons/shared', { code: 'ALL7', externalId: 7, amount: 10, type: 'percent' });
  hold(record, 20, ['ALL7']);
  expect(verdictOn(record, 'PART-140')).toMatchObject({ cause: 'no-occasion' });
  expect(verdictOn(record, 'PART-153')).toMatchObject({ outcome: 'pass' });
});

test.each([
  ['acknowledgment lost', 1, 200, { outcome: 'pass' }],
  ['acknowledgment lost', 1, 400, { outcome: 'fail' }],
  ['acknowledgment lost', 2, 200, { cause: 'no-occasion' }],
  ['repeated', 1, 200, { cause: 'no-occasion' }],
] as const)('%s of attempt %d, and then %d, is a failed first attempt: %j', (kind, attempt, status, expected) => {
  const record = emptyRecord();
  notify(record, 10, 'GIFT');
  notify(record, 30, 'GIFT', { answer: { status } });
  record.faults.push({ number: 1, scenario: 'test', kind, call: null, attempt });
  expect(verdictOn(record, 'PART-57')).toMatchObject(expected);
});

test('an action that caused nothing is reported with its lookups, or else with the last request in trouble before it', () => {
  const silentAfter = (atMs: number, line: string): string | undefined => {
    const record = emptyRecord();
    for (const fromMs of [10, 50]) act(record, { action: 'create-store', fromMs, toMs: fromMs + 20, isSettled: true });
    send(record, 12, 'POST /stores', { externalId: 'store-1' });
    send(record, 40, 'PUT /orders/1', {}, { answer: answering(500), fault: 'answered 500' });
    send(record, atMs, line);
    return verdictOn(record, 'PART-132').seen[0];
  };
  const before = 'it accepted create-store and sent';
  expect(silentAfter(55, 'GET /stores/external/store-2')).toBe(
    `${before} only GET /stores/external/store-2, 200 for it, although it had sent something before`,
  );
  const trouble = `${before} nothing for it, although it had sent something before; the last of its requests that was in trouble is PUT /orders/1, 500`;
  expect(silentAfter(35, 'GET /stores/external/store-2')).toBe(trouble);
  expect(silentAfter(55, 'PUT /orders/2')).toBe(trouble);
});

test('a broken must fails, with the requests that break it as evidence', () => {
  const record = orders(['completed', 'paid', 'on-hold', 'pending']);
  expect(verdictOn(record, 'PART-7')).toMatchObject({
    outcome: 'fail',
    occasions: 4,
    broken: 2,
    calls: [2, 4],
    seen: [expect.stringContaining('"paid"'), expect.stringContaining('"pending"')],
  });
});

test('a broken should warns', () => {
  const record = emptyRecord();
  for (const atMs of [0, 10, 20, 30]) send(record, atMs, 'POST /orders', orderBody('a'), { answer: answering(400) });
  expect(verdictOn(record, 'PART-19')).toMatchObject({ outcome: 'warn', level: 'should', broken: 1 });
});

test('a verdict says the same of several requests once', () => {
  const record = emptyRecord();
  for (const atMs of [10, 20, 30]) send(record, atMs, 'POST /orders', orderBody('order-1', { total: atMs }));
  const { seen, broken } = verdictOn(record, 'PART-12');
  expect({ broken, seen }).toEqual({ broken: 2, seen: [expect.stringContaining('posted again with another total')] });
});

test('a verdict names at most 20 calls and describes 3 of them', () => {
  const { calls, seen, broken } = verdictOn(
    orders(Array.from({ length: 30 }, (_, index) => `paid-${index}`)),
    'PART-7',
  );
  expect(calls).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  expect(seen).toHaveLength(3);
  expect(broken).toBe(30);
});

test('a stored record has the same verdicts', () => {
  const record = testRecord((changed) => {
    for (const call of changed.calls) if (call.path === '/orders') call.headers.authorization = `bearer ${marks.token}`;
  });
  expect(judgePartner(JSON.parse(JSON.stringify(record)))).toEqual(judgePartner(record));
});

test('the order of the calls in a record makes no difference', () => {
  const record = testRecord();
  expect(judgePartner({ ...record, calls: record.calls.toReversed(), attempts: record.attempts.toReversed() })).toEqual(
    judgePartner(record),
  );
});

test('judging changes nothing in the record', () => {
  const record = testRecord();
  const before = structuredClone(record);
  judgePartner(record);
  expect(record).toEqual(before);
});

test('malformed requests are judged without an error', () => {
  const record = emptyRecord();
  for (const [line, body] of [
    ['POST /%', '"'],
    ['GET ?&=&page', 'null'],
    ['PUT //coupons//', '[]'],
    ['POST /orders', '17'],
    ['BREW /coffee', '{"externalId":{}}'],
  ] as const) {
    send(record, 0, line).body = body;
  }
  record.attempts.push({
    number: 1,
    atMs: 0,
    tookMs: 0,
    path: '',
    headers: {},
    body: '',
    code: '',
    answer: { status: 1 },
  });
  expect(() => judgePartner(record)).not.toThrow();
});

test('a declared capability that was never used is unverified', () => {
  const record = testRecord();
  record.calls = record.calls.filter(({ path }) => path !== '/coupons-config');
  expect(judgePartner(record).find(({ id }) => id === 'PART-96')).toMatchObject({
    outcome: 'unverified',
    cause: 'no-occasion',
    occasions: 0,
  });
});

test('a capability that a partner uses without declaring it is reported', () => {
  const record = testRecord();
  expect(undeclaredIn(record)).toEqual([]);
  expect(undeclaredIn({ ...record, capabilities: record.capabilities.filter((each) => each !== 'carts') })).toEqual([
    'carts',
  ]);
  expect(undeclaredIn({ ...emptyRecord(), capabilities: [] })).toEqual([]);
});
