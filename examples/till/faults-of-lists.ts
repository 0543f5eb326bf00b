import type { Purpose } from './call.ts';
import { apart, calls, type Deviations, must, should } from './deviating.ts';
import type { Manners } from './manners.ts';

const set = (name: string, value: (page: number) => string): Partial<Manners> =>
  calls('read list', ({ query }) => {
    if (query !== undefined) query[name] = value(Number(query.page));
  });
const drop = (name: string): Partial<Manners> => calls('read list', ({ query }) => void delete query?.[name]);
const renamed = (from: string, to: string): Partial<Manners> =>
  calls('read list', ({ query }) => {
    if (query === undefined) return;
    query[to] = query[from] ?? '';
    delete query[from];
  });

/** Sends what is for a purpose once. */
const triesOnce = (once: Purpose): Partial<Manners> => ({
  tries: ({ status }, { purpose }) => purpose !== once && (status === 0 || status === 429 || status >= 500),
});

/** Reads of lists. */
export const faultsOfLists: Deviations = {
  'pages from 0': must('counts pages from 0', 'S100').by({
    ...set('page', (page) => String(page - 1)),
    nextPage: ({ page, totalPages }) => (page < totalPages ? page + 1 : undefined),
  }),
  'pages from 2': must('begins lists with the second page', 'S100').by(set('page', (page) => String(page + 1))),
  '100 records a page': must('asks for 100 records a page', 'S101 S215').by(set('pageSize', () => '100')),
  '51 records a page': must('asks for 51 records a page', 'S101 S215').by(set('pageSize', () => '51')),
  '0 records a page': must('asks for 0 records a page', 'S101 S215').by(set('pageSize', () => '0')),
  'all records': must('asks for `all` as the page size', 'S101').by(set('pageSize', () => 'all')),
  'no page': must('reads lists without `page`', 'S100').by(drop('page')),
  'no page size': must('reads lists without `pageSize`', 'S101').by(drop('pageSize')),
  'no after': must('reads lists without `after`', 'S099').by(drop('after')),
  'empty after': must('reads lists with an empty `after`', 'S099').by(set('after', () => '')),
  'limit for pageSize': must('calls `pageSize` `limit`', 'S101').by(renamed('pageSize', 'limit')),
  'offset for page': must('calls `page` `offset`', 'S100').by(renamed('page', 'offset')),
  'since for after': must('calls `after` `since`', 'S099').by(renamed('after', 'since')),
  'offsets as pages': must('sends the number of records that it has read as `page`', 'S100').by(
    calls('read list', ({ query }) => {
      if (query !== undefined) query.page = String((Number(query.page) - 1) * Number(query.pageSize) + 1);
    }),
  ),
  'first page alone': must('reads only the first page', 'S097 S100').by({ nextPage: () => undefined }),
  'all but the last page': must('leaves out the last page', 'S097 S107').by({
    nextPage: ({ page, totalPages }) => (page + 1 < totalPages ? page + 1 : undefined),
  }),
  'every other page': must('reads every other page', 'S097 S100').by({
    nextPage: ({ page, totalPages }) => (page + 2 <= totalPages ? page + 2 : undefined),
  }),
  'first two pages': must('reads two pages at most', 'S097 S107').by({
    nextPage: ({ page, totalPages }) => (page < Math.min(2, totalPages) ? page + 1 : undefined),
  }),
  'one page again and again': must('reads the first page as often as there are pages', 'S100').by(
    set('page', () => '1'),
  ),
  'ends with a failed page': should('ends a list at a page that was answered 500', 'S097').by(triesOnce('read list')),
  'tries the configuration once': should('gives up on the configuration if it is not answered at once', 'S196').by(
    triesOnce('read configuration'),
  ),
  'skips a failed page': must('goes on with the next page after one that was answered 500', 'S097').by({
    tries: ({ status }, { purpose }) => purpose !== 'read list' && (status === 0 || status >= 500),
    nextPage: ({ page, totalPages, isFailed }) => (isFailed || page < totalPages ? page + 1 : undefined),
  }),
  'other page sizes on the way': must('asks for smaller pages from the second on', 'S101').by(
    set('pageSize', (page) => (page === 1 ? '50' : '7')),
  ),
  'after moves on the way': must('sends the time of the call as `after` from the second page on', 'S099').by(
    calls('read list', ({ query }, { now }) => {
      if (query !== undefined && query.page !== '1') query.after = new Date(now()).toISOString();
    }),
  ),
  'filter dropped on the way': should('leaves out `updatedAt` from the second page on', 'S102').by(
    calls('read list', ({ query }) => {
      if (query?.page !== '1') delete query?.updatedAt;
    }),
  ),
  'customers for products': must('reads the customers where products are asked for', 'S115 S097').by(
    calls('read list', (call) => ({ path: call.path.replace('products', 'customers') })),
  ),
  'pages of the first answer': should('reads as many pages as the first answer named', 'S109').by({
    nextPage: ({ page, firstTotalPages }) => (page < firstTotalPages ? page + 1 : undefined),
  }),
  'one page counter for all lists': must('counts the pages of two lists together', 'S097 S100').by(() => {
    let page = 0;
    return set('page', (own) => {
      page = own === 1 ? 1 : page + 1;
      return String(page);
    });
  }),
  'one page counter for two readings': must('counts the pages of two readings of a list together', 'S097 S109').by(
    () => {
      let page = 0;
      return {
        ...apart('list asked'),
        nextPage(progress) {
          page = progress.page === 1 ? 2 : page + 1;
          return progress.got > 0 && page <= progress.totalPages ? page : undefined;
        },
      };
    },
  ),
  'keeps the first of two readings': must('drops the reading of a list while another one waits', 'S097 S099').by({
    takes: (task, { ledger }) =>
      task.what === 'list asked' && [...ledger.waiting.values()].some((other) => other.what === 'list asked')
        ? []
        : [task],
  }),
};
