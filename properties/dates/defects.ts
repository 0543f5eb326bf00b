import { readDate } from '../../platform/dates/read-date.ts';
import type { DatePlace, DatesPolicy } from '../../platform/policy/dates.ts';
import { readsOtherwise, withQuery } from '../../suites/broken-handling.ts';
import { type Defect, defectsOf, type PlatformChange } from '../../suites/defect.ts';

type Change = (text: string) => string | undefined;

const reading = (read: DatesPolicy['read']): PlatformChange => ({ policy: { dates: { read } } });

/** Changes the text of the dates in these places before it is read; undefined refuses one. */
const changing = (places: readonly DatePlace[], change: Change): PlatformChange =>
  reading((text, how, place) => {
    const changed = places.includes(place) ? change(text) : text;
    return changed === undefined ? undefined : readDate(changed, how);
  });

const inBodies = (change: Change): PlatformChange => changing(['body'], change);
const inFilters = (change: Change): PlatformChange => changing(['after', 'updatedAt'], change);

const isAlone = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);
const isSlashed = (text: string): boolean => text.includes('/');

/** Roughly the months in which Brasília had summer time until 2019. */
const isInFormerSummer = (text: string): boolean => /^\d{4}-(?:11|12|01|02-0)/.test(text);

/** Stores the dates of one filter as seconds since 1970 in 32 bits. */
const in32Bits = (filter: DatePlace): PlatformChange =>
  reading((text, how, place) => {
    const instant = readDate(text, how);
    if (instant === undefined || place !== filter) return instant;
    const seconds = Math.floor(instant / 1_000_000);
    return instant + ((seconds | 0) - seconds) * 1_000_000;
  });

const minutesTheWrongWay: Change = (text) =>
  text.replace(/-(\d{2}):(15|30|45)$/, (_, hours: string, minutes: string) =>
    hours === '00' ? `+00:${minutes}` : `-${String(Number(hours) - 1).padStart(2, '0')}:${60 - Number(minutes)}`,
  );

const bodyDefects = defectsOf({
  'LAW-1': {
    'adds the minutes of a zone west of Greenwich in a body where it should take them off':
      inBodies(minutesTheWrongWay),
    'knows no zone in a body that is further east than +12:00': inBodies((text) =>
      text.replace(/\+1[34]:\d{2}$/, '+12:00'),
    ),
    'overlooks the zone in a body that follows milliseconds': inBodies((text) =>
      text.replace(/(\.\d+)[+-]\d{2}:\d{2}$/, '$1Z'),
    ),
    'takes midnight in any zone in a body for a date without time': inBodies((text) =>
      text.replace(/T00:00:00[+-]\d{2}:\d{2}$/, ''),
    ),
  },
  'LAW-2': {
    'takes the digits after the seconds in a body for a number of milliseconds': inBodies((text) =>
      text.replace(/\.(\d{1,2}|\d{4,})(?=Z|[+-])/, (_, digits: string) => `.${digits.slice(-3).padStart(3, '0')}`),
    ),
    'overlooks the zone in a body that follows the minutes': inBodies((text) =>
      text.replace(/T(\d{2}:\d{2})[+-]\d{2}:\d{2}$/, 'T$1Z'),
    ),
  },
  'LAW-3': {
    'has summer time in Brasília for dates in a body, as there was until 2019': inBodies((text) =>
      /T[\d:]+$/.test(text) && isInFormerSummer(text) ? `${text}-02:00` : text,
    ),
    'takes midnight without zone in a body for a date without time': inBodies((text) => text.replace(/T00:00:00$/, '')),
  },
  'LAW-4': {
    'begins a date alone in a body an hour early where Brasília had summer time until 2019': inBodies((text) => {
      if (!isAlone(text) || !isInFormerSummer(text)) return text;
      return new Date(Date.parse(text) - 3_600_000).toISOString();
    }),
    'refuses the 29th of February in a body when it has no time': inBodies((text) =>
      isAlone(text) && text.endsWith('-02-29') ? undefined : text,
    ),
  },
  'LAW-5': {
    'takes the last two digits of the year of a date with slashes for one up to 2069': inBodies((text) =>
      isSlashed(text) ? text.replace(/\d{2}([7-9]\d)$/, '19$1') : text,
    ),
    'takes the 29th of February with slashes for the 28th': inBodies((text) => text.replace(/^02\/29/, '02/28')),
  },
});

const filterDefects = defectsOf({
  'LAW-6': {
    'adds the minutes of a zone west of Greenwich in a filter where it should take them off':
      inFilters(minutesTheWrongWay),
    'rounds the zone of a filter to half hours': inFilters((text) =>
      text.replace(/:15$/, ':00').replace(/([+-]\d{2}):45$/, '$1:30'),
    ),
    'overlooks the zone of `after` in lists other than that of products': {
      wrap: readsOtherwise(
        ({ method, segments, query }) => method === 'GET' && segments[0] !== 'products' && query.has('after'),
        (call) => withQuery(call, { after: (call.query.get('after') ?? '').replace(/[+-]\d{2}:\d{2}$/, 'Z') }),
      ),
      also: ['PAG-29', 'DATE-16', 'DATE-17', 'DATE-18', 'DATE-19', 'DATE-20', 'DATE-21'],
    },
  },
  'LAW-7': {
    'keeps `after` in 32 bits of seconds': in32Bits('after'),
    'keeps `updatedAt` in 32 bits of seconds': in32Bits('updatedAt'),
    'takes the first instant of 1970 as `after` for none at all': reading((text, how, place) => {
      const instant = readDate(text, how);
      return place === 'after' && instant === 0 ? undefined : instant;
    }),
  },
  'LAW-8': {
    'begins a date without time in `after` at midnight UTC when `updatedAt` also has no time': {
      wrap: readsOtherwise(
        ({ query }) => isAlone(query.get('after') ?? '') && isAlone(query.get('updatedAt') ?? ''),
        (call) => withQuery(call, { after: `${call.query.get('after')}T00:00:00Z` }),
      ),
    },
    'begins a date alone in `updatedAt` at midnight in Brasília when `after` has no zone': {
      wrap: readsOtherwise(
        ({ query }) => /(?:T[\d:]+|^[\d-]+)$/.test(query.get('after') ?? '') && isAlone(query.get('updatedAt') ?? ''),
        (call) => withQuery(call, { updatedAt: `${call.query.get('updatedAt')}T00:00:00-03:00` }),
      ),
    },
  },
  'LAW-9': {
    'takes the zone of `after` for that of `updatedAt` too when both have one': {
      wrap: readsOtherwise(
        ({ query }) => query.has('updatedAt'),
        (call) => {
          const [zone] = /[+-]\d{2}:\d{2}$/.exec(call.query.get('after') ?? '') ?? [];
          const updatedAt = call.query.get('updatedAt') ?? '';
          return zone ? withQuery(call, { updatedAt: updatedAt.replace(/[+-]\d{2}:\d{2}$/, zone) }) : call;
        },
      ),
    },
    'overlooks the zone of a filter that follows milliseconds': inFilters((text) =>
      text.replace(/(\.\d+)[+-]\d{2}:\d{2}$/, '$1Z'),
    ),
  },
});

export const datesDefects: readonly Defect[] = [...bodyDefects, ...filterDefects];
