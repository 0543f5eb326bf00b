import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { OrderState } from '../facts.ts';
import { createLedger } from './ledger.ts';
import type { Settlement } from './settlement.ts';
import {
  attempt,
  attempts,
  countsOf,
  deliveryUnconfirmed,
  ledgerOf,
  longAfterMs,
  sent,
  type TestFact,
  timing,
} from './test-facts.ts';

const status = fc.constantFrom(0, 200, 204, 429, 503);
const state = fc.constantFrom<OrderState>('accepted', 'accepted', 'accepted', 'refused', 'ambiguous');

const order = fc
  .record({
    number: fc.integer({ min: 0, max: 6 }),
    isReported: fc.boolean(),
    atMs: fc.integer({ min: 0, max: 5_000 }),
    due: fc.integer({ min: 0, max: 3 }),
    may: fc.integer({ min: 0, max: 2 }),
    state,
  })
  .map(({ isReported, ...order }): TestFact => sent({ ...order, ...(isReported ? {} : { id: null }) }));
const arrival = fc
  .record({
    atMs: fc.integer({ min: 0, max: 100_000 }),
    status,
    order: fc.constantFrom('o0', 'o1', 'o2', 'o3', 'o4', 'nobody’s', null),
    coupon: fc.constantFrom('c0', 'c1', 'c2', 'c3', 'c4', 'c5', null),
  })
  .map(({ atMs, status: answered, order: orderId, coupon }): TestFact => attempt(atMs, answered, orderId, coupon));
const lost = fc
  .constantFrom('c0', 'c1', 'c2', null)
  .map((coupon): TestFact => deliveryUnconfirmed(0, coupon === null ? null : 'o1', coupon));

/** The classes of the due notifications, without their sum. */
const accountedFor = ({ conservation: { due: _, ...classes } }: Settlement): number =>
  Object.values(classes).reduce((sum, count) => sum + count, 0);

test('whatever is reported: every due notification is in exactly one class, at any time', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(order, arrival, arrival, lost), { maxLength: 40 }),
      fc.array(fc.tuple(fc.integer({ min: 0, max: 6 }), fc.boolean()), { maxLength: 4 }),
      fc.integer({ min: 0, max: 120_000 }),
      (facts, found, nowMs) => {
        const ledger = ledgerOf(facts);
        expect(accountedFor(ledger.settle(nowMs))).toBe(ledger.settle(nowMs).conservation.due);
        for (const [number, isThere] of found) {
          ledger.identify(`selo-run-measure-${number}`, isThere ? `o${number}` : undefined);
        }
        for (const id of ledger.strangers(2)) ledger.external(id);
        for (const { id } of ledger.unnotified(nowMs, 1)) ledger.orderMissing(id);
        const settlement = ledger.settle(nowMs);
        expect(accountedFor(settlement)).toBe(settlement.conservation.due);
        for (const count of Object.values(countsOf(settlement))) expect(count).toBeGreaterThan(0);
        expect(ledger.expectsAttempts(longAfterMs, () => true)).toBe(false);
      },
    ),
    { numRuns: 500 },
  );
});

/** An order with as many deliveries as it is due or fewer: which of two is one too many hangs on which came first. */
const scenario = fc
  .record({
    due: fc.integer({ min: 0, max: 2 }),
    may: fc.integer({ min: 0, max: 1 }),
    state,
    isReported: fc.boolean(),
    acceptedMs: fc.integer({ min: 0, max: 3_000 }),
    deliveries: fc.array(fc.array(status, { minLength: 1, maxLength: 12 }), { maxLength: 2 }),
    firstMs: fc.integer({ min: 0, max: 3_000 }),
  })
  .map(({ deliveries, firstMs, isReported, acceptedMs, ...said }) => ({
    ...said,
    atMs: acceptedMs,
    firstMs,
    isReported,
    deliveries: said.state === 'accepted' ? deliveries.slice(0, said.due) : deliveries.slice(0, 1),
  }));

type Scenario = typeof scenario extends fc.Arbitrary<infer Value> ? Value : never;

