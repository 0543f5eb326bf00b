import { isObject } from '../../core/json.ts';
import type { Exchange } from '../../fixtures/exchange.ts';
import type { CallOptions, CheckContext } from '../check-context.ts';
import { expectAnswer, expectRefusal, expectThat, type Refusal } from '../judge/expect.ts';
import { filledPage, longAgo, mustShowRecords, pagesOfOthers, recordsOn, totalOn } from '../records/listing.ts';
import { recordKinds } from '../records/record-kinds.ts';
import { sweep } from '../records/sweep.ts';
import { listRoutes, pathOf } from '../route-access.ts';
import type { Rule } from '../rule.ts';

const source = 'Endpoints › Paginated lists';

/** A query that any target serves. */
const wellFormed = { after: longAgo, page: 1, pageSize: 10 };

const { product } = recordKinds;

export const isInteger = (value: unknown): boolean => Number.isInteger(value);

const isBetween =
  (least: number, most: number) =>
  (value: unknown): boolean =>
    typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most;

export const holdsAtMost =
  (most: number) =>
  (data: unknown): boolean =>
    Array.isArray(data) && data.length <= most;

type Ask = (query: NonNullable<CallOptions['query']>) => Promise<Exchange>;

/** Asks a list with further or other parameters than a query that any target serves. */
export const asking =
  ({ get }: Pick<CheckContext, 'get'>, listPath: string): Ask =>
  (query) =>
    get(listPath, { query: { ...wellFormed, ...query } });

/** Asserts that a list refuses each of these queries, and serves the well-formed one. */
export const expectEachRefused = async (
  ask: Ask,
  queries: readonly Parameters<Ask>[0][],
  refusal: Omit<Refusal, 'control'>,
): Promise<void> => {
  const control = await ask({});
  for (const query of queries) expectRefusal(await ask(query), { ...refusal, control });
};

export const invalidAfter = { status: 422, message: 'Invalid after date' };
/** The document shows that both parameters are required and bounded, not which refusal a wrong one gets. */
export const badParameter = { status: [400, 422] };
/** Asserts that a list refuses a value out of bounds, or reads it as one in bounds: the document shows no answer. */
export const expectInBounds = (list: Exchange, control: Exchange): void => {
  if (list.status !== 200) {
    expectRefusal(list, { ...badParameter, control });
    return;
  }
  expectThat(list, '/pagination/page', 'a page from 1', isBetween(1, Number.POSITIVE_INFINITY));
  expectThat(list, '/pagination/pageSize', 'a size from 1 to 50', isBetween(1, 50));
  expectThat(list, '/data', 'at most 50 records', holdsAtMost(50));
};

/** Queries without a parameter that is required. */
export const withoutPages = [{ page: undefined }, { pageSize: undefined }];

/** No value, no date, a date with something before or after it, and an impossible month. */
export const noDates = [
  undefined,
  '',
  'no-date',
  '2026-13-45',
  '2026-13-45T10:00:00-03:00',
  '2026-13-01T10:00:00-03:00',
  'x2026-01-05T10:00:00-03:00',
  '2026-01-05T10:00:00-03:00x',
  '45/45/2026',
  'x05/06/2026',
  '05/06/2026x',
];

/** Date-times whose day, hour, minute, second or zone does not exist. */
export const impossibleDates = [
  '2026-02-30T10:00:00-03:00',
  '2026-01-05T25:00:00-03:00',
  '2026-01-05T10:75:00-03:00',
  '2026-01-05T10:00:75-03:00',
  '2026-01-05T10:00:00-25:00',
  '2026-01-05T10:00:00-03:75',
];

/** The page size whose last page has the most room, so that records of other checks do not fill it. */
const sizeWithShortLastPage = (records: number): number => {
  const sizes = Array.from({ length: 49 }, (_, index) => index + 2);
  const lacking = (size: number): number => (size - (records % size)) % size;
  return sizes.reduce((best, size) => (lacking(size) > lacking(best) ? size : best));
};

const badSizes = [0, -1, 51, 1000, 1.5, 'ten'];
const badPages = [0, -1, 1.5, 'first'];

