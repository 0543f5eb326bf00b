import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createRefusals, isRefusedAtFirst } from './refusals.ts';

const ids = Array.from({ length: 5_000 }, (_, index) => `00000000-0000-4000-8000-${`${index}`.padStart(12, '0')}`);

test('about one delivery in N is chosen, even for consecutive ids', () => {
  for (const every of [2, 10]) {
    const chosen = ids.filter((id) => isRefusedAtFirst(id, every)).length;
    expect(chosen).toBeGreaterThan((0.8 * ids.length) / every);
    expect(chosen).toBeLessThan((1.2 * ids.length) / every);
  }
  expect(ids.filter((id) => isRefusedAtFirst(id, 1))).toEqual(ids);
  expect(ids.filter((id) => isRefusedAtFirst(id, 0))).toEqual([]);
});

test('a chosen delivery is refused N times, others never', () => {
  const refusals = createRefusals({ refuseEvery: 3, refuseTimes: 2 });
  for (const id of ids.slice(0, 50)) {
    const isChosen = isRefusedAtFirst(id, 3);
    expect(Array.from({ length: 4 }, () => refusals.refuses(id))).toEqual([isChosen, isChosen, false, false]);
  }
});

test('only the oldest deliveries are forgotten beyond the bound', () => {
  const refusals = createRefusals({ refuseEvery: 1, refuseTimes: 1 }, 4);
  const [first, second, third, fourth] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const refused = (...tried: string[]): boolean[] => tried.map((id) => refusals.refuses(id));
  expect(refused(first, second, third)).toEqual([true, true, true]);
  expect(refused(first, second, third)).toEqual([false, false, false]);
  expect(refused(fourth)).toEqual([true]);
  expect(refused(third, fourth)).toEqual([false, false]);
  expect(refused(first)).toEqual([true]);
});
