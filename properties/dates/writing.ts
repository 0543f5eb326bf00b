import fc from 'fast-check';
import { wallClock } from '../../core/instants.ts';
import { brasiliaMinutes, dayMs } from '../../suites/records/listing.ts';

const quarterMinutes = 15;

/** The day in UTC. */
export const dayOf = (ms: number): string => wallClock(ms, 0).slice(0, 10);

/** Days from the first to the last, such as `2032-02-29`. Half of them come from a list, which begins with the simplest. */
const days = (first: string, last: string, edges: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom(...edges),
    fc.nat({ max: (Date.parse(last) - Date.parse(first)) / dayMs }).map((n) => dayOf(Date.parse(first) + n * dayMs)),
  );

/**
 * Days on which a coupon may expire. Whether an expiry in the past is accepted is open, and 2100 is the expiry of coupons
 * without one of their own.
 */
export const daysAhead = days('2032-01-01', '2098-12-31', [
  '2032-05-10',
  '2032-01-01',
  '2032-02-29',
  '2032-03-01',
  '2032-12-31',
  '2033-02-28',
  '2034-01-15',
  '2034-10-31',
  '2034-11-30',
  '2038-01-19',
  '2038-01-20',
  '2096-02-29',
  '2098-12-31',
]);

/** All days for which partners may look for records. */
export const anyDays = days('1970-01-01', '2099-12-31', [
  '2020-05-10',
  '1970-01-01',
  '1970-01-02',
  '1999-12-31',
  '2000-02-29',
  '2001-09-09',
  '2038-01-19',
  '2038-01-20',
  '2096-02-29',
  '2099-12-31',
]);

/** Times of day to the second: noon, midnight, the day's ends in UTC and in Brasília, and any other time. */
export const times: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('12:00:00', '00:00:00'),
  fc.constantFrom('00:00:01', '02:59:59', '03:00:00', '20:59:59', '21:00:00', '23:59:59'),
  fc.nat({ max: 86_399 }).map((second) => wallClock(second * 1000, 0).slice(11)),
);

const zoneOf = (quarters: number): string => {
  const minutes = Math.abs(quarters) * quarterMinutes;
  const digits = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'));
  return (quarters < 0 ? '-' : '+') + digits.join(':');
};

/** The zone of a date-time: zones in which programs often fail, and any quarter hour from -12:00 to +14:00. */
export const zones: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    'Z',
    '-03:00',
    '+00:00',
    '-03:30',
    '-09:30',
    '+05:45',
    '+12:45',
    '+13:00',
    '+14:00',
    '-12:00',
    '-00:30',
  ),
  fc.integer({ min: -48, max: 56 }).map(zoneOf),
);

/** Minutes east of UTC; those of Brasília for an empty text. */
const minutesOf = (zone: string): number => {
  if (zone === '') return brasiliaMinutes;
  const [hours = 0, minutes = 0] = zone.slice(1).split(':').map(Number);
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
};

/** An instant in a zone, in whole seconds, followed by the zone. An empty zone means Brasília. */
export const written = (instantMs: number, zone: string): string => wallClock(instantMs, minutesOf(zone)) + zone;
