import { expect, test } from 'vitest';
import { instantOf, wallClock } from './instants.ts';

test('an instant is the same in every zone and keeps fractions below a millisecond', () => {
  const instant = Date.UTC(2031, 4, 6, 13, 20, 30);
  expect(instantOf('2031-05-06T13:20:30Z')).toBe(instant);
  expect(instantOf('2031-05-06T10:20:30-03:00')).toBe(instant);
  expect(instantOf('2031-05-06T18:50:30.000+05:30')).toBe(instant);
  expect(instantOf('2031-05-06T13:20:30.1234Z')).toBeCloseTo(instant + 123.4, 3);
});

test.each([undefined, null, 12, '', '2031-05-06', '2031-05-06T13:20:30', '2031-13-06T13:20:30Z', 'yesterday'])(
  '%j names no instant',
  (value) => {
    expect(instantOf(value)).toBeUndefined();
  },
);

test('a wall clock shows whole seconds in its zone, which may be on the day before', () => {
  const instant = Date.UTC(2031, 0, 1, 1, 30, 15, 999);
  expect(wallClock(instant + 0.5, 0)).toBe('2031-01-01T01:30:15');
  expect(wallClock(instant, -180)).toBe('2030-12-31T22:30:15');
  expect(wallClock(instant, 330)).toBe('2031-01-01T07:00:15');
});
