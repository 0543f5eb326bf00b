import { expect, test } from 'vitest';
import { createLedger } from './ledger.ts';
import {
  attempt,
  attempts,
  countsOf,
  deliveryUnconfirmed,
  ledgerOf,
  longAfterMs,
  refusals,
  sent,
  settled,
  type TestFact,
  timing,
} from './test-facts.ts';

const situations: [name: string, facts: TestFact[], classes: Record<string, number>, nowMs?: number][] = [
  ['nothing', [], {}],
  ['an order that nothing is due for', [sent({ due: 0 })], {}],
  ['one that is not notified yet', [sent()], { due: 1, pending: 1 }, 1_000],
  ['one that is never notified', [sent()], { due: 1, lost: 1 }, 1_001],
  [
    'one of two notifications that never comes',
    [sent({ due: 2 }), attempt(5, 204)],
    { due: 2, deliveredOnce: 1, lost: 1 },
  ],

  ['a delivery that is acknowledged', [sent(), attempt(5, 204)], { due: 1, deliveredOnce: 1 }],
  [
    'a notification before the answer to its order',
    [sent({ atMs: 50 }), attempt(5, 204)],
    { due: 1, deliveredOnce: 1 },
  ],
  [
    'two notifications of one order',
    [sent({ due: 2 }), attempt(5, 204), attempt(9, 200, 'o1', 'c2')],
    { due: 2, deliveredOnce: 2 },
  ],
  ['retries until it is acknowledged', [sent(), ...attempts([503, 0, 429, 204])], { due: 1, deliveredOnce: 1 }],
  [
    'a second attempt after an acknowledged one',
    [sent(), attempt(5, 204), attempt(2005, 204)],
    { due: 1, duplicated: 1 },
  ],
  ['many of them', [sent(), ...[5, 6, 7, 8].map((atMs) => attempt(atMs, 204))], { due: 1, duplicated: 1 }],
  [
    'one that is refused after an acknowledged one',
    [sent(), attempt(5, 204), attempt(2005, 503)],
    { due: 1, duplicated: 1 },
  ],
  [
    'one that nobody answers after an acknowledged one',
    [sent(), attempt(5, 204), attempt(2005, 0)],
    { due: 1, duplicated: 1 },
  ],

  [
    'a repeat after an answer that did not arrive',
    [sent(), attempt(5, 204), deliveryUnconfirmed(5), attempt(7005, 204)],
    { due: 1, deliveredOnce: 1 },
  ],
  [
    'a repeat without a coupon after an answer that did not arrive',
    [sent(), attempt(5, 204, 'o1', null), deliveryUnconfirmed(5, 'o1', null), attempt(7005, 204, 'o1', null)],
    { due: 1, deliveredOnce: 1 },
  ],
  [
    'a refused repeat after an answer that did not arrive, acknowledged then',
    [sent(), attempt(5, 204), deliveryUnconfirmed(5), attempt(7005, 503), attempt(11_010, 204)],
    { due: 1, deliveredOnce: 1 },
  ],
  [
    'an answer that may have arrived, and no repeat',
    [sent(), attempt(5, 204), deliveryUnconfirmed(5)],
    { due: 1, deliveredOnce: 1 },
  ],
  [
    'two takings after an answer that did not arrive',
    [sent(), attempt(5, 204), deliveryUnconfirmed(5), attempt(7005, 204), attempt(7006, 204)],
    { due: 1, duplicated: 1 },
  ],

  ['ten refusals', [sent(), ...attempts(refusals(10))], { due: 1, retriesExhausted: 1 }],
  ['eleven, the first of which may not count', [sent(), ...attempts(refusals(11))], { due: 1, retriesExhausted: 1 }],
  ['twelve', [sent(), ...attempts(refusals(12))], { due: 1, retriesExhausted: 1, beyondLast: 1 }],
  ['the tenth is acknowledged', [sent(), ...attempts([...refusals(9), 204])], { due: 1, deliveredOnce: 1 }],
  ['nine refusals, and time left', [sent(), ...attempts(refusals(9))], { due: 1, pending: 1 }, 1_023_000],
  ['nine refusals, and no time left', [sent(), ...attempts(refusals(9))], { due: 1, abandoned: 1 }],
  ['one refusal, and time left', [sent(), attempt(0, 503)], { due: 1, pending: 1 }, 3_000],
  ['one refusal, and no time left', [sent(), attempt(0, 503)], { due: 1, abandoned: 1 }, 3_001],
  ['one time-out, and time left', [sent(), attempt(0, 0)], { due: 1, pending: 1 }, 8_000],
  ['one time-out, and no time left', [sent(), attempt(0, 0)], { due: 1, abandoned: 1 }, 8_001],

  ['a first attempt as late as may be', [sent(), attempt(1_000, 204)], { due: 1, deliveredOnce: 1 }],
  ['a first attempt too late', [sent(), attempt(1_001, 204)], { due: 1, deliveredOnce: 1, lateFirst: 1 }],
  [
    'a late one of two that came of different writes',
    [sent({ due: 2, atMs: 500 }), attempt(5, 204), attempt(1_501, 204, 'o1', 'c2')],
    { due: 2, deliveredOnce: 2, lateFirst: 1 },
  ],
  ['a late one that need not have come', [sent({ may: 1 }), attempt(5_000, 204)], { due: 1, deliveredOnce: 1 }],
  ['a retry as late as may be', [sent(), attempt(0, 503), attempt(3_000, 204)], { due: 1, deliveredOnce: 1 }],
  ['a retry too late', [sent(), attempt(0, 503), attempt(3_001, 204)], { due: 1, deliveredOnce: 1, lateRetry: 1 }],
  [
    'a retry as late as may be after a time-out',
    [sent(), attempt(0, 0), attempt(8_000, 204)],
    { due: 1, deliveredOnce: 1 },
  ],
  [
    'a retry too late even so',
    [sent(), attempt(0, 0), attempt(8_001, 204)],
    { due: 1, deliveredOnce: 1, lateRetry: 1 },
  ],
  ['a retry a little early', [sent(), attempt(0, 503), attempt(1_980, 204)], { due: 1, deliveredOnce: 1 }],
  ['a retry too early', [sent(), attempt(0, 503), attempt(1_900, 204)], { due: 1, deliveredOnce: 1, earlyRetry: 1 }],
  [
    'pauses that do not grow',
    [sent(), ...[0, 2_000, 4_000, 6_000].map((atMs) => attempt(atMs, 503)), attempt(8_000, 204)],
    { due: 1, deliveredOnce: 1, earlyRetry: 3 },
  ],
  [
    'pauses that grow by as much each time',
    [sent(), ...[0, 2_000, 6_000, 12_000].map((atMs) => attempt(atMs, 503)), attempt(20_000, 204)],
    { due: 1, deliveredOnce: 1, earlyRetry: 2 },
  ],
  [
    'pauses that grow threefold',
    [sent(), ...[0, 2_000, 8_000].map((atMs) => attempt(atMs, 503)), attempt(26_000, 204)],
    { due: 1, deliveredOnce: 1, lateRetry: 2 },
  ],
  [
    'an attempt that is read after a later one',
    [sent(), attempt(2_000, 204), attempt(0, 503)],
    { due: 1, deliveredOnce: 1 },
  ],
  [
    'attempts that are read backwards',
    [sent(), attempt(6_010, 503), attempt(2_000, 503), attempt(0, 503), attempt(14_020, 204)],
    { due: 1, deliveredOnce: 1 },
  ],

  ['a notification of an unknown order', [attempt(5, 204)], { unexpected: 1 }],
  [
    'one more than is due',
    [sent(), attempt(5, 204), attempt(6, 204, 'o1', 'c2')],
    { due: 1, deliveredOnce: 1, unexpected: 1 },
  ],
  ['one that may come', [sent({ may: 1 }), attempt(5, 204), attempt(6, 204, 'o1', 'c2')], { due: 1, deliveredOnce: 1 }],
  ['one that may come, and is given up', [sent({ due: 0, may: 1 }), ...attempts(refusals(10))], {}],
  ['one that may come, and does not', [sent({ due: 0, may: 1 })], {}],
  [
    'one more than may come',
    [sent({ may: 1 }), ...['c1', 'c2', 'c3'].map((coupon) => attempt(5, 204, 'o1', coupon))],
    { due: 1, deliveredOnce: 1, unexpected: 1 },
  ],
  ['one of a flow for customers', [attempt(5, 204, null)], { external: 1 }],
  [
    'one of an order that was refused',
    [sent({ due: 0, state: 'refused' }), attempt(5, 204)],
    { rejectedButNotified: 1 },
  ],
  ['one of an order that a fault may have stored', [sent({ due: 0, may: 1, state: 'refused' }), attempt(5, 204)], {}],
  ['one of an order whose sender had no answer', [sent({ state: 'ambiguous' }), attempt(5, 204)], {}],
  ['none of such an order', [sent({ state: 'ambiguous' })], {}],
  [
    'two of such an order',
    [sent({ state: 'ambiguous' }), attempt(5, 204), attempt(5, 204, 'o1', 'c2')],
    { unexpected: 1 },
  ],
  [
    'notifications without an id of their own',
    [sent(), sent({ number: 2 }), attempt(5, 204, 'o1', null), attempt(5, 204, 'o2', null)],
    { due: 2, deliveredOnce: 2 },
  ],
  [
    'refusals of notifications without an id of their own',
    [sent(), attempt(5, 503, 'o1', null), attempt(2_010, 204, 'o1', null)],
    { due: 1, deliveredOnce: 1 },
  ],

  ['an accepted order whose id is not known', [sent({ id: null })], { due: 1, pending: 1 }],
  ['and its notification', [sent({ id: null }), attempt(5, 204)], { due: 1, pending: 1 }],
  [
    'and one more than it is due',
    [sent({ id: null }), attempt(5, 204), attempt(5, 204, 'o2', 'c2')],
    {
      due: 1,
      pending: 1,
      unexpected: 1,
    },
  ],
  ['an order without an answer and without an id', [sent({ id: null, state: 'ambiguous' }), attempt(5, 204)], {}],
];

