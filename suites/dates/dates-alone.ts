import { instantOf, wallClock } from '../../core/instants.ts';
import { valueAt } from '../../core/json.ts';
import type { CheckContext } from '../check-context.ts';
import { expectAnswer, expectHolds } from '../judge/expect.ts';
import { dayMs, longAgo, recordsOn, totalOn } from '../records/listing.ts';
import { recordKinds } from '../records/record-kinds.ts';
import type { Rule } from '../rule.ts';

type DateField = 'createdAt' | 'updatedAt';

const pagesSearched = 6;
const maxTries = 30;
/**
 * Other checks may create and delete a record between two counts, which looks like a fault, but not this often in a
 * row.
 */
const missesToFail = 4;

const startsBeforeThree = (value: unknown): value is string => {
  const instantMs = instantOf(value);
  return instantMs !== undefined && new Date(instantMs).getUTCHours() < 3;
};

const dayOf = (found: string): string => wallClock(Date.parse(found), 0).slice(0, 10);

/**
 * Finds a day in UTC with a record whose date is between 00:00 and 03:00 UTC. Only such a record distinguishes midnight
 * in UTC from midnight in Brasília. It can be created only in these hours, so older records are searched first.
 */
const distinguishingDay = async (context: CheckContext, field: DateField): Promise<string> => {
  const { get, given, clock, offers, unverified } = context;
  const query = { after: longAgo, pageSize: 50 };
  const first = await get('/products', { query: { ...query, page: 1 } });
  const last = totalOn(first, 'totalPages') || 1;
  // the ends first: in a list sorted by date, they hold the oldest and the newest records
  const order = [...new Set([1, last, 2, last - 1, 3, last - 2])].filter((page) => page >= 1 && page <= last);
  for (const page of order.slice(0, pagesSearched)) {
    const list = page === 1 ? first : await get('/products', { query: { ...query, page } });
    for (const record of recordsOn(list)) {
      const found = record[field];
      if (startsBeforeThree(found)) return dayOf(found);
    }
  }
  if (new Date(clock.now()).getUTCHours() < 3 && offers(recordKinds.product.needs)) {
    const { read } = await given.product();
    const made = valueAt(read.body, `/${field}`);
    if (startsBeforeThree(made)) return dayOf(made);
  }
  return unverified(
    'not-observable',
    `no product was seen whose ${field} lies between 00:00 and 03:00 UTC: run again in those hours, or in a company that has one`,
  );
};

interface Readings {
  asked: Record<string, string>;
  /** What the filter must mean, and what it must not. */
  meant: Record<string, string>;
  other: Record<string, string>;
}

/**
 * Asserts that a filter selects as many records as the one that it must mean. Other checks create and delete records, so
 * each count is taken before and after, until the two meanings differ clearly.
 */
const expectMeaning = async (
  { get, clock, unverified }: CheckContext,
  { asked, meant, other }: Readings,
): Promise<void> => {
  const list = (filter: Record<string, string>) =>
    get('/products', { query: { after: longAgo, ...filter, page: 1, pageSize: 1 } });
  const count = async (filter: Record<string, string>) => totalOn(await list(filter), 'totalRecords');

  let misses = 0;
  for (let tried = 0; tried < maxTries; tried++) {
    const otherBefore = await count(other);
    const before = await count(meant);
    const answer = await list(asked);
    const after = await count(meant);
    const otherAfter = await count(other);
    expectAnswer(answer, 200);
    const counted = totalOn(answer, 'totalRecords');
    const isApart = otherBefore > after || otherAfter < before;
    const isMeant = counted >= before && counted <= after;
    if (isApart && !isMeant && before === after) misses++;
    if (isApart && (isMeant || misses === missesToFail)) {
      const expected = `${before}, as for ${JSON.stringify(meant)}, not ${otherAfter}, as for ${JSON.stringify(other)}`;
      expectHolds(answer, '/pagination/totalRecords', expected, counted, isMeant);
      return;
    }
    await clock.wait(1);
  }
  unverified('not-observable', 'the list changed too often for its records to be counted');
};

export const datesAlone: readonly Rule[] = [
  {
    id: 'DATE-5',
    text: 'A date without a time in `after` is midnight in Brasília',
    source: 'Endpoints › Paginated lists',
    statements: ['S099'],
    level: 'must',
    makes: recordKinds.product.needs,
    async check(context) {
      const day = await distinguishingDay(context, 'createdAt');
      await expectMeaning(context, {
        asked: { after: day },
        meant: { after: `${day}T03:00:00Z` },
        other: { after: `${day}T00:00:00Z` },
      });
    },
  },
  {
    id: 'DATE-6',
    text: 'A date without a time in `updatedAt` is midnight UTC',
    source: 'Endpoints › Paginated lists',
    statements: ['S102'],
    level: 'must',
    makes: recordKinds.product.needs,
    async check(context) {
      const day = await distinguishingDay(context, 'updatedAt');
      await expectMeaning(context, {
        asked: { updatedAt: day },
        meant: { updatedAt: `${day}T00:00:00Z` },
        other: { updatedAt: `${day}T03:00:00Z` },
      });
      // without older records, a target that ignores the filter would select the same
      const toCome = wallClock(context.clock.now() + 2 * dayMs, 0).slice(0, 10);
      await expectMeaning(context, {
        asked: { updatedAt: toCome },
        meant: { updatedAt: `${toCome}T00:00:00Z` },
        other: {},
      });
    },
  },
];
