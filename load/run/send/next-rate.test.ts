import { expect, test } from 'vitest';
import { nextRate, searchSteps } from './search.ts';

/** The rates that a search tries with this capacity, if some rates stay undecided. */
const triedAt = (capacity: number, most: number, isSilentAt: (rate: number) => boolean = () => false): number[] => {
  const steps: { rate: number; stable: boolean | null }[] = [];
  for (let rate = nextRate(steps, most); rate !== undefined; rate = nextRate(steps, most)) {
    steps.push({ rate, stable: isSilentAt(rate) ? null : rate <= capacity });
  }
  return steps.map(({ rate }) => rate);
};

test('the rate doubles until it is too high, then the range is halved', () => {
  expect(triedAt(620, 1000)).toEqual([250, 500, 1000, 750, 625, 563, 594]);
});

test.for([1, 30, 62, 100, 333, 999])(
  'a capacity of %i is found to a tenth, or as near as eight steps allow',
  (capacity) => {
    const tried = triedAt(capacity, 1000);
    expect(tried.length).toBeLessThanOrEqual(searchSteps);
    const stable = Math.max(0, ...tried.filter((rate) => rate <= capacity));
    const unstable = Math.min(...tried.filter((rate) => rate > capacity));
    expect(unstable - stable).toBeLessThanOrEqual(Math.max(0.1 * stable, 1000 / 2 ** (searchSteps - 1)));
  },
);

test('a search ends when the highest rate is stable', () => {
  expect(triedAt(1000, 1000)).toEqual([250, 500, 1000]);
});

test('an undecided step ends the search only after an unstable one', () => {
  expect(triedAt(620, 1000, (rate) => rate === 750)).toEqual([250, 500, 1000, 750]);
  expect(triedAt(620, 1000, (rate) => rate === 250)).toEqual([250, 500, 1000, 750, 625, 563, 594]);
});

test('the lowest rate is one a second', () => {
  expect(triedAt(0, 3)).toEqual([1]);
});