test.for(situations)('%s', ([, facts, classes, nowMs]) => {
  expect(settled(facts, nowMs)).toEqual(classes);
});

test('an order that is identified later counts as if it always had been, before or after its notification', () => {
  const order = sent({ id: null });
  const before = ledgerOf([order]);
  before.identify('selo-run-measure-1', 'o1');
  expect(countsOf(ledgerOf([attempt(5, 204)], before).settle(longAfterMs))).toEqual({ due: 1, deliveredOnce: 1 });
  const after = ledgerOf([attempt(5, 204), order]);
  after.identify('selo-run-measure-1', 'o1');
  expect(countsOf(after.settle(longAfterMs))).toEqual({ due: 1, deliveredOnce: 1 });
  expect([before.unidentified.size, after.unidentified.size]).toEqual([0, 0]);
  const never = ledgerOf([order]);
  never.identify('selo-run-measure-1', 'o1');
  expect(countsOf(never.settle(longAfterMs))).toEqual({ due: 1, lost: 1 });
});

test('an order that was accepted and is not there is forgotten, one without an answer is nothing', () => {
  const ledger = ledgerOf([sent({ id: null, due: 2 }), sent({ number: 2, id: null, state: 'ambiguous' })]);
  ledger.identify('selo-run-measure-1', undefined);
  ledger.identify('selo-run-measure-2', undefined);
  ledger.identify('selo-run-measure-3', undefined);
  const settlement = ledger.settle(longAfterMs);
  expect(countsOf(settlement)).toEqual({ due: 2, orderMissing: 2 });
  expect(settlement.examples).toEqual({ orderMissing: ['selo-run-measure-1', 'selo-run-measure-1'] });
});

