import type { Exchange } from '../../fixtures/exchange.ts';
import type { CheckContext } from '../../suites/check-context.ts';
import { expectAnswer } from '../../suites/judge/expect.ts';
import { type Filter, recordsOn, totalOn } from '../../suites/records/listing.ts';
import { type ListName, listPath } from './listed-kinds.ts';

/** A list in pages of one size, from the first on. */
export interface Walk {
  pageSize: number;
  pages: readonly Exchange[];
  ids: readonly unknown[];
}

/** What one size of page may cost. */
export const pagesAtMost = 24;
const passesAtMost = 8;

/** One page of a list. The paths of all but one are the profile's word, and not the document's. */
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

/** What was read, with every answer that counted the list's records meanwhile. */
interface Pass<Read> {
  read: Read;
  counting: readonly Exchange[];
}

/** Reads until all answers count the same records: when one counts others, the list has changed meanwhile. */
export const readSteadily = async <Read>(
  { clock, unverified }: CheckContext,
  readOnce: () => Promise<Pass<Read>>,
): Promise<Read> => {
  for (let pass = 0; pass < passesAtMost; pass++) {
    const { read, counting } = await readOnce();
    const [total, ...totals] = counting.map((page) => totalOn(page, 'totalRecords'));
    if (totals.every((other) => Object.is(other, total))) return read;
    await clock.wait(1);
  }
  return unverified('not-observable', `the list changed during each of ${passesAtMost} passes over it`);
};

/** Reads pages all at once, since records of others come and go. */
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
  /** The list is read in pages of each of them. */
  pageSizes: readonly number[];
  /** How many pages behind the last one are read, too: of a list that counts too few, they show what it has not counted. */
  pagesBehind: number;
}

/** A list read to its end in pages of each of the sizes. Asserts that every page answers 200. */
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
    if (lasts.some(({ last }) => last > pagesAtMost)) {
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
export const largestSize = 50;

/** All that a filter selects, in as few pages as can be. Asserts that every page answers 200. */
export const readSelected = (context: CheckContext, list: ListName, filter: Filter): Promise<readonly Exchange[]> =>
  readSteadily(context, async () => {
    const query = { ...filter, pageSize: largestSize };
    const read = await readPages(context, list, query, [1]);
    const [total = Number.NaN] = read.map((page) => totalOn(page, 'totalRecords'));
    const last = Math.ceil(total / largestSize);
    if (Number.isNaN(last)) context.unverified('not-observable', noTotal);
    if (last > pagesAtMost) context.unverified('not-observable', `${total} records are too many to look through`);
    read.push(...(await readPages(context, list, query, upTo(last).slice(1))));
    return { read, counting: read };
  });

/**
 * Whatever others do meanwhile, a fault shows in each look at a list, and an accident does not: one record made and one
 * deleted leave a total as it was.
 */
export const looksAtMost = 6;

/** Waits before another look at a list whose total may not count yet what it holds; false after enough of them. */
export const mayLookAgain = async ({ clock }: CheckContext, look: number): Promise<boolean> => {
  if (look >= looksAtMost) return false;
  await clock.wait(1);
  return true;
};
