import type { Exchange } from '../../fixtures/exchange.ts';
import type { CheckContext } from '../../suites/check-context.ts';
import { expectAnswer } from '../../suites/judge/expect.ts';
import { type Filter, recordsOn, totalOn } from '../../suites/records/listing.ts';
import { type ListName, listPath } from './listed-kinds.ts';

/** All pages of a list in one size. */
export interface Walk {
  pageSize: number;
  pages: readonly Exchange[];
  ids: readonly unknown[];
}

export const maxPages = 24;
const maxPasses = 8;

/** One page of a list. Only the path of the products is documented; the others come from the profile. */
export const readPage = async (
  context: CheckContext,
  list: ListName,
  query: Filter & { page: number; pageSize: number },
): Promise<Exchange> => {
  const answer = await context.get(listPath(context, list), { query: { ...query } });
  if (list !== 'products' && (answer.status === 404 || answer.status === 405)) {
    context.unverified('not-reached', `the target has no list at ${answer.request.path}: answered ${answer.status}`);
  }
  return answer;
};

export const idsOn = (pages: readonly Exchange[]): unknown[] =>
  pages.flatMap((page) => recordsOn(page).map(({ id }) => id));

const noTotal = 'a list without a total is not known to stay the same';

/** What was read, and every response with the total of the list. */
interface Pass<Read> {
  read: Read;
  counting: readonly Exchange[];
}

/** Reads again until all responses have the same total. Otherwise, the list has changed in between. */
export const readSteadily = async <Read>(
  { clock, unverified }: CheckContext,
  readOnce: () => Promise<Pass<Read>>,
): Promise<Read> => {
  for (let pass = 0; pass < maxPasses; pass++) {
    const { read, counting } = await readOnce();
    const [total, ...totals] = counting.map((page) => totalOn(page, 'totalRecords'));
    if (totals.every((other) => Object.is(other, total))) return read;
    await clock.wait(1);
  }
  return unverified('not-observable', `the list changed during each of ${maxPasses} passes over it`);
};

/** Reads pages at once, because others create and delete records at any time. */
const readPages = async (
  context: CheckContext,
  list: ListName,
  query: Filter & { pageSize: number },
  numbers: readonly number[],
): Promise<Exchange[]> =>
  await Promise.all(
    numbers.map(async (page) => {
      const answer = await readPage(context, list, { ...query, page });
      expectAnswer(answer, 200);
      return answer;
    }),
  );

const upTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1);

interface Reading {
  list: ListName;
  filter: Filter;
  /** The list is read once in each size. */
  pageSizes: readonly number[];
  /** How many pages to read after the last one: they show the records of a list whose total is too low. */
  pagesBehind: number;
}

/** Reads all pages of a list in each size. Asserts that every page returns 200. */
export const readInSizes = (
  context: CheckContext,
  { list, filter, pageSizes, pagesBehind }: Reading,
): Promise<readonly Walk[]> =>
  readSteadily(context, async () => {
    const counting = await readPages(context, list, { ...filter, pageSize: pageSizes[0] ?? 1 }, [1]);
    const [total = Number.NaN] = counting.map((page) => totalOn(page, 'totalRecords'));
    if (!Number.isInteger(total)) context.unverified('not-observable', noTotal);
    const lasts = pageSizes.map((pageSize) => ({
      pageSize,
      last: Math.max(1, Math.ceil(total / pageSize)) + pagesBehind,
    }));
    if (lasts.some(({ last }) => last > maxPages)) {
      context.unverified(
        'not-observable',
        `reading all of the ${total} records in pages of ${pageSizes.join(' and ')} takes more requests than this property may send`,
      );
    }
    const read = await Promise.all(
      lasts.map(async ({ pageSize, last }): Promise<Walk> => {
        const pages = await readPages(context, list, { ...filter, pageSize }, upTo(last));
        return { pageSize, pages, ids: idsOn(pages) };
      }),
    );
    return { read, counting: [...counting, ...read.flatMap(({ pages }) => pages)] };
  });

/** The largest size of a page (Endpoints › Paginated lists). */
export const maxPageSize = 50;

/** All records that a filter selects, in the largest pages. Asserts that every page returns 200. */
export const readSelected = (context: CheckContext, list: ListName, filter: Filter): Promise<readonly Exchange[]> =>
  readSteadily(context, async () => {
    const query = { ...filter, pageSize: maxPageSize };
    const read = await readPages(context, list, query, [1]);
    const [total = Number.NaN] = read.map((page) => totalOn(page, 'totalRecords'));
    const last = Math.ceil(total / maxPageSize);
    if (Number.isNaN(last)) context.unverified('not-observable', noTotal);
    if (last > maxPages) context.unverified('not-observable', `${total} records are too many to look through`);
    read.push(...(await readPages(context, list, query, upTo(last).slice(1))));
    return { read, counting: read };
  });

/**
 * A fault shows each time a list is read. One record created and one deleted meanwhile can look like a fault with the same
 * total, but not every time.
 */
export const maxLooks = 6;

/** Waits before a list whose total may be late is read again; false after enough times. */
export const mayLookAgain = async ({ clock }: CheckContext, look: number): Promise<boolean> => {
  if (look >= maxLooks) return false;
  await clock.wait(1);
  return true;
};
