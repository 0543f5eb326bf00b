import { type DateReading, readDate } from '../../platform/dates/read-date.ts';
import { answersOtherwise, callsTo, readsBodyOtherwise, showsOtherwise } from '../broken-handling.ts';
import { type Defect, defectsOf, type PlatformChange } from '../defect.ts';
import { datedForms, datedSlashes, eachListDefects } from './each-list-defects.ts';

type Place = 'after' | 'updatedAt' | 'body';

/** Changes the text of dates in one place before they are read. `undefined` refuses a date. */
const readingOf = (place: Place, change: (text: string) => string | undefined): PlatformChange => ({
  policy: {
    dates: {
      read(text: string, reading: DateReading, where: Place) {
        const changed = where === place ? change(text) : text;
        return changed === undefined ? undefined : readDate(changed, reading);
      },
    },
  },
});

const withoutZone = (text: string): string => text.replace(/[+-]\d{2}:\d{2}$/, '');
const inWholeHours = (text: string): string => text.replace(/([+-]\d{2}):30$/, '$1:00');
const inTheOppositeZone = (text: string): string =>
  text.replace(/([+-])(\d{2}:\d{2})$/, (_, sign: string, offset: string) => (sign === '+' ? '-' : '+') + offset);
const unlessAlone = (text: string): string | undefined => (text.includes('T') ? text : undefined);
const unlessSlashed = (text: string): string | undefined => (text.includes('/') ? undefined : text);

const byCode = callsTo('GET /coupons/code/:code');

const filterDefects = defectsOf({
  'DATE-1': {
    'takes an `after` without zone for UTC': {
      policy: { dates: { zoneMinutes: { after: { withoutZone: 0 } } } },
      also: [...datedForms],
    },
    'still has summer time in Brasília for an `after` without zone': {
      policy: { dates: { zoneMinutes: { after: { withoutZone: -120 } } } },
      also: [...datedForms],
    },
    'takes an `after` without zone for time in Manaus': {
      policy: { dates: { zoneMinutes: { after: { withoutZone: -240 } } } },
      also: [...datedForms],
    },
  },
  'DATE-2': {
    'takes an `updatedAt` without zone for UTC': {
      policy: { dates: { zoneMinutes: { updatedAt: { withoutZone: 0 } } } },
      also: [...datedForms],
    },
    'takes an `updatedAt` without zone for time in Manaus': {
      policy: { dates: { zoneMinutes: { updatedAt: { withoutZone: -240 } } } },
      also: [...datedForms],
    },
  },
  'DATE-3': {
    'ignores the zone of `after`': { ...readingOf('after', withoutZone), also: ['PAG-29', ...datedForms, 'PAG-26'] },
    'knows only whole hours in the zone of `after`': { ...readingOf('after', inWholeHours), also: [...datedForms] },
    'takes east for west in the zone of `after`': { ...readingOf('after', inTheOppositeZone), also: [...datedForms] },
  },
  'DATE-4': {
    'ignores the zone of `updatedAt`': { ...readingOf('updatedAt', withoutZone), also: [...datedForms] },
    'knows only whole hours in the zone of `updatedAt`': {
      ...readingOf('updatedAt', inWholeHours),
      also: [...datedForms],
    },
  },
  'DATE-5': {
    'begins a date alone in `after` at midnight UTC': {
      policy: { dates: { zoneMinutes: { after: { dateAlone: 0 } } } },
    },
    'refuses a date alone in `after`': {
      ...readingOf('after', unlessAlone),
      also: ['PAG-30', ...datedForms, ...datedSlashes],
    },
  },
  'DATE-6': {
    'begins a date alone in `updatedAt` at midnight in Brasília': {
      policy: { dates: { zoneMinutes: { updatedAt: { dateAlone: -180 } } } },
    },
    'ignores a date alone in `updatedAt`': {
      ...readingOf('updatedAt', unlessAlone),
      also: ['PAG-30', ...datedForms, ...datedSlashes],
    },
  },
});

