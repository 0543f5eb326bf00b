import { shuffle } from 'simple-statistics';
import { chanceFrom } from './chance.ts';

/** A change of the level of a series. */
interface ChangePoint {
  /** Index of the first value after the change. */
  at: number;
  /** How probable as clear a change is in a shuffled series. */
  pValue: number;
}

const minLength = 4;
/** In fewer values, no change can be found. */
export const minValues = 2 * minLength;
const permutations = 199;
const alpha = 0.01;

/** For each value, the sums of its distances to all values before an index, in a row of `values.length + 1`. */
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
 * The division of a series whose sides differ most by their energy distance. The right side may end before the series,
 * so that a temporary change is also found.
 */
const bestDivision = (values: readonly number[]): { at: number; energy: number } => {
  const count = values.length;
  const sums = distanceSums(values);
  const distance = (value: number, before: number) => sums[value * (count + 1) + before] ?? 0;
  const pairsOf = (size: number) => (size * (size - 1)) / 2;
  let best = { at: 0, energy: Number.NEGATIVE_INFINITY };
  let left = 0;
  for (let at = 1; at <= count - minLength; at++) {
    left += distance(at - 1, at - 1);
    if (at < minLength) continue;
    let right = 0;
    let between = 0;
    for (let end = at + 1; end <= count; end++) {
      right += distance(end - 1, end - 1) - distance(end - 1, at);
      between += distance(end - 1, at);
      const size = end - at;
      if (size < minLength) continue;
      const within = left / pairsOf(at) + right / pairsOf(size);
      const energy = ((at * size) / end) * ((2 * between) / (at * size) - within);
      if (energy > best.energy) best = { at, energy };
    }
  }
  return best;
};

/**
 * Finds where a series changed its level (E-divisive): the clearest division counts if few shuffled series have one as
 * clear, and then each part is divided. A level lasts at least four values. The result depends only on the seed.
 */
export const changePointsIn = (values: readonly number[], { seed }: { seed: number }): ChangePoint[] => {
  const chance = chanceFrom(seed);
  const found: ChangePoint[] = [];
  const divide = (from: number, to: number): void => {
    if (to - from < minValues) return;
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