test('only orders that a notification may be due for, and that no answer gave the id of, must be identified', () => {
  const ledger = ledgerOf([
    sent({ number: 1 }),
    sent({ number: 2, id: null }),
    sent({ number: 3, id: null, due: 0 }),
    sent({ number: 4, id: null, due: 0, state: 'ambiguous' }),
    sent({ number: 5, id: null, due: 0, state: 'refused' }),
    sent({ number: 6, id: null, due: 0, may: 1, state: 'refused' }),
  ]);
  const numbers = [...ledger.unidentified.keys()].map((externalId) => externalId.at(-1));
  expect(numbers).toEqual(['2', '4', '6']);
});

test('orders that are not notified in time are asked about, and forgotten when they are not there', () => {
  const ledger = ledgerOf([
    sent({ number: 1 }),
    sent({ number: 2 }),
    sent({ number: 3, due: 2 }),
    sent({ number: 4, due: 0 }),
    attempt(5, 204, 'o2', 'c2'),
    attempt(5, 503, 'o3', 'c3'),
  ]);
  expect(ledger.unnotified(1_000, 10)).toEqual([]);
  expect(ledger.unnotified(1_001, 10)).toEqual([
    { id: 'o1', company: 'amber' },
    { id: 'o3', company: 'amber' },
  ]);
  expect(ledger.unnotified(1_001, 1)).toHaveLength(1);
  ledger.orderMissing('o1');
  ledger.orderMissing('never heard of');
  expect(ledger.unnotified(1_001, 10)).toEqual([{ id: 'o3', company: 'amber' }]);
  expect(countsOf(ledger.settle(1_001))).toEqual({ due: 4, orderMissing: 1, deliveredOnce: 1, lost: 1, pending: 1 });
});

