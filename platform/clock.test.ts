import { expect, test } from 'vitest';
import { startClock } from './clock.ts';
import { writeInstant } from './dates/instant.ts';

test.each(['varying', 6] as const)('moments with %s digits differ and never go back', (digits) => {
  const now = startClock(digits, () => Date.now());
  const moments = Array.from({ length: 2_000 }, now);
  expect(new Set(moments).size).toBe(2_000);
  expect(moments).toEqual(moments.toSorted((one, other) => one - other));
});

test.each([0, 3] as const)('with %d digits a moment has the precision that is returned', (digits) => {
  const moment = startClock(digits, () => Date.now())();
  const text = writeInstant(moment, digits);
  expect(Date.parse(text) * 1_000).toBe(moment);
});
