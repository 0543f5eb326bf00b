import { expect, test } from 'vitest';
import {
  errorsOf,
  inBrief,
  inClock,
  inPercent,
  inSeconds,
  inSigned,
  inTime,
  inUnit,
  statusesInWords,
} from './figures.ts';

test.each([
  [null, '–'],
  [0, '0 ms'],
  [0.04, '0 ms'],
  [8.44, '8.4 ms'],
  [9.96, '10 ms'],
  [120.4, '120 ms'],
  [999.6, '1 s'],
  [1520, '1.52 s'],
  [80_100, '80.1 s'],
])('%d ms are %s', (ms, text) => {
  expect(inTime(ms)).toBe(text);
});

test.each([
  [null, '–'],
  [42.5, '42.5 s'],
  [59.99, '1 min'],
  [300, '5 min'],
  [4000, '1 h 6 min 40 s'],
])('%d seconds are %s', (seconds, text) => {
  expect(inSeconds(seconds)).toBe(text);
});

test.each([
  [0, 0, '–'],
  [0, 7, '0 %'],
  [7, 7, '100 %'],
  [1, 2, '50.0 %'],
  [3, 1_000_000, '0.0003 %'],
  [999_999, 1_000_000, '99.9999 %'],
])('%d of %d is %s, never rounded to 0 or 100 %%', (part, whole, text) => {
  expect(inPercent(part, whole)).toBe(text);
});

test('numbers have about three significant digits', () => {
  expect([0, 0.123, 8.5, 42.25, 59_612.4].map(inBrief)).toEqual(['0', '0.12', '8.5', '42.3', '59,612']);
  expect([1.8, -0.3, 0].map(inSigned)).toEqual(['+1.8', '−0.3', '0']);
  expect([5, 125, 4000].map(inClock)).toEqual(['0:05', '2:05', '1:06:40']);
});

test.each([
  [500, 'ms', '500 ms'],
  [90, 's', '1 min 30 s'],
  [0.001, 'share', '0.1 %'],
  [0, 'share', '0 %'],
  [0.95, 'index', '0.95'],
  [200, '/s', '200 a second'],
  [3, 'notifications', '3 notifications'],
  [null, 'ms', '–'],
])('an objective of %d %s is reported as %s', (value, unit, text) => {
  expect(inUnit(value, unit)).toBe(text);
});

test('missing responses and statuses from 500 on are errors', () => {
  expect(errorsOf({ 0: 2, 200: 90, 404: 5, 429: 3, 500: 4, 503: 1 })).toBe(7);
});

test('statuses are listed most frequent first', () => {
  expect(statusesInWords({ 0: 2, 202: 9000 })).toBe('202 × 9,000, no answer × 2');
});
