import {
  answersOtherwise,
  callsTo,
  type Fits,
  readsOtherwise,
  showsOtherwise,
  type TimelessWrap,
  withQuery,
} from '../broken-handling.ts';
import { datedSlashes } from '../dates/each-list-defects.ts';
import { defectsOf } from '../defect.ts';
import { paginatedLists, paging, takes } from './each-list-defects.ts';

const listsProducts = callsTo('GET /products');

const onAnyList: Fits = ({ query }) => query.has('after');

/** Serves an empty page for one value of a query parameter that is out of bounds. */
const servesEmptyPage = (name: 'page' | 'pageSize', sent: string, shown: object): TimelessWrap =>
  answersOtherwise(
    ({ query }) => query.get(name) === sent,
    (answer) => ({
      ...answer,
      status: 200,
      body: { pagination: { page: 1, pageSize: 10, totalRecords: 0, totalPages: 0, ...shown }, data: [] },
    }),
  );

export const parameterDefects = defectsOf({
  'PAG-1': {
    'answers a list without its envelope': {
      wrap: showsOtherwise(listsProducts, () => ({ pagination: undefined })),
      also: ['PAG-2', 'PAG-5', 'PAG-7', 'PAG-12', 'PAS-11'],
    },
    'shows page 1 whatever page was asked for': {
      wrap: showsOtherwise(listsProducts, ({ pagination }) => ({ pagination: { ...Object(pagination), page: 1 } })),
    },
    'shows its totals as strings': {
      ...paging({
        totals: ({ selected, pageSize }) => {
          const totals = { totalRecords: String(selected), totalPages: String(Math.ceil(selected / pageSize)) };
          return JSON.parse(JSON.stringify(totals));
        },
      }),
      also: ['PAG-7', 'PAG-12', ...paginatedLists, 'PAS-11'],
    },
  },
  'PAG-2': {
    'serves 51 records a page': {
      ...paging({ maxPageSize: 51 }),
      also: [...paginatedLists, 'PAG-27', 'PAG-28', 'LIM-1', 'PAS-12'],
    },
    'serves pages of no records': {
      ...paging({ minPageSize: 0 }),
      also: [...paginatedLists, 'PAG-27', 'PAG-28', 'PAS-11'],
    },
    'refuses pages of 50 records': { ...paging({ maxPageSize: 49 }), also: ['LIM-1'] },
    'puts one record too many on a page': {
      ...paging({ slice: ({ page, pageSize }) => ({ start: (page - 1) * pageSize, end: page * pageSize + 1 }) }),
      also: ['PAG-12', 'PAG-13', ...paginatedLists, 'LIM-1', 'PAS-12'],
    },
    'takes a size that is no number for no limit': {
      wrap: servesEmptyPage('pageSize', 'ten', { pageSize: null }),
      also: ['PAS-11', 'PAG-27'],
    },
    'serves pages of one and a half records': {
      wrap: servesEmptyPage('pageSize', '1.5', { pageSize: 1.5 }),
      also: ['PAS-11', 'PAG-27'],
    },
  },
  'PAG-33': {
    'puts 49 records on a page of 50': paging({
      slice: ({ page, pageSize }) => ({
        start: (page - 1) * pageSize,
        end: page * pageSize - (pageSize === 50 ? 1 : 0),
      }),
    }),
  },
  'PAG-3': {
    'answers 404 for a page beyond the last': {
      wrap: answersOtherwise(
        ({ query }) => query.get('page') === '1000000',
        (answer) => ({ ...answer, status: 404, body: { message: 'Page not found' } }),
      ),
      also: [...paginatedLists],
    },
    'shows the last page again for the page after it': {
      ...paging({
        slice: ({ page, pageSize, selected }) => {
          const shown = Math.min(page, Math.ceil(selected / pageSize));
          return { start: (shown - 1) * pageSize, end: shown * pageSize };
        },
      }),
      also: ['PAG-12', 'PAG-13', ...paginatedLists],
    },
  },
  'PAG-4': {
    'does without `after`': { ...paging({ isAfterRequired: false }), also: [...paginatedLists] },
    'takes an `after` that is no date for the beginning of time': {
      wrap: takes(onAnyList, 'after', /^2026-13/, '1970-01-01T00:00:00Z'),
      also: [...paginatedLists],
    },
    'finds a date anywhere in an `after`': {
      wrap: readsOtherwise(
        ({ query }) => /^x|x$/.test(query.get('after') ?? ''),
        (call) => withQuery(call, { after: call.query.get('after')?.replaceAll('x', '') }),
      ),
      also: [...paginatedLists],
    },
    'takes a thirteenth month in `after` for January of the next year': {
      wrap: takes(onAnyList, 'after', /^2026-13-01/, '2027-01-01T10:00:00-03:00'),
      also: [...paginatedLists],
    },
    'refuses a wrong `after` with 400': {
      policy: { errors: { invalidAfter: { status: 400 } } },
      also: [...datedSlashes, 'PAG-29', 'PAG-26', ...paginatedLists, 'PAS-4'],
    },
    'says something else of a wrong `after`': {
      policy: { errors: { invalidAfter: { message: 'Invalid date' } } },
      also: [...datedSlashes, 'PAG-29', 'PAG-26', ...paginatedLists],
    },
  },
  'PAG-26': {
    'takes 30 February in `after` for 2 March': {
      wrap: takes(onAnyList, 'after', /^2026-02-30/, '2026-03-02T10:00:00-03:00'),
      also: ['PAG-29'],
    },
    'counts the minutes of an `after` on into the next hour': {
      wrap: takes(onAnyList, 'after', /:75:/, '2026-01-05T11:15:00-03:00'),
      also: ['PAG-29'],
    },
    'ignores a zone in `after` that does not exist': {
      wrap: takes(onAnyList, 'after', /-25:00$/, '2026-01-05T10:00:00Z'),
      also: ['PAG-29'],
    },
  },
  'PAG-5': {
    'counts pages from 0': { ...paging({ minPage: 0 }), also: [...paginatedLists, 'PAG-27', 'PAG-28'] },
    'serves a page that is no number': {
      wrap: servesEmptyPage('page', 'first', { page: null }),
      also: ['PAS-11', 'PAG-27'],
    },
    'serves page one and a half': { wrap: servesEmptyPage('page', '1.5', { page: 1.5 }), also: ['PAS-11', 'PAG-27'] },
  },
  'PAG-6': {
    'takes a list without `page` for its first page': { wrap: takes(listsProducts, 'page', /^absent$/, '1') },
    'has a page size of its own': { wrap: takes(listsProducts, 'pageSize', /^absent$/, '20') },
  },
  'PAG-7': {
    'does not count a last page that is not full': {
      ...paging({
        totals: ({ selected, pageSize }) => ({ totalRecords: selected, totalPages: Math.floor(selected / pageSize) }),
      }),
      also: [...paginatedLists, 'PAG-3'],
    },
    'counts a page too many when the last is full': paging({
      totals: ({ selected, pageSize }) => ({ totalRecords: selected, totalPages: Math.floor(selected / pageSize) + 1 }),
    }),
  },
});
