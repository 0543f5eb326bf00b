import { beforeAll, expect, test } from 'vitest';
import { comparePairs, compareRounds, type Round, roundsWanted } from './compare-pairs.ts';
import { chanceFrom, drawNormal } from './statistics/chance.ts';
import { runAt } from './test-result.ts';

const options = { baseline: '1.0', maxRegression: 1.1 };

/** Rounds in which the candidate and the control take this many times as long as the baseline. */
const roundsOf = (
  count: number,
  {
    candidate = 1,
    control = 1,
    noise = 0.02,
    seed = 1,
  }: { candidate?: number; control?: number; noise?: number; seed?: number },
): Round[] => {
  const chance = chanceFrom(seed);
  return Array.from({ length: count }, () => {
    const shared = Math.exp(0.1 * drawNormal(chance));
    const run = (factor: number) => ({
      order: 40 * factor * shared * Math.exp(noise * drawNormal(chance)),
      webhook: 300 * shared * Math.exp(noise * drawNormal(chance)),
    });
    return { baseline: run(1), control: run(control), candidate: run(candidate) };
  });
};

const outcomesOf = (rounds: readonly Round[]) =>
  comparePairs(rounds, options).measures.map(({ name, outcome }) => [name, outcome]);

/** The first comparison at each number of rounds computes what takes most of the time, and keeps it for all others. */
beforeAll(() => {
  for (const count of [10, 20, 30]) comparePairs(roundsOf(count, {}), options);
}, 30_000);

test('equal runs show no change even if rounds differ', () => {
  expect(outcomesOf(roundsOf(10, {}))).toEqual([
    ['order', 'same'],
    ['webhook', 'same'],
  ]);
});

test('only the measure that got worse is reported as worse', () => {
  expect(outcomesOf(roundsOf(10, { candidate: 1.25 }))).toEqual([
    ['order', 'worse'],
    ['webhook', 'same'],
  ]);
});

test('an improvement is reported', () => {
  expect(outcomesOf(roundsOf(10, { candidate: 0.8 }))[0]).toEqual(['order', 'better']);
});

test('an acceptable change counts as the same', () => {
  expect(outcomesOf(roundsOf(10, { candidate: 1.04 }))[0]).toEqual(['order', 'same']);
});

test('noise makes a change inconclusive, with the detectable effect and the missing rounds', () => {
  const { measures } = comparePairs(roundsOf(10, { candidate: 1.1, noise: 0.15 }), options);
  expect(measures[0]).toMatchObject({ outcome: 'inconclusive' });
  expect(measures[0]?.minimumDetectableEffect).toBeGreaterThan(1.3);
  expect(measures[0]?.morePairs).toBeGreaterThan(20);
});

test('more rounds detect smaller changes', () => {
  const smallest = [10, 20, 30].map((count) => {
    const [order] = comparePairs(roundsOf(count, { noise: 0.08 }), options).measures;
    return order?.minimumDetectableEffect ?? 0;
  });
  expect(smallest).toEqual(smallest.toSorted((a, b) => b - a));
  expect(smallest.at(-1)).toBeGreaterThan(1.1);
});

test('rounds beyond the reached look are not used', () => {
  const rounds = roundsOf(19, {});
  expect(comparePairs(rounds, options)).toEqual(comparePairs(rounds.slice(0, 10), options));
  expect(() => comparePairs(rounds.slice(0, 9), options)).toThrow(RangeError);
});

test('more rounds are requested until the comparison is settled', () => {
  const wantedAfter = (rounds: readonly Round[]) => roundsWanted(comparePairs(rounds, options));
  expect(roundsWanted(undefined)).toBe(10);
  expect(wantedAfter(roundsOf(10, {}))).toBe(10);
  expect(wantedAfter(roundsOf(10, { candidate: 1.3 }))).toBe(10);
  expect(wantedAfter(roundsOf(10, { noise: 0.3 }))).toBe(20);
  expect(wantedAfter(roundsOf(20, { noise: 0.25 }))).toBe(30);
  expect(wantedAfter(roundsOf(30, { noise: 0.4 }))).toBe(30);
  expect(wantedAfter(roundsOf(10, { control: 1.3 }))).toBe(20);
});

const threeAt = (factor: number) => ({ baseline: runAt(1), control: runAt(1.001), candidate: runAt(factor) });
const tenAt = (factor: number) => Array.from({ length: 10 }, (_, round) => threeAt(factor + round / 1000));

test('runs are compared by their medians', () => {
  const compared = compareRounds(tenAt(1.3), options);
  expect(compared).toMatchObject({
    comparison: {
      kind: 'pairs',
      runs: 10,
      measures: [
        { name: 'the median latency of POST /orders', outcome: 'worse' },
        { name: 'the median webhook latency', outcome: 'worse' },
      ],
    },
  });
});

test('too few rounds, an invalid run and another configuration are refused', () => {
  expect(compareRounds(tenAt(1).slice(1), options)).toMatchObject({ refused: expect.stringMatching(/^9 rounds/) });
  const dropping = runAt(1, ({ health }) => Object.assign(health, { dropped: 2 }));
  const other = runAt(1, ({ run }) => Object.assign(run, { configuration: 'other' }));
  const withLast = (control: typeof other) => [...tenAt(1).slice(1), { ...threeAt(1), control }];
  expect(compareRounds(withLast(dropping), options)).toMatchObject({
    refused: expect.stringMatching(/^the control of round 10 is not reliable: 2 journeys/),
  });
  expect(compareRounds(withLast(other), options)).toMatchObject({
    refused: expect.stringMatching(/^the control of round 10 is not comparable: configuration/),
  });
});
