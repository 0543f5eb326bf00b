import { answersOtherwise, callsTo, readsOtherwise, showsOtherwise, withQuery } from '../broken-handling.ts';
import { datedSlashes } from '../dates/each-list-defects.ts';
import type { Defect } from '../defect.ts';
import { paginatedLists } from './each-list-defects.ts';

const listsProducts = callsTo('GET /products');

export const parameterDefects: readonly Defect[] = [
  {
    rule: 'PAG-1',
    text: 'answers a list without its envelope',
    options: { wrap: showsOtherwise(listsProducts, () => ({ pagination: undefined })) },
    also: ['PAG-2', 'PAG-5', 'PAG-7', 'PAG-12', 'PAS-11'],
  },
  {
    rule: 'PAG-1',
    text: 'shows page 1 whatever page was asked for',
    options: {
      wrap: showsOtherwise(listsProducts, ({ pagination }) => ({ pagination: { ...Object(pagination), page: 1 } })),
    },
  },
  {
    rule: 'PAG-1',
    text: 'shows its totals as strings',
    options: {
      policy: {
        pages: {
          totals: ({ selected, pageSize }) => {
            const totals = { totalRecords: String(selected), totalPages: String(Math.ceil(selected / pageSize)) };
            return JSON.parse(JSON.stringify(totals));
          },
        },
      },
    },
    also: ['PAG-7', 'PAG-12', ...paginatedLists, 'PAS-11'],
  },
  {
    rule: 'PAG-2',
    text: 'serves 51 records a page',
    options: { policy: { pages: { pageSizeMax: 51 } } },
    also: [...paginatedLists, 'PAG-27', 'PAG-28', 'LIM-1', 'PAS-12'],
  },
  {
    rule: 'PAG-2',
    text: 'serves pages of no records',
    options: { policy: { pages: { pageSizeMin: 0 } } },
    also: [...paginatedLists, 'PAG-27', 'PAG-28', 'PAS-11'],
  },
  {
    rule: 'PAG-2',
    text: 'refuses pages of 50 records',
    options: { policy: { pages: { pageSizeMax: 49 } } },
    also: ['LIM-1'],
  },
  {
    rule: 'PAG-2',
    text: 'puts one record too many on a page',
    options: {
      policy: {
        pages: { slice: ({ page, pageSize }) => ({ start: (page - 1) * pageSize, end: page * pageSize + 1 }) },
      },
    },
    also: ['PAG-12', 'PAG-13', ...paginatedLists, 'LIM-1', 'PAS-12'],
  },
  {
    rule: 'PAG-2',
    text: 'takes a size that is no number for no limit',
    options: {
      wrap: answersOtherwise(
        ({ query }) => query.get('pageSize') === 'ten',
        (answer) => ({
          ...answer,
          status: 200,
          body: { pagination: { page: 1, pageSize: null, totalRecords: 0, totalPages: 1 }, data: [] },
        }),
      ),
    },
    also: ['PAS-11', 'PAG-27'],
  },
  {
    rule: 'PAG-3',
    text: 'answers 404 for a page beyond the last',
    options: {
      wrap: answersOtherwise(
        ({ query }) => query.get('page') === '1000000',
        (answer) => ({ ...answer, status: 404, body: { message: 'Page not found' } }),
      ),
    },
    also: [...paginatedLists],
  },
  {
    rule: 'PAG-3',
    text: 'shows the last page again for the page after it',
    options: {
      policy: {
        pages: {
          slice: ({ page, pageSize, selected }) => {
            const shown = Math.min(page, Math.ceil(selected / pageSize));
            return { start: (shown - 1) * pageSize, end: shown * pageSize };
          },
        },
      },
    },
    also: ['PAG-12', 'PAG-13', ...paginatedLists],
  },
  {
    rule: 'PAG-4',
    text: 'does without `after`',
    options: { policy: { pages: { isAfterRequired: false } } },
    also: [...paginatedLists],
  },
  {
    rule: 'PAG-4',
    text: 'takes an `after` that is no date for the beginning of time',
    options: {
      wrap: readsOtherwise(
        ({ query }) => /^2026-13/.test(query.get('after') ?? ''),
        (call) => withQuery(call, { after: '1970-01-01T00:00:00Z' }),
      ),
    },
    also: [...paginatedLists],
  },
  {
    rule: 'PAG-4',
    text: 'finds a date anywhere in an `after`',
    options: {
      wrap: readsOtherwise(
        ({ query }) => /^x|x$/.test(query.get('after') ?? ''),
        (call) => withQuery(call, { after: call.query.get('after')?.replaceAll('x', '') }),
      ),
    },
    also: [...paginatedLists],
  },
  {
    rule: 'PAG-4',
    text: 'takes a thirteenth month in `after` for January of the next year',
    options: {
      wrap: readsOtherwise(
        ({ query }) => query.get('after')?.startsWith('2026-13-01') ?? false,
        (call) => withQuery(call, { after: '2027-01-01T10:00:00-03:00' }),
      ),
    },
    also: [...paginatedLists],
  },
  {
    rule: 'PAG-26',
    text: 'takes 30 February in `after` for 2 March',
    options: {
      wrap: readsOtherwise(
        ({ query }) => query.get('after')?.startsWith('2026-02-30') ?? false,
        (call) => withQuery(call, { after: '2026-03-02T10:00:00-03:00' }),
      ),
    },
    also: ['PAG-29'],
  },
  {
    rule: 'PAG-26',
    text: 'counts the minutes of an `after` on into the next hour',
    options: {
      wrap: readsOtherwise(
        ({ query }) => query.get('after')?.includes(':75:') ?? false,
        (call) => withQuery(call, { after: '2026-01-05T11:15:00-03:00' }),
      ),
    },
    also: ['PAG-29'],
  },
  {
    rule: 'PAG-26',
    text: 'ignores a zone in `after` that does not exist',
    options: {
      wrap: readsOtherwise(
        ({ query }) => query.get('after')?.endsWith('-25:00') ?? false,
        (call) => withQuery(call, { after: '2026-01-05T10:00:00Z' }),
      ),
    },
    also: ['PAG-29'],
  },
  {
    rule: 'PAG-4',
    text: 'refuses a wrong `after` with 400',
    options: { policy: { errors: { invalidAfter: { status: 400 } } } },
    also: [...datedSlashes, 'PAG-29', 'PAG-26', ...paginatedLists, 'PAS-4'],
  },
  {
    rule: 'PAG-4',
    text: 'says something else of a wrong `after`',
    options: { policy: { errors: { invalidAfter: { message: 'Invalid date' } } } },
    also: [...datedSlashes, 'PAG-29', 'PAG-26', ...paginatedLists],
  },
  {
    rule: 'PAG-5',
    text: 'counts pages from 0',
    options: { policy: { pages: { pageMin: 0 } } },
    also: [...paginatedLists, 'PAG-27', 'PAG-28'],
  },
  {
    rule: 'PAG-5',
    text: 'serves a page that is no number',
    options: {
      wrap: answersOtherwise(
        ({ query }) => query.get('page') === 'first',
        (answer) => ({
          ...answer,
          status: 200,
          body: { pagination: { page: null, pageSize: 10, totalRecords: 0, totalPages: 0 }, data: [] },
        }),
      ),
    },
    also: ['PAS-11', 'PAG-27'],
  },
  {
    rule: 'PAG-5',
    text: 'serves page one and a half',
    options: {
      wrap: answersOtherwise(
        ({ query }) => query.get('page') === '1.5',
        (answer) => ({
          ...answer,
          status: 200,
          body: { pagination: { page: 1.5, pageSize: 10, totalRecords: 0, totalPages: 0 }, data: [] },
        }),
      ),
    },
    also: ['PAS-11', 'PAG-27'],
  },
  {
    rule: 'PAG-2',
    text: 'serves pages of one and a half records',
    options: {
      wrap: answersOtherwise(
        ({ query }) => query.get('pageSize') === '1.5',
        (answer) => ({
          ...answer,
          status: 200,
          body: { pagination: { page: 1, pageSize: 1.5, totalRecords: 0, totalPages: 0 }, data: [] },
        }),
      ),
    },
    also: ['PAS-11', 'PAG-27'],
  },
  {
    rule: 'PAG-27',
    text: 'takes a size above 50 for 50',
    options: {
      wrap: readsOtherwise(
        (call) => listsProducts(call) && Number(call.query.get('pageSize')) > 50,
        (call) => withQuery(call, { pageSize: '50' }),
      ),
    },
  },
  {
    rule: 'PAG-27',
    text: 'takes a page below 1 for the first one',
    options: {
      wrap: readsOtherwise(
        (call) => listsProducts(call) && Number(call.query.get('page') ?? 1) < 1,
        (call) => withQuery(call, { page: '1' }),
      ),
    },
  },
  {
    rule: 'PAG-6',
    text: 'takes a list without `page` for its first page',
    options: {
      wrap: readsOtherwise(
        (call) => listsProducts(call) && !call.query.has('page'),
        (call) => withQuery(call, { page: '1' }),
      ),
    },
  },
  {
    rule: 'PAG-6',
    text: 'has a page size of its own',
    options: {
      wrap: readsOtherwise(
        (call) => listsProducts(call) && !call.query.has('pageSize'),
        (call) => withQuery(call, { pageSize: '20' }),
      ),
    },
  },
  {
    rule: 'PAG-7',
    text: 'does not count a last page that is not full',
    options: {
      policy: {
        pages: {
          totals: ({ selected, pageSize }) => ({
            totalRecords: selected,
            totalPages: Math.floor(selected / pageSize),
          }),
        },
      },
    },
    also: [...paginatedLists, 'PAG-3'],
  },
  {
    rule: 'PAG-7',
    text: 'counts a page too many when the last is full',
    options: {
      policy: {
        pages: {
          totals: ({ selected, pageSize }) => ({
            totalRecords: selected,
            totalPages: Math.floor(selected / pageSize) + 1,
          }),
        },
      },
    },
  },
];