const bodyDefects = defectsOf({
  'DATE-7': {
    'ignores the zone of a date in a body': readingOf('body', withoutZone),
    'knows only whole hours in the zone of a body': readingOf('body', inWholeHours),
    'takes Z in a body for Brasília time': {
      ...readingOf('body', (text) => (text.startsWith('2031') ? text.replace(/Z$/, '') : text)),
      also: ['COUP-9', 'COUP-10'],
    },
    'refuses the last second of a year': readingOf('body', (text) => (text.endsWith('23:59:59Z') ? undefined : text)),
    'refuses a date-time with fractions of a second': readingOf('body', (text) =>
      text.includes('.') ? undefined : text,
    ),
  },
  'DATE-8': {
    'takes a date-time without zone in a body for UTC': {
      policy: { dates: { zoneMinutes: { body: { withoutZone: 0 } } } },
      also: ['DATE-13', 'DATE-14'],
    },
    'still has summer time in Brasília for a date-time in a body': {
      policy: { dates: { zoneMinutes: { body: { withoutZone: -120 } } } },
      also: ['DATE-13', 'DATE-14'],
    },
  },
  'DATE-9': {
    'takes a date alone in a body for midnight in Brasília': {
      policy: { dates: { zoneMinutes: { body: { dateAlone: -180 } } } },
      also: ['DATE-13', 'DATE-14'],
    },
    'takes a date alone in a body for the end of that day': {
      ...readingOf('body', (text) => (/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T23:59:59Z` : text)),
      also: ['DATE-13', 'DATE-14'],
    },
  },
  'DATE-10': {
    'reads a date with slashes day first': {
      policy: { dates: { slashForm: 'day/month' } },
      also: ['DATE-13', 'DATE-14', 'DATE-15', ...datedSlashes],
    },
    'refuses a date with slashes': { ...readingOf('body', unlessSlashed), also: ['DATE-13', 'DATE-14', 'DATE-15'] },
  },
});

const updatesByPut = [
  { rule: 'DATE-13', route: 'PUT /coupons/:id' },
  { rule: 'DATE-14', route: 'PUT /coupons/code/:code' },
] as const;

/** Ways to misread an expiry, each with the text that the platform then reads. */
const misreadings: Readonly<Record<string, (text: string) => string>> = {
  'ignores the zone of an expiry': (text) => text.replace(/[+-]\d{2}:\d{2}$/, 'Z'),
  'takes an expiry without zone for UTC': (text) => text.replace(/(T[\d:]+)$/, '$1Z'),
  'takes an expiry without time for midnight in Brasília': (text) => text.replace(/^([\d-]{10})$/, '$1T03:00:00Z'),
  'reads an expiry with slashes day first': (text) => text.replace(/^(\d{2})\/(\d{2})\//, '$2/$1/'),
};

const updateDefects: readonly Defect[] = updatesByPut.flatMap(({ rule, route }) =>
  Object.entries(misreadings).map(([text, misread]) => ({
    rule,
    text: `${text} on ${route}`,
    wrap: readsBodyOtherwise(callsTo(route), (sent) =>
      typeof sent.expiryDate === 'string' ? { ...sent, expiryDate: misread(sent.expiryDate) } : sent,
    ),
  })),
);

const aboveTwelveDefects = defectsOf({
  'DATE-15': {
    'refuses a date with slashes whose day is above twelve': readingOf('body', (text) =>
      /^\d{2}\/(1[3-9]|[23]\d)/.test(text) ? undefined : text,
    ),
    'takes the thirteenth month of a date with slashes for January of the next year': readingOf('body', (text) =>
      text.replace(/^13\/(\d{2})\/(\d{4})$/, (_, of: string, year: string) => `01/${of}/${Number(year) + 1}`),
    ),
    'has a coupon never expire when the month of its date with slashes is above twelve': readingOf('body', (text) =>
      /^(1[3-9]|[23]\d)\//.test(text) ? '2100-01-01T00:00:00Z' : text,
    ),
  },
});

const returnedDefects = defectsOf({
  'DATE-11': {
    'writes the expiry of a coupon with an offset in place of Z': {
      wrap: showsOtherwise(byCode, ({ expiryDate }) => ({ expiryDate: String(expiryDate).replace(/Z$/, '+00:00') })),
      also: ['COUP-3', 'PAS-9', 'PAS-13', 'FLOW-20'],
    },
    'writes the start of a coupon without zone': {
      wrap: showsOtherwise(byCode, ({ startDate }) => ({ startDate: String(startDate).replace(/Z$/, '') })),
      also: ['COUP-3', 'PAS-9', 'PAS-13'],
    },
  },
  'DATE-12': {
    'writes the dates of listed records with an offset in place of Z': {
      wrap: answersOtherwise(callsTo('GET /products'), (answer) => {
        const text = JSON.stringify(answer.body ?? null).replaceAll(/("(?:created|updated)At":"[^"]+)Z"/g, '$1+00:00"');
        return { ...answer, body: JSON.parse(text) };
      }),
      also: ['PAS-9'],
    },
  },
});

export const datesDefects: readonly Defect[] = [
  ...filterDefects,
  ...bodyDefects,
  ...updateDefects,
  ...aboveTwelveDefects,
  ...returnedDefects,
  ...eachListDefects,
];
