import { callsTo, readsOtherwise, withQuery } from '../broken-handling.ts';
import { datedForms, datedSlashes } from '../dates/each-list-defects.ts';
import { type Defect, defectsOf } from '../defect.ts';
import { eachListDefects, filteredLists, paginatedLists, paging } from './each-list-defects.ts';
import { parameterDefects } from './parameter-defects.ts';
import { deletionDefects, routeDefects } from './route-defects.ts';

const listsProducts = callsTo('GET /products');

const filterDefects = defectsOf({
  'PAG-8': {
    'leaves out what was created exactly at `after`': {
      ...paging({
        selects: (record, { after, updatedAt }) =>
          record.createdAt > after && (updatedAt === undefined || record.updatedAt >= updatedAt),
      }),
      also: [
        ...datedForms,
        ...datedSlashes,
        'PAG-30',
        'PAG-31',
        'PAG-9',
        'PAG-10',
        'PAG-11',
        'PAG-13',
        ...filteredLists,
      ],
    },
    'ignores `after`': {
      ...paging({ selects: (record, { updatedAt }) => updatedAt === undefined || record.updatedAt >= updatedAt }),
      also: [...datedForms, ...datedSlashes, 'PAG-30', 'PAG-10', 'PAG-11', ...filteredLists, 'DATE-1', 'DATE-3'],
    },
    'compares days where `after` says an instant': {
      wrap: readsOtherwise(listsProducts, (call) => {
        const after = call.query.get('after') ?? '';
        return /T.*Z$/.test(after) ? withQuery(call, { after: `${after.slice(0, 10)}T00:00:00Z` }) : call;
      }),
      also: ['PAG-10', 'PAG-11', 'DATE-3'],
    },
  },
  'PAG-9': {
    'leaves out what was changed exactly at `updatedAt`': {
      ...paging({
        selects: (record, { after, updatedAt }) =>
          record.createdAt >= after && (updatedAt === undefined || record.updatedAt > updatedAt),
      }),
      also: [...datedForms, ...datedSlashes, ...filteredLists, 'PAG-10', 'PAG-11'],
    },
    'ignores `updatedAt`': {
      ...paging({ selects: (record, { after }) => record.createdAt >= after }),
      also: [...datedForms, ...datedSlashes, ...filteredLists, 'PAG-30', 'PAG-11', 'DATE-2', 'DATE-4'],
    },
  },
  'PAG-10': {
    'holds `updatedAt` against the creation': paging({
      selects: (record, { after, updatedAt }) =>
        record.createdAt >= after && (updatedAt === undefined || record.createdAt >= updatedAt),
    }),
    'holds `after` against the last change': paging({
      selects: (record, { after, updatedAt }) =>
        record.updatedAt >= after && (updatedAt === undefined || record.updatedAt >= updatedAt),
    }),
  },
  'PAG-11': {
    'shows what either filter lets through': {
      ...paging({
        selects: (record, { after, updatedAt }) =>
          record.createdAt >= after || (updatedAt !== undefined && record.updatedAt >= updatedAt),
      }),
      also: [...datedForms, ...datedSlashes, ...filteredLists, 'PAG-30', 'PAG-9', 'DATE-2', 'DATE-4'],
    },
    'forgets `after` when `updatedAt` is there': {
      ...paging({
        selects: (record, { after, updatedAt }) =>
          updatedAt === undefined ? record.createdAt >= after : record.updatedAt >= updatedAt,
      }),
      also: [...datedForms, ...datedSlashes, 'PAG-30'],
    },
  },
});

const pageDefects = defectsOf({
  'PAG-8': {
    'loses the first record of each page between the first and the last': {
      ...paging({
        slice: ({ page, pageSize, selected }) => {
          const start = (page - 1) * pageSize;
          const isMiddle = page > 1 && start + pageSize < selected;
          return { start: isMiddle ? start + 1 : start, end: start + pageSize };
        },
      }),
      also: ['PAG-12', 'PAG-13', ...filteredLists],
    },
  },
  'PAG-12': {
    'leaves the last place of every page empty': {
      ...paging({
        slice: ({ page, pageSize }) => ({
          start: (page - 1) * pageSize,
          end: page * pageSize - (pageSize > 1 ? 1 : 0),
        }),
      }),
      also: ['PAG-33', 'PAG-8', 'PAG-13', ...filteredLists],
    },
    'counts the records of the page where all are to be counted': {
      ...paging({
        totals: ({ selected, pageSize }) => ({
          totalRecords: Math.min(pageSize, selected),
          totalPages: Math.ceil(Math.min(pageSize, selected) / pageSize),
        }),
      }),
      also: [
        ...paginatedLists,
        'PAG-3',
        'PAG-8',
        'PAG-13',
        ...filteredLists,
        'DATE-2',
        'ORD-16',
        ...datedForms,
        ...datedSlashes,
        'PAG-30',
      ],
    },
  },
  'PAG-13': {
    'begins every page with the last record of the page before': {
      ...paging({
        slice: ({ page, pageSize }) => {
          const start = Math.max(0, (page - 1) * pageSize - 1);
          return { start, end: start + pageSize };
        },
      }),
      also: ['PAG-3', 'PAG-12'],
    },
    'answers every page with the first one’s records': {
      ...paging({ slice: ({ pageSize }) => ({ start: 0, end: pageSize }) }),
      also: [
        'PAG-3',
        'PAG-12',
        ...paginatedLists,
        ...filteredLists,
        'PAG-8',
        'PAG-9',
        'PAG-10',
        'PAG-11',
        ...datedForms,
        ...datedSlashes,
      ],
    },
  },
});

export const paginationDefects: readonly Defect[] = [
  ...parameterDefects,
  ...filterDefects,
  ...pageDefects,
  ...eachListDefects,
  ...routeDefects,
  ...deletionDefects,
];
