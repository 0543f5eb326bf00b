import { expect, test } from 'vitest';
import { marks, type PartnerRecord } from '../../core/partner-record.ts';
import { breaches, breachesOfAskedRecords } from './breaches/test-all-breaches.ts';
import { isForSecond } from './companies.ts';
import { judgePartner } from './judge.ts';
import { askedRecord } from './test-records/test-asked-records.ts';
import { ask } from './test-records/test-later-records.ts';
import { act, emptyRecord, hold, orderBody, read, send, unkept, uuid } from './test-records/test-record.ts';
import { testRecord } from './test-records/test-whole-record.ts';

const second = { company: 'second' } as const;

const otherToken = (authorization: string): string =>
  authorization.includes(marks.secondToken)
    ? authorization.replace(marks.secondToken, marks.token)
    : authorization.replace(marks.token, marks.secondToken);

/** A record in which each company did what the other one does in the given record. */
const withCompaniesSwapped = (record: PartnerRecord): PartnerRecord => {
  for (const { headers } of record.calls) {
    if (headers.authorization !== undefined) headers.authorization = otherToken(headers.authorization);
  }
  for (const each of [...record.attempts, ...record.coupons]) {
    if (each.company === 'second') delete each.company;
    else each.company = 'second';
  }
  for (const action of record.actions) {
    const { company: _, ...usual } = action.parameters;
    const isOfBoth = ['restart', 'state'].includes(action.action);
    action.parameters = isForSecond(action) || isOfBoth ? usual : { ...usual, ...second };
  }
  return record;
};

test.each([testRecord, askedRecord])(
  'nothing is broken by a partner that does the same for the other company',
  (recordOf) => {
    expect(unkept(withCompaniesSwapped(recordOf()))).toEqual([]);
  },
);

test.each(
  [...breaches, ...breachesOfAskedRecords].filter(([id]) =>
    ['PART-40', 'PART-65', 'PART-141', 'PART-153'].includes(id),
  ),
)('%s is broken for the second company as well, by %s', (id, what, change, also) => {
  const isAsked = breachesOfAskedRecords.some(([otherId, other]) => otherId === id && other === what);
  const record = (isAsked ? askedRecord : testRecord)(change);
  expect(unkept(withCompaniesSwapped(record))).toEqual([id, ...also]);
});

/** An order with this id for a company. */
const order = (record: PartnerRecord, fromMs: number, id: string, parameters: object = {}, more: object = {}): void => {
  act(record, { action: 'create-order', fromMs, id, parameters: { ...parameters }, ...more });
  send(record, fromMs + 2, 'POST /orders', orderBody(id), parameters);
};

test('a partner may count each kind of records from 1, and a wrong token still shows', () => {
  const record = emptyRecord();
  order(record, 10, '1');
  act(record, { action: 'create-cart', fromMs: 30, id: '1', parameters: second });
  send(record, 32, 'POST /abandoned-carts', { externalId: '1' }, second);
  expect(unkept(record)).not.toContain('PART-180');
  send(record, 52, 'POST /orders', orderBody('1'), second);
  expect(unkept(record)).toContain('PART-180');
});

test('the id of a notified coupon may be that of a coupon of the other company', () => {
  const record = emptyRecord();
  const own = { code: 'OWN', externalId: 'own-GIFT', type: 'percent', amount: 5, phone: '+5511987654321' };
  act(record, { action: 'register-coupon', fromMs: 10, id: 'own-GIFT', code: 'OWN' });
  send(record, 12, 'POST /coupons', own);
  record.coupons.push({ ...testRecord().coupons[0], code: 'GIFT', ...second } as PartnerRecord['coupons'][number]);
  send(record, 32, 'PUT /coupons/code/GIFT', { externalId: 'own-GIFT' }, second);
  expect(unkept(record)).not.toContain('PART-180');
});

test('coupons of both companies may have one code and different values', () => {
  const record = emptyRecord();
  for (const [fromMs, amount, parameters] of [
    [10, 10, {}],
    [30, 20, second],
  ] as const) {
    act(record, { action: 'register-coupon', fromMs, id: 'own-C1', code: 'C1', parameters: { ...parameters } });
    const body = { code: 'C1', externalId: 'own-C1', type: 'percent', amount, minPurchaseValue: 50 };
    send(
      record,
      fromMs + 2,
      'POST /coupons',
      { ...body, phone: '+5511987654321', expiryDate: '2030-06-30T15:00:00Z' },
      parameters,
    );
  }
  hold(record, 50, ['C1', 'C1']);
  expect(unkept(record)).not.toContain('PART-153');
});

test('a storm of the second company is reported with the requests of that company', () => {
  const record = emptyRecord();
  act(record, { action: 'create-order', fromMs: 10 });
  act(record, { action: 'pay-order', fromMs: 30, parameters: second });
  for (let count = 0; count < 5; count += 1) send(record, 40 + count, 'GET /orders/1', undefined, second);
  const seen = judgePartner({ ...record, stormMs: 50, judgedUntilMs: 30 }).flatMap((verdict) =>
    verdict.id === 'PART-167' ? verdict.seen : [],
  );
  expect(seen.join()).toContain('it sent 5 requests after pay-order');
});

