import { instantOf } from '../../core/instants.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Exchange } from '../../fixtures/exchange.ts';
import type { CheckContext } from '../../suites/check-context.ts';
import { expectAnswer, expectHolds } from '../../suites/judge/expect.ts';
import { type Filter, filledPage, longAgo, recordsOn, totalOn } from '../../suites/records/listing.ts';
import { recordKinds } from '../../suites/records/record-kinds.ts';

const maxTries = 20;
/** Records that others create and delete between two equal counts look like a fault once, but not four times. */
const missesToFail = 4;

/**
 * Asserts that a filter selects as many products as another way of writing it. Others create and delete records meanwhile,
 * so the count is compared only if the counts before and after it are equal.
 */
export const expectSameSelection = async (
  { get, clock, unverified }: CheckContext,
  asked: Filter,
  meant: Filter,
): Promise<void> => {
  const count = (filter: Filter): Promise<Exchange> => get('/products', { query: { ...filter, page: 1, pageSize: 1 } });
  let misses = 0;
  for (let tried = 0; tried < maxTries; tried++) {
    const before = await count(meant);
    const answer = await count(asked);
    const after = await count(meant);
    for (const each of [before, answer, after]) expectAnswer(each, 200);
    const total = totalOn(before, 'totalRecords');
    const counted = totalOn(answer, 'totalRecords');
    const isStill = total === totalOn(after, 'totalRecords');
    const isSame = counted === total;
    if (isStill && !isSame) misses++;
    if (isStill && (isSame || misses === missesToFail)) {
      const expected = `${total}, as for ${JSON.stringify(meant)}`;
      return expectHolds(answer, '/pagination/totalRecords', expected, counted, isSame);
    }
    await clock.wait(1);
  }
  unverified('not-observable', 'the list changed too often for its records to be counted');
};

/** The dates of a listed product, in epoch milliseconds. */
export interface Dated {
  createdAt: number;
  updatedAt: number;
}

const pagesSearched = 6;

/** The product at the drawn place, among the fitting ones on the first page that has any. */
export const listedProduct = async (
  context: CheckContext,
  place: number,
  fits: (dates: Dated) => boolean = () => true,
): Promise<Dated> => {
  const query = { after: longAgo, pageSize: 50 };
  const datesOf = ({ createdAt, updatedAt }: JsonObject): Dated[] => {
    const [created, updated] = [instantOf(createdAt), instantOf(updatedAt)];
    return created === undefined || updated === undefined ? [] : [{ createdAt: created, updatedAt: updated }];
  };
  const { get, unverified } = context;
  const first = await filledPage(context, recordKinds.product, () =>
    get('/products', { query: { ...query, page: 1 } }),
  );
  const last = totalOn(first, 'totalPages') || 1;
  // a list in the order of its dates has the oldest and the newest records at its ends
  const pages = [...new Set([1, last, 2, last - 1, 3, last - 2])].filter((page) => page >= 1 && page <= last);
  for (const page of pages.slice(0, pagesSearched)) {
    const list = page === 1 ? first : await get('/products', { query: { ...query, page } });
    const fitting = recordsOn(list).flatMap(datesOf).filter(fits);
    const found = fitting[place % fitting.length];
    if (found) return found;
  }
  return unverified('not-observable', 'no product was seen whose dates distinguish the readings of a filter');
};
