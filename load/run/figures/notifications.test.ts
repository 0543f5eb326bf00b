import { expect, test } from 'vitest';
import type { OrderFact } from '../../facts.ts';
import { createLedger } from '../../ledger/ledger.ts';
import { attempt, attempts, ledgerOf, sent, type TestFact, timing } from '../../ledger/test-facts.ts';
import { type Notifications, notificationsOf } from './notifications.ts';

const startMs = 10_000;

const figuresOf = (...facts: readonly TestFact[]): Notifications =>
  notificationsOf(ledgerOf(facts), { startedMs: startMs });

test('latency is the time from acceptance to the first attempt, even if that is refused', () => {
  const { latency } = figuresOf(
    sent({ number: 1, atMs: startMs + 100 }),
    attempt(startMs + 150, 503, 'o1', 'c1'),
    attempt(startMs + 2_150, 204, 'o1', 'c1'),
    sent({ number: 2, atMs: startMs + 100 }),
    attempt(startMs + 300, 204, 'o2', 'c2'),
  );
  const { count, min, max } = latency.spread();
  expect(count).toBe(2);
  expect(min).toBeCloseTo(50, 0);
  expect(max).toBeCloseTo(200, 0);
});

test('a notification before the response to its order has latency 0', () => {
  const { latency, series } = figuresOf(
    ...[1, 2].flatMap((number) => [
      sent({ number, atMs: startMs + 100 }),
      attempt(startMs + 80, 204, `o${number}`, `c${number}`),
    ]),
  );
  expect(latency.spread()).toMatchObject({ count: 2, max: 0 });
  expect(series[0]?.webhookP50).toBe(0);
});

test.for([
  ['with two due notifications', { due: 2 }],
  ['with an allowed further notification', { may: 1 }],
] as const)('an order %s has no latency, because its cause is not certain', ([, due]) => {
  const { latency, byCompany, series } = figuresOf(
    sent({ atMs: startMs, ...due }),
    attempt(startMs + 100, 204, 'o1', 'c1'),
    attempt(startMs + 200, 204, 'o1', 'c2'),
  );
  expect([latency.count, byCompany.size, series[0]?.webhookP50]).toEqual([0, 0, null]);
});

test('deliveries are counted by number of attempts', () => {
  const { attemptsPerDelivery } = figuresOf(
    ...[1, 2, 3].map((number) => sent({ number, atMs: startMs })),
    ...attempts([204], 'o1', 'c1', startMs),
    ...attempts([503, 0, 503, 204], 'o2', 'c2', startMs),
    ...attempts([204], 'o3', 'c3', startMs),
  );
  expect(attemptsPerDelivery).toEqual([2, 0, 0, 1]);
  expect(figuresOf(sent()).attemptsPerDelivery).toEqual([]);
});

test('the drain is the time from the last accepted order to the last acknowledged notification', () => {
  const facts = [
    sent({ number: 1, atMs: startMs }),
    sent({ number: 2, atMs: startMs + 4_000 }),
    attempt(startMs + 100, 204, 'o1', 'c1'),
  ];
  expect(figuresOf(...facts).drainSeconds).toBe(0);
  const retried = [sent({ number: 3, atMs: startMs }), attempt(startMs + 6_500, 204, 'o3', 'c3')];
  expect(figuresOf(...retried, ...facts).drainSeconds).toBe(2.5);
  expect(figuresOf(...facts, attempt(startMs + 6_500, 204, 'o2', 'c2')).drainSeconds).toBe(2.5);
  expect(figuresOf(...facts, attempt(startMs + 6_500, 503, 'o2', 'c2')).drainSeconds).toBe(0);
  expect(figuresOf(sent()).drainSeconds).toBeNull();
});

test('the backlog counts unacknowledged due notifications at the end of every second', () => {
  const { series } = figuresOf(
    sent({ number: 1, atMs: startMs - 500 }),
    sent({ number: 2, atMs: startMs + 200, due: 2 }),
    sent({ number: 3, atMs: startMs + 1_999 }),
    attempt(startMs + 900, 503, 'o2', 'c2'),
    attempt(startMs + 1_000, 204, 'o1', 'c1'),
    attempt(startMs + 4_100, 204, 'o2', 'c2'),
    attempt(startMs + 4_200, 204, 'o2', 'c3'),
    attempt(startMs + 5_000, 204, 'o3', 'c4'),
  );
  expect(series.map(({ at, delivered, backlog }) => [at, delivered, backlog])).toEqual([
    [0, 0, 3],
    [1, 1, 3],
    [2, 0, 3],
    [3, 0, 3],
    [4, 2, 1],
    [5, 1, 0],
  ]);
});

test('notifications that are not due do not count', () => {
  const { attemptsPerDelivery, series, latency } = figuresOf(
    sent({ atMs: startMs }),
    attempt(startMs + 10, 204, 'o1', 'c1'),
    attempt(startMs + 20, 204, 'o1', 'c2'),
    attempt(startMs + 30, 204, 'another', 'c3'),
  );
  expect([attemptsPerDelivery, series[0]?.delivered, series[0]?.backlog, latency.count]).toEqual([[1], 1, 0, 1]);
});

test('the percentiles of a second are of the first attempts in it', () => {
  const { series } = figuresOf(
    ...Array.from({ length: 100 }, (_, number) => [
      sent({ number, atMs: startMs }),
      attempt(startMs + 2_100 - number, 503, `o${number}`, `c${number}`),
    ]).flat(),
  );
  expect(series[1]).toMatchObject({ webhookP50: null, webhookP95: null, webhookP99: null });
  expect(series[2]?.webhookP50).toBeCloseTo(2_050.5, 0);
  expect(series[2]?.webhookP99).toBeCloseTo(2_099.5, 0);
});

test('each company has its own orders and latencies, even without notifications', () => {
  const ledger = createLedger(timing);
  const order = (id: string): OrderFact => [`selo-r-measure-${id}`, id, startMs, 1, 0, 'accepted'];
  ledger.order('amber', order('o1'));
  ledger.order('amber', order('o2'));
  ledger.order('birch', order('o3'));
  ledger.order('silent', order('o4'));
  ledger.order('undue', ['selo-r-measure-o5', 'o5', startMs, 0, 0, 'accepted']);
  for (const [number, waitedMs] of [100, 200, 4_000].entries()) {
    ledger.arrival(attempt(startMs + waitedMs, 204, `o${number + 1}`, `c${number + 1}`));
  }
  const { ordersByCompany, byCompany } = notificationsOf(ledger, { startedMs: startMs });
  expect(Object.fromEntries(ordersByCompany)).toEqual({ amber: 2, birch: 1, silent: 1 });
  expect([...byCompany].map(([name, { count }]) => [name, count])).toEqual([
    ['amber', 2],
    ['birch', 1],
  ]);
  expect(byCompany.get('birch')?.spread().min).toBeCloseTo(4_000, -1);
});