export const parameters: readonly Rule[] = [
  {
    id: 'PAG-1',
    text: 'A list returns the page number, the page size, both totals and an array of records',
    source,
    statements: ['S103', 'S104', 'S105', 'S106', 'S107', 'S108', 'S115'],
    level: 'must',
    makes: product.needs,
    async check(context) {
      const { get, unverified } = context;
      const first = await filledPage(context, product, () => get('/products', { query: wellFormed }), 3);
      const records = totalOn(first, 'totalRecords');
      const second = { page: 2, pageSize: Math.min(7, records - 1) };
      for (const asked of [{ page: 1, pageSize: 10 }, ...(records > 1 ? [second] : [])]) {
        const list = await get('/products', { query: { ...wellFormed, ...asked } });
        expectAnswer(list, 200, { pagination: asked });
        expectThat(list, '/pagination/totalRecords', 'an integer', isInteger);
        expectThat(list, '/pagination/totalPages', 'an integer', isInteger);
        expectThat(list, '/data', 'an array of records', (data) => Array.isArray(data) && data.every(isObject));
        mustShowRecords({ unverified }, list);
      }
    },
  },
  {
    id: 'PAG-2',
    text: '`pageSize` 1–50 is accepted; any other value is rejected with 400 or 422, or clamped to 1–50',
    source,
    statements: ['S101'],
    level: 'must',
    makes: product.needs,
    async check(context) {
      const { get, unverified } = context;
      const readSingle = () => get('/products', { query: { ...wellFormed, pageSize: 1 } });
      // only a list of more than fifty records shows a page that is too large
      const single = await filledPage(context, product, readSingle, 51);
      const control = await get('/products', { query: { ...wellFormed, pageSize: 50 } });
      for (const [list, pageSize] of [
        [single, 1],
        [control, 50],
      ] as const) {
        expectAnswer(list, 200, { pagination: { pageSize } });
        expectThat(list, '/data', `at most ${pageSize} records`, holdsAtMost(pageSize));
        mustShowRecords({ unverified }, list);
      }
      for (const pageSize of badSizes) {
        expectInBounds(await get('/products', { query: { ...wellFormed, pageSize } }), control);
      }
    },
  },
  {
    id: 'PAG-3',
    text: 'A page after the last one returns 200 with no records',
    source,
    statements: ['S100', 'S216'],
    level: 'must',
    makes: product.needs,
    async check(context) {
      const { get, unverified } = context;
      const first = await filledPage(context, product, () => get('/products', { query: wellFormed }));
      // the totals may not count new records of other checks yet
      const next = totalOn(first, 'totalPages') + pagesOfOthers;
      for (const page of Number.isInteger(next) ? [next, 1_000_000] : [1_000_000]) {
        const beyond = await get('/products', { query: { ...wellFormed, page } });
        // other checks may have added a page since
        const isBeyond = !(page <= totalOn(beyond, 'totalPages'));
        expectAnswer(beyond, 200, isBeyond ? { data: [] } : {});
      }
      mustShowRecords({ unverified }, first);
    },
  },
  {
    id: 'PAG-4',
    text: 'A list without `after`, or with an `after` that is not a date, is refused with 422 `Invalid after date`',
    source,
    statements: ['S099', 'S198'],
    level: 'must',
    check: (context) =>
      expectEachRefused(
        asking(context, '/products'),
        noDates.map((after) => ({ after })),
        invalidAfter,
      ),
  },
  {
    id: 'PAG-5',
    text: 'Pages are numbered from 1; a `page` below 1, or one that is not a number, is never accepted as it stands',
    source,
    statements: ['S100', 'S216'],
    level: 'must',
    async check({ get }) {
      const first = await get('/products', { query: wellFormed });
      expectAnswer(first, 200, { pagination: { page: 1 } });
      for (const page of badPages) {
        expectInBounds(await get('/products', { query: { ...wellFormed, page } }), first);
      }
    },
  },
  {
    id: 'PAG-6',
    text: 'A list without `page` or without `pageSize` is refused with 400 or 422',
    source,
    statements: ['S100', 'S101'],
    level: 'should',
    inferred: 'Both parameters are required, but the document shows no answer where one is absent.',
    check: (context) => expectEachRefused(asking(context, '/products'), withoutPages, badParameter),
  },
  {
    id: 'PAG-27',
    text: 'Every list refuses a `page` or a `pageSize` out of bounds with 400 or 422, or reads it as a value in bounds',
    source,
    statements: ['S101', 'S100', 'S215', 'S216'],
    level: 'must',
    check: (context) =>
      sweep(context, listRoutes, async ({ route }) => async () => {
        const ask = asking(context, pathOf(context, route, '') ?? '');
        const control = await ask({});
        const bad = [...badSizes.map((pageSize) => ({ pageSize })), ...badPages.map((page) => ({ page }))];
        for (const query of bad) expectInBounds(await ask(query), control);
      }),
  },
  {
    id: 'PAG-7',
    text: '`totalPages` is the number of pages that the records fill at the requested `pageSize`',
    source,
    statements: ['S106', 'S107'],
    level: 'should',
    inferred: 'What the totals count follows from their names.',
    makes: product.needs,
    async check(context) {
      const { get, unverified } = context;
      const all = await filledPage(context, product, () => get('/products', { query: wellFormed }), 3);
      let counted = totalOn(all, 'totalRecords');
      const countsPages = async (pageSize: number): Promise<void> => {
        const list = await get('/products', { query: { ...wellFormed, pageSize } });
        expectAnswer(list, 200);
        const totalRecords = totalOn(list, 'totalRecords');
        if (recordsOn(list).length === 0 && totalRecords === 0)
          unverified('not-observable', 'the company has no products');
        const expected = Math.ceil(totalRecords / pageSize);
        const words = `${expected} for ${totalRecords} records`;
        expectThat(list, '/pagination/totalPages', words, (pages) => pages === expected);
        counted = totalRecords;
      };
      // pages of one record are all full
      await countsPages(1);
      let pageSize = 1;
      // records of other checks may fill the last page of the chosen size
      for (let tried = 0; tried < 5 && counted % pageSize === 0; tried++) {
        pageSize = sizeWithShortLastPage(counted);
        await countsPages(pageSize);
      }
    },
  },
  {
    id: 'PAG-26',
    text: 'A list whose `after` names a day, a time or a zone that does not exist is refused with 422 `Invalid after date`',
    source,
    statements: ['S099', 'S198'],
    level: 'should',
    inferred: 'The document does not say that a date is invalid which only the calendar does not have.',
    check: (context) =>
      expectEachRefused(
        asking(context, '/products'),
        impossibleDates.map((after) => ({ after })),
        invalidAfter,
      ),
  },
];
