import type { EmbeddedOptions } from '../../platform/embedded/start-embedded.ts';
import { shufflingPages, withEnvelopeFields } from './rewriting.ts';
import { leftOpen, type Variant } from './variant.ts';

/** A list without records counts one page. */
export const onePageOfNothing: NonNullable<EmbeddedOptions['policy']> = {
  pages: {
    totals: ({ selected, pageSize }) => ({
      totalRecords: selected,
      totalPages: Math.max(1, Math.ceil(selected / pageSize)),
    }),
  },
};

const dates = 'Endpoints › Date and time input';
const lists = 'Endpoints › Paginated lists';
const fractions = 'Dates are in UTC with Z: how fine they are is not said';
const bounds = 'The bounds of page and pageSize are stated, what is answered to values outside is not';

export const datesAndLists: readonly Variant[] = [
  ...leftOpen(fractions, dates, [
    {
      name: 'dates-in-seconds',
      text: 'keeps no fractions of a second',
      options: { choices: { dates: { fractionDigits: 0 } } },
      // the scaled wait between creation and change is shorter than a second
      unverified: [{ cause: 'not-observable', rules: ['PAG-10'], extent: 'some' }],
    },
    {
      name: 'dates-in-milliseconds',
      text: 'keeps milliseconds',
      options: { choices: { dates: { fractionDigits: 3 } } },
    },
    {
      name: 'dates-in-microseconds',
      text: 'keeps microseconds',
      options: { choices: { dates: { fractionDigits: 6 } } },
    },
  ]),
  {
    name: 'slashes-in-brasilia',
    text: 'reads a date with slashes as midnight in Brasília',
    open: 'The document does not state the zone of a date with slashes',
    source: dates,
    options: { choices: { dates: { slashZone: 'brasilia' } } },
  },
  {
    name: 'slashes-swapped',
    text: 'reads a date with slashes as day/month where the month would be above twelve',
    open: 'The form is read as month/day: what becomes of a day in the first place is not shown',
    source: dates,
    options: { choices: { dates: { slashDayAbove12: 'swap' } } },
  },
  ...leftOpen('No order of a list is promised', lists, [
    {
      name: 'lists-oldest-first',
      text: 'lists the oldest records first',
      options: { choices: { lists: { order: 'oldest-first' } } },
    },
    {
      name: 'lists-newest-first',
      text: 'lists the newest records first',
      options: { choices: { lists: { order: 'newest-first' } } },
    },
    {
      name: 'pages-shuffled',
      text: 'shows the records of a page in another order every time',
      options: { wrap: shufflingPages },
    },
  ]),
  ...leftOpen(bounds, lists, [
    {
      name: 'pages-refused-400',
      text: 'refuses a page or a size out of bounds with 400',
      options: { choices: { lists: { badPage: 'refuse-400', badPageSize: 'refuse-400' } } },
    },
    {
      name: 'pages-refused-422',
      text: 'refuses a page or a size out of bounds with 422',
      options: { choices: { lists: { badPage: 'refuse-422', badPageSize: 'refuse-422' } } },
      unverified: [{ cause: 'not-observable', rules: ['ERR-13'] }],
    },
    {
      name: 'pages-clamped',
      text: 'takes the nearest good value for a page or a size out of bounds',
      options: { choices: { lists: { badPage: 'clamp', badPageSize: 'clamp' } } },
      unverified: [{ cause: 'not-observable', rules: ['ERR-13'] }],
    },
  ]),
  {
    name: 'bad-updatedat-400',
    text: 'refuses an updatedAt that is no date with 400',
    open: 'What an invalid updatedAt is answered is not shown',
    source: lists,
    options: { choices: { lists: { badUpdatedAt: 'refuse-400' } } },
  },
  {
    name: 'bad-updatedat-422',
    text: 'refuses an updatedAt that is no date with 422',
    open: 'What an invalid updatedAt is answered is not shown',
    source: lists,
    options: { choices: { lists: { badUpdatedAt: 'refuse-422' } } },
  },
  {
    name: 'empty-list-one-page',
    text: 'counts one page of a list without records',
    open: 'How many pages nothing fills is not said',
    source: lists,
    options: { policy: onePageOfNothing },
  },
  {
    name: 'envelope-further-fields',
    text: 'shows links and a cursor with the pagination and the data of a list',
    open: 'Further fields of the envelope are not excluded',
    source: lists,
    options: { wrap: withEnvelopeFields },
  },
];
