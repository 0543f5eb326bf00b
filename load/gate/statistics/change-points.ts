import { shuffle } from 'simple-statistics';
import { chanceFrom } from './chance.ts';

/** Where a series changed its level, and how probable as clear a change is in a series that is only shuffled. */
export interface ChangePoint {
  /** Index of the first value after the change. */
  at: number;
  pValue: number;
}

const shortest = 4;
/** In fewer values no change can be found. */
export const fewestValues = 2 * shortest;
const permutations = 199;
const alpha = 0.01;

/** For each value how far it lies from all those before an index, summed up: a row of `values.length + 1` each. */
const distanceSums = (values: readonly number[]): Float64Array => {
  const width = values.length + 1;
  const sums = new Float64Array(values.length * width);
  for (const [row, value] of values.entries()) {
    let sum = 0;
    for (const [column, other] of values.entries()) {
      sum += Math.abs(value - other);
      sums[row * width + column + 1] = sum;
    }
  }
  return sums;
};

/**
 * The division of a series whose sides differ most, by the energy distance: how far values of different sides lie apart
 * beyond how far those of the same side do. The right side may end before the series does, so that a rise that went
 * again is seen too.
 */
const bestDivision = (values: readonly number[]): { at: number; energy: number } => {
  const count = values.length;
  const sums = distanceSums(values);
  const distance = (value: number, before: number) => sums[value * (count + 1) + before] ?? 0;
  const pairsOf = (size: number) => (size * (size - 1)) / 2;
  let best = { at: 0, energy: Number.NEGATIVE_INFINITY };
  let left = 0;
  for (let at = 1; at <= count - shortest; at++) {
    left += distance(at - 1, at - 1);
    if (at < shortest) continue;
    let right = 0;
    let between = 0;
    for (let end = at + 1; end <= count; end++) {
      right += distance(end - 1, end - 1) - distance(end - 1, at);
      between += distance(end - 1, at);
      const size = end - at;
      if (size < shortest) continue;
      const within = left / pairsOf(at) + right / pairsOf(size);
      const energy = ((at * size) / end) * ((2 * between) / (at * size) - within);
      if (energy > best.energy) best = { at, energy };
    }
  }
  return best;
};

/**
 * Finds where a series changed its level (E-divisive: the clearest division is kept when few shuffled series have one as
 * clear, then each part is divided likewise). Levels last four values at least. The same seed finds the same.
 */
export const changePointsIn = (values: readonly number[], { seed }: { seed: number }): ChangePoint[] => {
  const chance = chanceFrom(seed);
  const found: ChangePoint[] = [];
  const divide = (from: number, to: number): void => {
    if (to - from < 2 * shortest) return;
    const part = values.slice(from, to);
    const { at, energy } = bestDivision(part);
    let asClear = 0;
    for (let turn = 0; turn < permutations; turn++) {
      if (bestDivision(shuffle(part, chance)).energy >= energy) asClear++;
    }
    const pValue = (asClear + 1) / (permutations + 1);
    if (pValue > alpha) return;
    divide(from, from + at);
    found.push({ at: from + at, pValue });
    divide(from + at, to);
  };
  divide(0, values.length);
  return found;
};
