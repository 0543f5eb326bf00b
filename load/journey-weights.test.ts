import { expect, test } from 'vitest';
import { scriptNames } from '../core/load-kinds.ts';
import {
  type JourneyName,
  journeyAt,
  journeyNames,
  sentByJourney,
  usualWeights,
  type Weights,
} from './journey-weights.ts';

const countsOf = (weights: Weights, from: number, length: number, step = 1): Map<JourneyName, number> => {
  const counts = new Map<JourneyName, number>();
  for (let index = 0; index < length; index += 1) {
    const name = journeyAt(weights, from + index * step);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
};

test.for(scriptNames)('%s has nearly the planned shares in any range of indexes', (script) => {
  const weights = usualWeights[script];
  const total = Object.values(weights).reduce((sum, weight) => sum + weight, 0);
  for (const [from, length] of [
    [0, 50],
    [17, 200],
    [12_345, 1000],
    [1_999_000, 5000],
  ] as const) {
    const counts = countsOf(weights, from, length);
    for (const name of journeyNames) {
      const expected = ((weights[name] ?? 0) / total) * length;
      expect([name, Math.abs((counts.get(name) ?? 0) - expected) <= 4]).toEqual([name, true]);
    }
  }
});

test('each of several generators or companies gets the same shares', () => {
  const total = Object.values(usualWeights.mixed).reduce((sum, weight) => sum + weight, 0);
  for (const parts of [2, 3]) {
    for (let part = 0; part < parts; part += 1) {
      const counts = countsOf(usualWeights.mixed, part, 2000, parts);
      for (const name of journeyNames) {
        const expected = ((usualWeights.mixed[name] ?? 0) / total) * 2000;
        expect([parts, name, Math.abs((counts.get(name) ?? 0) - expected) <= 6]).toEqual([parts, name, true]);
      }
    }
  }
});

test('a journey without weight is never chosen', () => {
  const weights = { completed: 1, pay: 0, read: 1 };
  expect([...countsOf(weights, 0, 10_000).keys()].toSorted()).toEqual(['completed', 'read']);
  expect([...countsOf({ cancel: 0.001 }, 0, 1000).keys()]).toEqual(['cancel']);
});

test('the choice depends only on the index, so that every process decides alike', () => {
  const backwards = Array.from({ length: 300 }, (_, at) => journeyAt(usualWeights.mixed, 299 - at)).reverse();
  expect(backwards).toEqual(Array.from({ length: 300 }, (_, index) => journeyAt(usualWeights.mixed, index)));
  // known values: a change would make runs incomparable
  expect(backwards.slice(0, 6)).toEqual(['pay', 'completed', 'read', 'canceled', 'completed', 'redeem-post']);
});

test('orders and requests per journey are weighted means', () => {
  expect(sentByJourney({ completed: 1 })).toEqual({ orders: 1, requests: 2 });
  expect(sentByJourney({ completed: 1, resend: 1 })).toEqual({ orders: 1.5, requests: 3 });
  expect(sentByJourney({ completed: 1, 'list-created': 3 })).toEqual({ orders: 0.25, requests: 1.25 });
});
