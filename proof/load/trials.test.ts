import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { comparePairs } from '../../load/gate/compare-pairs.ts';
import { chanceFrom, drawNormal } from '../../load/gate/statistics/chance.ts';
import { recordedNoiseSchema } from './recorded-noise.ts';
import { type Compare, type NoiseRound, tryComparison } from './trials.ts';

const compare: Compare = (rounds) => comparePairs(rounds, { baseline: 'the same', maxRegression: 1.1 });
const sessions = 1000;

/** Rounds whose runs vary by so much, half of it (of the variance) together. */
const madeUp = (variation: number, draw: (chance: () => number) => number): NoiseRound[] => {
  const chance = chanceFrom(8);
  const part = () => variation * Math.SQRT1_2 * draw(chance);
  return Array.from({ length: 200 }, () => {
    const shared = part();
    const run = () => ({ order: 40 * Math.exp(shared + part()) });
    return [run(), run(), run()];
  });
};

/** A run in ten is far off. */
const spiky = (chance: () => number): number => drawNormal(chance) * (chance() < 0.1 ? 5 : 0.3);

const recorded = recordedNoiseSchema.parse(
  JSON.parse(readFileSync(new URL('recorded-noise.json', import.meta.url), 'utf8')),
).rounds;

/** The first comparisons at each number of rounds compute what takes most of the time, and keep it for all others. */
beforeAll(() => {
  for (const noise of [recorded, madeUp(0.15, drawNormal)]) {
    tryComparison(noise, { sessions: 50, compare, chance: chanceFrom(9) });
  }
}, 30_000);

test.each<[string, readonly NoiseRound[]]>([
  ['recorded', recorded],
  ['quiet', madeUp(0.03, drawNormal)],
  ['loud', madeUp(0.15, drawNormal)],
  ['very loud', madeUp(0.6, drawNormal)],
  ['spiky', madeUp(0.1, spiky)],
])('%s noise causes few false positives, and the smallest change that is reported is found', (_, noise) => {
  const { falsePositives, measures } = tryComparison(noise, { sessions, compare, chance: chanceFrom(1) });
  expect(falsePositives).toBeLessThanOrEqual(0.02);
  const found = Object.values(measures).map((measure) => measure.found);
  expect(found.length).toBeGreaterThan(0);
  expect(Math.min(...found)).toBeGreaterThanOrEqual(0.9);
});

test('the smallest change that is reported is not far larger than it need be', () => {
  const { order } = tryComparison(madeUp(0.03, drawNormal), { sessions, compare, chance: chanceFrom(2) }).measures;
  expect(order?.minimumDetectableEffect).toBeLessThan(1.25);
});

test('a comparison that promises too much is seen through', () => {
  const boasting: Compare = (rounds) => {
    const comparison = compare(rounds);
    return {
      ...comparison,
      measures: comparison.measures.map((measure) => ({ ...measure, minimumDetectableEffect: 1.12 })),
    };
  };
  const { order } = tryComparison(madeUp(0.05, drawNormal), {
    sessions,
    compare: boasting,
    chance: chanceFrom(3),
  }).measures;
  expect(order?.found).toBeLessThan(0.9);
});

test('a comparison that goes by its estimate alone is seen through', () => {
  const hasty: Compare = (rounds) => {
    const comparison = compare(rounds);
    const outcomeOf = (ratio: number) => (ratio > comparison.maxRegression ? 'worse' : 'same');
    const measures = comparison.measures.map((measure) => ({ ...measure, outcome: outcomeOf(measure.ratio) }) as const);
    return { ...comparison, measures };
  };
  const { falsePositives } = tryComparison(madeUp(0.3, drawNormal), {
    sessions,
    compare: hasty,
    chance: chanceFrom(4),
  });
  expect(falsePositives).toBeGreaterThan(0.02);
});
