import { expect, test } from 'vitest';
import { nextRate, searchSteps } from './search.ts';

/** The rates that a search tries at a target that stands this many journeys a second, and is silent about some. */
const triedAt = (capacity: number, most: number, isSilentAt: (rate: number) => boolean = () => false): number[] => {
  const steps: { rate: number; stable: boolean | null }[] = [];
  for (let rate = nextRate(steps, most); rate !== undefined; rate = nextRate(steps, most)) {
    steps.push({ rate, stable: isSilentAt(rate) ? null : rate <= capacity });
  }
  return steps.map(({ rate }) => rate);
};

test('the rate doubles to the first that is too high, and the range is halved from there', () => {
  expect(triedAt(620, 1000)).toEqual([250, 500, 1000, 750, 625, 563, 594]);
});

test.for([1, 30, 62, 100, 333, 999])(
  'a capacity of %i is found to a tenth, or as near as so few steps come',
  (capacity) => {
    const tried = triedAt(capacity, 1000);
    expect(tried.length).toBeLessThanOrEqual(searchSteps);
    const stood = Math.max(0, ...tried.filter((rate) => rate <= capacity));
    const fell = Math.min(...tried.filter((rate) => rate > capacity));
    expect(fell - stood).toBeLessThanOrEqual(Math.max(0.1 * stood, 1000 / 2 ** (searchSteps - 1)));
  },
);

test('a target that stands the highest rate is not searched further', () => {
  expect(triedAt(1000, 1000)).toEqual([250, 500, 1000]);
});

test('a step that is too short to decide ends the search between two rates, and not before one is too high', () => {
  expect(triedAt(620, 1000, (rate) => rate === 750)).toEqual([250, 500, 1000, 750]);
  expect(triedAt(620, 1000, (rate) => rate === 250)).toEqual([250, 500, 1000, 750, 625, 563, 594]);
});

test('the lowest rate is one a second', () => {
  expect(triedAt(0, 3)).toEqual([1]);
});
