import { expect, test } from 'vitest';
import { writeInstant } from './instant.ts';
import { type DateReading, readDate } from './read-date.ts';

const reading: DateReading = {
  withoutZone: -180,
  dateAlone: 0,
  slashForm: 'month/day',
  slashZone: 0,
  slashDayAbove12: 'refuse',
};

const read = (text: string, changes: Partial<DateReading> = {}) => {
  const instant = readDate(text, { ...reading, ...changes });
  return instant === undefined ? undefined : writeInstant(instant, 'varying');
};

test.each([
  ['2026-03-01T10:00:00Z', '2026-03-01T10:00:00Z'],
  ['2026-03-01T10:00:00-03:00', '2026-03-01T13:00:00Z'],
  ['2026-03-01T10:00:00+0530', '2026-03-01T04:30:00Z'],
  ['2026-03-01T10:00:00', '2026-03-01T13:00:00Z'],
  ['2026-03-01T22:30:00', '2026-03-02T01:30:00Z'],
  ['2026-03-01T10:00Z', '2026-03-01T10:00:00Z'],
  ['2026-03-01T10:00:00.5Z', '2026-03-01T10:00:00.500Z'],
  ['2026-03-01T10:00:00.000001Z', '2026-03-01T10:00:00.000001Z'],
  ['2026-03-01', '2026-03-01T00:00:00Z'],
  ['2024-02-29', '2024-02-29T00:00:00Z'],
  ['05/03/2026', '2026-05-03T00:00:00Z'],
])('%s is %s', (text, expected) => {
  expect(read(text)).toBe(expected);
});

test.each([
  '',
  'yesterday',
  '2026-02-30',
  '2026-02-29',
  '2026-13-01',
  '2026-00-10',
  '2026-03-01T24:00:00Z',
  '2026-03-01T10:60:00Z',
  '2026-03-01T10:00:60Z',
  '2026-03-01T10:00:00+24:00',
  '2026-03-01 10:00:00',
  '2026-3-1',
  '25/12/2026',
  '1750000000',
])('%s is no date', (text) => {
  expect(read(text)).toBeUndefined();
});

test('a date alone follows its own zone, not the one of a date-time', () => {
  expect(read('2026-03-01', { dateAlone: -180 })).toBe('2026-03-01T03:00:00Z');
});

test('a slash form whose month is above 12 can be swapped', () => {
  expect(read('25/12/2026', { slashDayAbove12: 'swap' })).toBe('2026-12-25T00:00:00Z');
});

test('digits beyond the sixth still distinguish two moments', () => {
  const one = readDate('2026-03-01T10:00:00.0000005Z', reading) ?? 0;
  const other = readDate('2026-03-01T10:00:00.0000000Z', reading) ?? 0;
  expect(one).toBeGreaterThan(other);
});

test('a fixed number of digits is kept to', () => {
  const instant = readDate('2026-03-01T10:00:00.120034Z', reading) ?? 0;
  expect(writeInstant(instant, 0)).toBe('2026-03-01T10:00:00Z');
  expect(writeInstant(instant, 3)).toBe('2026-03-01T10:00:00.120Z');
  expect(writeInstant(instant, 6)).toBe('2026-03-01T10:00:00.120034Z');
});