test('strangers are those that no journey reported; what is found out about them decides', () => {
  const ledger = ledgerOf([
    sent(),
    sent({ number: 5, id: null, due: 0, state: 'refused' }),
    attempt(5, 204),
    attempt(5, 204, null, 'c2'),
    attempt(5, 204, 'x', 'c3'),
    attempt(5, 204, 'y', 'c4'),
    attempt(5, 204, 'z', 'c5'),
  ]);
  expect(ledger.strangers(10)).toEqual(['x', 'y', 'z']);
  expect(ledger.strangers(2)).toEqual(['x', 'y']);
  expect(ledger.reportedState('selo-run-measure-5')).toBe('refused');
  ledger.external('x');
  ledger.refused('y');
  expect(ledger.strangers(10)).toEqual(['z']);
  expect(countsOf(ledger.settle(longAfterMs))).toEqual({
    due: 1,
    deliveredOnce: 1,
    external: 2,
    rejectedButNotified: 1,
    unexpected: 1,
  });
});

test('an order whose journey reports it after its notification is no stranger any more', () => {
  const ledger = ledgerOf([attempt(5, 204)]);
  expect(ledger.strangers(10)).toEqual(['o1']);
  ledgerOf([sent()], ledger);
  expect(ledger.strangers(10)).toEqual([]);
  expect(countsOf(ledger.settle(longAfterMs))).toEqual({ due: 1, deliveredOnce: 1 });
});

test('an attempt is reported by its number', () => {
  const ledger = createLedger(timing);
  const numbers = [attempt(0, 503), attempt(2_000, 503), attempt(3_000, 204, 'o1', 'c2'), attempt(6_000, 204)];
  expect(numbers.map((arrival) => ledger.arrival(arrival))).toEqual([1, 2, 1, 3]);
});

