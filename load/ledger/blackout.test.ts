import { expect, test } from 'vitest';
import type { DrillRun } from './deadlines.ts';
import { createLedger } from './ledger.ts';
import {
  attempt,
  attempts,
  countsOf,
  ledgerOf,
  longAfterMs,
  refusals,
  sent,
  type TestFact,
  timing,
} from './test-facts.ts';

const after = (blackout: DrillRun, facts: readonly TestFact[], nowMs = longAfterMs): Record<string, number> => {
  const ledger = createLedger(timing);
  ledger.drilled(blackout);
  return countsOf(ledgerOf(facts, ledger).settle(nowMs));
};

const gone: DrillRun = { kind: 'gone', fromMs: 10_000, toMs: 40_000 };
const restart: DrillRun = { ...gone, kind: 'restart' };

/** The attempts of a delivery that were not hidden by the blackout. */
const seen = (firstMs: number, statuses: readonly number[]): TestFact[] =>
  attempts(statuses, 'o1', 'c1', firstMs).filter(([, atMs]) => atMs < gone.fromMs || atMs > gone.toMs);

test('a first attempt after a blackout is not late, because earlier ones may have been hidden', () => {
  for (const blackout of [gone, restart]) {
    expect(after(blackout, [sent({ atMs: 20_000 }), attempt(52_000, 204)])).toEqual({ due: 1, deliveredOnce: 1 });
    expect(after(blackout, [sent({ atMs: 20_000 })], 62_000)).toEqual({ due: 1, pending: 1 });
    expect(after(blackout, [sent({ atMs: 20_000 })], 65_000)).toEqual({ due: 1, lost: 1 });
  }
});

test('a blackout does not affect orders accepted long before or after it', () => {
  expect(after(gone, [sent({ atMs: 5_000 }), attempt(6_001, 204)])).toEqual({ due: 1, deliveredOnce: 1, lateFirst: 1 });
  expect(after(gone, [sent({ atMs: 5_000 })])).toEqual({ due: 1, lost: 1 });
  expect(after(gone, [sent({ atMs: 41_000 }), attempt(42_001, 204)])).toEqual({
    due: 1,
    deliveredOnce: 1,
    lateFirst: 1,
  });
  expect(after(gone, [sent({ atMs: 41_000 })], 42_001)).toEqual({ due: 1, lost: 1 });
  expect(after(gone, [sent({ atMs: 41_000 }), attempt(41_100, 503), attempt(44_200, 204)])).toEqual({
    due: 1,
    deliveredOnce: 1,
    lateRetry: 1,
  });
});

test('a correct delivery is never a fault, whichever attempts are hidden', () => {
  for (let firstMs = 100; firstMs < 45_000; firstMs += 700) {
    for (const statuses of [refusals(10), [...refusals(6), 204], [...refusals(8), 0, 0], [503, 204]]) {
      const given = attempts(statuses, 'o1', 'c1', firstMs);
      const wasSeen = given.findIndex(([, atMs, , , , status]) => status === 204 && (atMs < 10_000 || atMs > 40_000));
      const facts = [sent({ atMs: firstMs - 100 }), ...seen(firstMs, statuses)];
      // a hidden acknowledgment is impossible: nobody was there to answer
      const isWhole = statuses.includes(204) === wasSeen >= 0;
      if (!isWhole) continue;
      const { due, deliveredOnce = 0, retriesExhausted = 0, ...others } = after(gone, facts);
      expect([firstMs, statuses.length, due, deliveredOnce + retriesExhausted, others]).toEqual([
        firstMs,
        statuses.length,
        1,
        1,
        {},
      ]);
    }
  }
});

test('a delivery that may have had all ten attempts is exhausted, not lost or abandoned', () => {
  const long: DrillRun = { kind: 'gone', fromMs: 10_000, toMs: 1_100_000 };
  expect(after(long, [sent({ atMs: 20_000 })])).toEqual({ due: 1, retriesExhausted: 1 });
  // the first three were seen, the others were not
  expect(after(long, [sent(), ...attempts(refusals(3))])).toEqual({ due: 1, retriesExhausted: 1 });
  // the first seven were not seen, the last three were
  const last = attempts(refusals(10), 'o1', 'c1', 15_000).slice(-3);
  expect(after({ kind: 'gone', fromMs: 10_000, toMs: 200_000 }, [sent({ atMs: 15_000 }), ...last])).toEqual({
    due: 1,
    retriesExhausted: 1,
  });
});

test('a platform that was down made no hidden attempts, so a missing notification is lost', () => {
  const long: DrillRun = { kind: 'restart', fromMs: 10_000, toMs: 1_100_000 };
  expect(after(long, [sent({ atMs: 9_500 })])).toEqual({ due: 1, lost: 1 });
  expect(after(long, [sent({ atMs: 9_500 }), attempt(9_600, 503)])).toEqual({ due: 1, abandoned: 1 });
});

test('a blackout long after a delivery was abandoned does not excuse it', () => {
  const later: DrillRun = { kind: 'gone', fromMs: 2_000_000, toMs: 2_100_000 };
  expect(after(later, [sent(), attempt(5, 503)])).toEqual({ due: 1, abandoned: 1 });
  expect(after(later, [sent()])).toEqual({ due: 1, lost: 1 });
});

test('two attempts across a blackout are not late, but may be early', () => {
  expect(after(gone, [sent({ atMs: 9_000 }), attempt(9_500, 503), attempt(60_000, 204)])).toEqual({
    due: 1,
    deliveredOnce: 1,
  });
  const facts = [sent({ atMs: 9_000 }), attempt(9_500, 503), attempt(41_000, 503), attempt(41_500, 204)];
  expect(after(gone, facts)).toEqual({ due: 1, deliveredOnce: 1, earlyRetry: 1 });
});

test('a duplicate counts even across a blackout', () => {
  expect(after(gone, [sent({ atMs: 9_000 }), attempt(9_500, 204), attempt(41_000, 204)])).toEqual({
    due: 1,
    duplicated: 1,
  });
});
