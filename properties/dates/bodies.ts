import fc from 'fast-check';
import { instantOf, wallClock } from '../../core/instants.ts';
import { brasiliaMinutes } from '../../suites/records/listing.ts';
import { someOf } from '../arbitraries.ts';
import { type Property, property } from '../property.ts';
import { expectStored, isInstant } from './stored.ts';
import { daysAhead, times, written, zones } from './writing.ts';

const source = 'Endpoints › Date and time input';
const needs = ['writes'] as const;
const cases = { quick: 10, full: 60 };

const asUtc = (instantMs: number): string => written(instantMs, 'Z');

/** The instant of a complete date-time with zone, in epoch milliseconds. */
const named = (text: string): number => instantOf(text) ?? Number.NaN;

const namedInstant = {
  stored: (text: string) => asUtc(named(text)),
  isStored: (value: unknown, text: string) => isInstant(value, named(text)),
};

/** Date-times. The drawn day and time are either the ones in the zone or the ones in UTC. */
const dateTimes = (fractions: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .record({ clock: fc.constantFrom('zone', 'UTC'), day: daysAhead, time: times, fraction: fractions, zone: zones })
    .map(({ clock, day, time, fraction, zone }) => {
      const text = clock === 'zone' ? `${day}T${time}${zone}` : written(Date.parse(`${day}T${time}Z`), zone);
      return text.slice(0, 19) + fraction + text.slice(19);
    });

const withZone = property({
  id: 'LAW-1',
  text: 'A coupon keeps the instant that its `expiryDate` names, whatever the zone',
  source,
  statements: ['S059'],
  rules: ['DATE-7', 'DATE-11'],
  level: 'must',
  needs,
  cases,
  drawn: someOf(dateTimes(fc.oneof(fc.constant(''), fc.constantFrom('.000', '.250', '.999'))), 3),
  holds: (context, texts) => expectStored(context, texts, namedInstant),
});

/** Fractions from a tenth of a second to nanoseconds, with and without leading zeros. */
const fractions = fc
  .tuple(fc.nat({ max: 3 }), fc.constantFrom('5', '1', '25', '123', '123456', '999999'))
  .map(([zeros, digits]) => `.${'0'.repeat(zeros)}${digits}`);

const toTheMinute = (text: string): string => text.replace(/(T\d{2}:\d{2}):\d{2}/, '$1');

const inOtherForms = property({
  id: 'LAW-2',
  text: 'An `expiryDate` without seconds, or with up to nanoseconds, is either rejected or stored as the same instant',
  source,
  statements: ['S059'],
  rules: ['DATE-7'],
  level: 'must',
  needs,
  cases,
  drawn: someOf(fc.oneof(dateTimes(fc.constant('')).map(toTheMinute), dateTimes(fractions)), 3),
  holds: (context, texts) =>
    // the document says that date-times are ISO 8601, but not which forms of it are accepted
    expectStored(context, texts, { ...namedInstant, mayRefuse: () => true }),
});

const inBrasilia = (text: string): number => named(`${text}-03:00`);

const withoutZone = property({
  id: 'LAW-3',
  text: 'An `expiryDate` without a zone is stored as Brasília time, at every time of the year',
  source,
  statements: ['S111'],
  rules: ['DATE-8'],
  level: 'must',
  needs,
  cases,
  drawn: someOf(
    fc.tuple(daysAhead, times).map(([day, time]) => `${day}T${time}`),
    3,
  ),
  holds: (context, texts) =>
    expectStored(context, texts, {
      stored: (text) => asUtc(inBrasilia(text)),
      isStored: (value, text) => isInstant(value, inBrasilia(text)),
    }),
});

const alone = property({
  id: 'LAW-4',
  text: 'An `expiryDate` without a time is stored as 00:00 UTC of that day, whatever the day',
  source,
  statements: ['S112'],
  rules: ['DATE-9'],
  level: 'must',
  needs,
  cases,
  drawn: someOf(daysAhead, 3),
  holds: (context, texts) =>
    expectStored(context, texts, {
      stored: (text) => `${text}T00:00:00Z`,
      isStored: (value, text) => isInstant(value, Date.parse(text)),
    }),
});

const slashed = (day: string): string => day.replace(/(\d+)-(\d+)-(\d+)/, '$2/$3/$1');
const unslashed = (text: string): string => text.replace(/(\d+)\/(\d+)\/(\d+)/, '$3-$1-$2');

const onThe = (dayOfMonth: number, day: string): string => day.slice(0, 8) + String(dayOfMonth).padStart(2, '0');

const withSlashes = property({
  id: 'LAW-5',
  text: 'An `expiryDate` with slashes is stored as the day whose month comes first, in UTC or in Brasília',
  source,
  statements: ['S113'],
  rules: ['DATE-10'],
  level: 'must',
  needs,
  cases,
  drawn: someOf(
    fc
      .oneof(
        daysAhead,
        fc.tuple(daysAhead, fc.integer({ min: 1, max: 12 })).map(([day, of]) => onThe(of, day)),
      )
      .map(slashed),
    3,
  ),
  holds: (context, texts) =>
    expectStored(context, texts, {
      stored: unslashed,
      isStored(value, text) {
        const instantMs = instantOf(value);
        const isDayIn = (zone: number) =>
          instantMs !== undefined && wallClock(instantMs, zone).startsWith(unslashed(text));
        return [0, brasiliaMinutes].some(isDayIn);
      },
      // the document calls the form DD/MM/YYYY, in which the second number would be a month
      mayRefuse: (text) => Number(text.slice(3, 5)) > 12,
    }),
});

export const bodies: readonly Property[] = [withZone, inOtherForms, withoutZone, alone, withSlashes];