test('examples name the orders, ten of each class, and each that is gone', () => {
  const orders = Array.from({ length: 30 }, (_, number) => sent({ number }));
  const acknowledged = Array.from({ length: 10 }, (_, number) => attempt(5, 204, `o${number}`, `c${number}`));
  const early = attempt(6, 503, 'o29', 'c29');
  const { examples } = ledgerOf([...orders, ...acknowledged, early, attempt(7, 204, 'o29', 'c29')]).settle(longAfterMs);
  expect(Object.keys(examples).toSorted()).toEqual(['earlyRetry', 'lost']);
  expect(examples.earlyRetry).toEqual(['o29']);
  expect(examples.lost).toEqual(Array.from({ length: 19 }, (_, index) => `o${index + 10}`));
  const repeated = Array.from({ length: 30 }, (_, number) => [
    attempt(5, 204, `o${number}`, `c${number}`),
    attempt(6, 204, `o${number}`, `c${number}`),
  ]).flat();
  expect(ledgerOf([...orders, ...repeated]).settle(longAfterMs).examples.duplicated).toHaveLength(10);
});

test.for<[name: string, facts: TestFact[], nowMs: number, isExpected: boolean]>([
  ['without orders', [], 0, false],
  ['before the first attempt is overdue', [sent()], 1_000, true],
  ['after the first attempt is overdue', [sent()], 1_001, false],
  ['after an acknowledged attempt', [sent(), attempt(5, 204)], 10, false],
  ['after a response that may have been lost', [sent(), attempt(5, 204), deliveryUnconfirmed(5)], 10, false],
  ['before a retry is overdue', [sent(), attempt(5, 503)], 3_005, true],
  ['after a retry is overdue', [sent(), attempt(5, 503)], 3_006, false],
  ['of the second of two due deliveries', [sent({ due: 2 }), attempt(5, 503)], 1_000, true],
  ['of the later of two orders', [sent({ atMs: 5_000 }), sent({ number: 2 }), attempt(5, 503, 'o2')], 6_000, true],
  ['after ten refusals', [sent(), ...attempts(refusals(10))], 10, false],
])('whether an attempt is expected %s', ([, facts, nowMs, isExpected]) => {
  expect(ledgerOf(facts).expectsAttempts(nowMs, () => true)).toBe(isExpected);
});

test('attempts to companies that are not awaited are not expected', () => {
  expect(ledgerOf([sent()]).expectsAttempts(0, (company) => company !== 'amber')).toBe(false);
});

test('what is due and what was delivered can be walked through', () => {
  const ledger = ledgerOf([
    sent({ due: 1, atMs: 3 }),
    sent({ number: 2, due: 0 }),
    sent({ number: 3, due: 1, may: 1 }),
    attempt(5, 503),
    attempt(2_010, 204),
    attempt(6, 204, 'o2', 'c2'),
    attempt(7, 204, 'o3', 'c3'),
    attempt(8, 503, 'o3', 'c4'),
  ]);
  const orders: unknown[] = [];
  ledger.eachOrder(({ id, company, acceptedMs, due, may }) => orders.push([id, company, acceptedMs, due, may]));
  expect(orders).toEqual([
    ['o1', 'amber', 3, 1, 0],
    ['o3', 'amber', 0, 1, 1],
  ]);
  const deliveries: unknown[] = [];
  ledger.eachDelivery((delivery, { id }) => deliveries.push({ ...delivery, id }));
  expect(deliveries).toEqual([
    { id: 'o1', attempts: 2, firstMs: 5, acknowledgedMs: 2_010 },
    { id: 'o3', attempts: 1, firstMs: 7, acknowledgedMs: 7 },
  ]);
});

test('progress shows what is due and what was acknowledged, however often', () => {
  const ledger = ledgerOf([
    sent({ due: 2 }),
    sent({ number: 2, state: 'refused', due: 0 }),
    attempt(5, 503),
    attempt(2_010, 204),
    deliveryUnconfirmed(2_010),
    attempt(9_010, 204),
    attempt(9_020, 204),
    attempt(5, 0, 'o1', 'c2'),
  ]);
  expect(ledger.progress()).toEqual({ due: 2, delivered: 1 });
});

test('an order has a notification once an attempt names it, whether or not the order is known', () => {
  const ledger = ledgerOf([sent({ number: 1, id: 'o1' }), attempt(5, 503, 'o2', 'c2')]);
  expect(['o1', 'o2', 'o3'].map((id) => ledger.hasArrived(id))).toEqual([false, true, false]);
});