test('a redemption that answers no id may be of an order that has the id of one of the other company', () => {
  const record = emptyRecord();
  order(record, 10, '1');
  act(record, { action: 'redeem', fromMs: 30, parameters: { ...second, code: 'PLAIN' } });
  send(record, 32, 'POST /orders', orderBody('1', { couponCode: 'PLAIN' }), second);
  expect(unkept(record)).not.toContain('PART-180');
});

test('a redemption with the token of the wrong company shows if it answers the id of its order', () => {
  const record = emptyRecord();
  const withCode = { ...second, code: 'PLAIN' };
  order(record, 10, '7', second);
  act(record, { action: 'redeem', fromMs: 30, id: '8', parameters: { code: 'PLAIN' } });
  act(record, { action: 'redeem', fromMs: 40, id: '7', parameters: withCode });
  send(record, 42, 'POST /orders', orderBody('7', { couponCode: 'PLAIN' }));
  expect(unkept(record)).toContain('PART-180');
});

test('a partner may ask both companies for a coupon of one', () => {
  const record = emptyRecord();
  act(record, { action: 'register-coupon', fromMs: 10, id: 'own-C1', code: 'C1' });
  for (const path of ['code/C1', 'external/own-C1']) send(record, 12, `GET /coupons/${path}`, undefined, second);
  expect(unkept(record)).not.toContain('PART-180');
});

test('a hook that failed hides a wrong token in its own play only', () => {
  const record = emptyRecord();
  record.plays = [
    { scenario: 'one', fromMs: 0 },
    { scenario: 'another', fromMs: 50 },
  ];
  act(record, { action: 'create-order', fromMs: 10, outcome: 'failed' });
  order(record, 20, '1', second);
  send(record, 30, 'POST /orders', orderBody('1'));
  const brokenCount = (): number | undefined => judgePartner(record).find(({ id }) => id === 'PART-180')?.broken;
  expect(brokenCount()).toBe(0);
  order(record, 60, '2', second);
  send(record, 70, 'POST /orders', orderBody('2'));
  expect(brokenCount()).toBe(1);
});

test('a write for the wrong company is of neither part, and breaks nothing else', () => {
  const record = testRecord();
  act(record, { action: 'create-order', fromMs: 8_200, id: 'order-82', parameters: second });
  send(record, 8_202, 'POST /orders', orderBody('order-82'), second);
  send(record, 8_204, 'POST /orders', orderBody('order-82', { status: 'paid' }));
  expect(unkept(record)).toEqual(['PART-180']);
});

test('a customer of both companies may be changed and deleted at both, whichever company it was asked for', () => {
  const record = askedRecord();
  const customer = { externalId: 'c-1', phone: '+5511944440001', firstName: 'Eva' };
  const atBoth = (fromMs: number, action: string, method: string, body?: object): void => {
    ask(
      record,
      fromMs,
      action,
      action === 'create-customer' ? { id: 'c-1', parameters: second } : { parameters: { id: 'c-1', ...second } },
    );
    for (const [place, more] of [second, {}].entries()) {
      const path = method === 'POST' ? '/customers' : `/customers/${uuid(701 + place)}`;
      send(record, fromMs + 2 + place, `${method} ${path}`, body, more);
      read(record, fromMs + 5 + place, '/customers/external/c-1', { id: uuid(701 + place), ...customer }, more);
    }
  };
  atBoth(8000, 'create-customer', 'POST', customer);
  ask(record, 8020, 'update-customer', { parameters: { id: 'customer-9' } });
  send(record, 8022, `PUT /customers/${uuid(59)}`, { firstName: 'Rui', lastName: 'Reis' });
  atBoth(8040, 'update-customer', 'PUT', { firstName: 'Eva Maria' });
  atBoth(8060, 'delete-customer', 'DELETE');
  record.idleMs = 99_000;
  expect(unkept(record)).toEqual([]);
});

test('a coupon of a chain may be changed and marked as used at both companies, whichever company it was asked for', () => {
  const record = askedRecord();
  const coupon = { externalId: 'own-C7', code: 'C7', type: 'percent', amount: 10, phone: '+5511987654321' };
  const atBoth = (atMs: number, line: string, body: object): void => {
    for (const [place, more] of [second, {}].entries()) send(record, atMs + place, line, body, more);
  };
  ask(record, 8000, 'register-coupon', { id: 'own-C7', code: 'C7', parameters: second });
  atBoth(8002, 'POST /coupons', { ...coupon, expiryDate: '2030-06-30T12:00:00-03:00' });
  atBoth(8012, 'PUT /coupons/code/C7', { amount: 15 });
  ask(record, 8020, 'mark-coupon-used', { parameters: { code: 'C7', ...second } });
  atBoth(8022, 'PUT /coupons/code/C7', { externalId: 'own-C7', used: true, awaitingOrder: false });
  record.idleMs = 99_000;
  expect(unkept(record)).toEqual([]);
});
