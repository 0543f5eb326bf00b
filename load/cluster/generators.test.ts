import { expect, test } from 'vitest';
import { shortageFor } from './generators.ts';

const machine = { cores: 2, memoryMiB: 4_000 };

test('a machine with enough cores and memory has no shortage', () => {
  // 1.5 users for half a second each, in two scenarios
  expect(shortageFor(1_000, 1.5, machine)).toBeUndefined();
});

test.each<[what: string, rate: number, usersPerJourney: number, text: RegExp, highest: number]>([
  ['more journeys than its cores make', 3_000, 1.5, /1600 journeys a second on a core, and this machine has 2/, 1_996],
  ['more journeys than its cores make, with few users', 3_000, 1, /1600 journeys/, 2_560],
  ['more virtual users than fit', 2_500, 1.5, /4944 MiB for 3750 virtual users, and this machine has 4000/, 1_996],
  ['users that wait long', 200, 30, /7756 MiB for 6000 virtual users/, 99],
])('%s: the shortage names the highest possible rate', (_, rate, usersPerJourney, text, highest) => {
  const shortage = shortageFor(rate, usersPerJourney, machine);
  expect(shortage?.text).toMatch(text);
  expect(shortage?.highestRate).toBe(highest);
  expect(shortageFor(shortage?.highestRate ?? rate, usersPerJourney, machine)).toBeUndefined();
});
