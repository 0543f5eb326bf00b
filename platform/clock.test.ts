import { expect, test } from 'vitest';
import { startClock } from './clock.ts';
import { writeInstant } from './dates/instant.ts';

test.each(['varying', 6] as const)('moments with %s digits never go back and differ', (digits) => {
  const now = startClock(digits, () => Date.now());
  const moments = Array.from({ length: 2_000 }, now);
  expect(new Set(moments).size).toBe(2_000);
  expect(moments).toEqual(moments.toSorted((one, other) => one - other));
});

test.each([0, 3] as const)('with %d digits a moment is what is returned of it', (digits) => {
  const moment = startClock(digits, () => Date.now())();
  const text = writeInstant(moment, digits);
  expect(Date.parse(text) * 1_000).toBe(moment);
});