/** Facts that keep their order among each other: the order's own, and the attempts of each delivery. */
const threadsOf = ({ deliveries, firstMs, isReported, ...said }: Scenario, number: number): TestFact[][] => [
  ...(isReported || said.state === 'accepted' ? [[sent({ ...said, number })]] : []),
  ...deliveries.map((statuses, index): TestFact[] => attempts(statuses, `o${number}`, `c${number}-${index}`, firstMs)),
];

/** Draws from the threads in the order that the numbers say. */
const interleaved = (threads: readonly (readonly TestFact[])[], draws: readonly number[]): TestFact[] => {
  const left = threads.map((thread) => [...thread]);
  const facts: TestFact[] = [];
  for (let at = 0; left.some(({ length }) => length > 0); at += 1) {
    const open = left.filter(({ length }) => length > 0);
    const next = open[(draws[at % draws.length] ?? 0) % open.length]?.shift();
    if (next !== undefined) facts.push(next);
  }
  return facts;
};

const withoutExamples = ({ conservation, irregularities }: Settlement): unknown => ({ conservation, irregularities });

test('the order in which facts come changes nothing, as long as attempts of a delivery keep theirs', () => {
  fc.assert(
    fc.property(
      fc.array(scenario, { minLength: 1, maxLength: 5 }),
      fc.array(fc.nat(), { minLength: 1, maxLength: 50 }),
      fc.constantFrom(4_000, 20_000, longAfterMs),
      (scenarios, draws, nowMs) => {
        const threads = scenarios.flatMap(threadsOf);
        const straight = ledgerOf(threads.flat()).settle(nowMs);
        const mixed = ledgerOf(interleaved(threads, draws)).settle(nowMs);
        expect(withoutExamples(mixed)).toEqual(withoutExamples(straight));
      },
    ),
    { numRuns: 300 },
  );
});

test('attempts of a delivery that are read in another order lead to no false positive that their own order does not', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 9 }),
      fc.array(fc.nat(), { minLength: 1, maxLength: 20 }),
      (retries, draws) => {
        const faithful = attempts([...Array.from({ length: retries }, () => 503), 204]);
        const settlement = ledgerOf([
          sent(),
          ...interleaved(
            faithful.map((fact) => [fact]),
            draws,
          ),
        ]).settle(longAfterMs);
        const { conservation, irregularities } = settlement;
        expect([conservation.deliveredOnce, irregularities.earlyRetry, irregularities.beyondLast]).toEqual([1, 0, 0]);
      },
    ),
  );
});

/** Bytes in use when what is not needed any more has been collected. */
const bytesInUse = (): number => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  // the second one waits for what the first one frees in the background
  collect();
  collect();
  const { arrayBuffers, heapUsed } = process.memoryUsage();
  return arrayBuffers + heapUsed;
};

/** A UUID of that number: spread like random ones, and made quickly. */
const uuidOf = (number: number): string => {
  const word = (salt: number): string => (Math.imul(number ^ salt, 0x9e_37_79_b1) >>> 0).toString(16).padStart(8, '0');
  const text = word(0x5b_d1_e9_95) + word(0x1b_87_35_93);
  return `${text.slice(0, 8)}-${text.slice(8, 12)}-4000-8000-${text.slice(4)}`;
};

test('orders with a delivery each take less than 150 bytes an order', () => {
  // tables double as they fill: this many fill them as far as two million do
  const orders = 31_250;
  const before = bytesInUse();
  const ledger = createLedger(timing);
  for (let number = 0; number < orders; number += 1) {
    const id = uuidOf(number);
    ledger.order('amber', [`selo-run-measure-${number}`, id, number, 1, 0, 'accepted']);
    ledger.arrival(['a', number + 5, 'amber', id, uuidOf(-1 - number), 204]);
  }
  const bytes = bytesInUse() - before;
  expect(ledger.settle(longAfterMs).conservation).toMatchObject({ due: orders, deliveredOnce: orders });
  expect(bytes / orders).toBeLessThan(150);
});
