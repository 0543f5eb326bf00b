import fc from 'fast-check';
import { instantOf } from '../../core/instants.ts';
import type { Exchange } from '../../fixtures/exchange.ts';
import type { Profile } from '../../fixtures/profile/profile.ts';
import type { CheckContext } from '../../suites/check-context.ts';
import { expectHolds } from '../../suites/judge/expect.ts';
import { wholeAndDisjoint } from '../../suites/pagination/pages.ts';
import { type Filter, longAgo, recordsOn, totalOn } from '../../suites/records/listing.ts';
import { recordOf } from '../arbitraries.ts';
import { busyCompany, quietCompany } from '../list-companies.ts';
import { property } from '../property.ts';
import { filled, type MadeListName, madeLists, productsMade, recordMaker } from './listed-kinds.ts';
import { shownDate } from './own-dates.ts';
import { maxLooks, maxPageSize, maxPages, readInSizes, readPage, type Walk } from './steady-reading.ts';

const source = 'Endpoints › Paginated lists';

/** Small sizes, so that few records fill several pages, and large ones for lists with a history. */
const pageSize = fc.oneof(
  { weight: 1, arbitrary: fc.constant(1) },
  { weight: 1, arbitrary: fc.integer({ min: 2, max: 7 }) },
  { weight: 1, arbitrary: fc.integer({ min: 8, max: 25 }) },
  { weight: 5, arbitrary: fc.integer({ min: 26, max: 50 }) },
);

interface Drawn {
  company: string;
  made: number | 'history';
}

const listed = (profile: Profile) => ({
  list: fc.constantFrom(...madeLists(profile)),
  /** How many records to create, or the history of the list. */
  made: fc.oneof(
    { weight: 1, arbitrary: fc.integer({ min: 2, max: 7 }) },
    { weight: 3, arbitrary: fc.constant<'history'>('history') },
  ),
});

/** In smaller pages, the history of a test target has too many of them. */
const minSizeForHistory = 26;
/** In records. One page after the last is read as well. */
const readableHistory = (maxPages - 1) * minSizeForHistory;
const fewMade = 3;

const quietNumber = 4;
const readCompanies = (profile: Profile): string[] => [busyCompany(profile), quietCompany(profile, quietNumber)];

/** New records in a quiet company, or the history of the first company. */
const recordsFor = (profile: Profile, made: number | 'history', minSize: number): Drawn => {
  if (made === 'history' && minSize >= minSizeForHistory) return { company: busyCompany(profile), made };
  return { company: quietCompany(profile, quietNumber), made: made === 'history' ? fewMade : made };
};

/**
 * The filter for a history: long ago, or late enough that few pages remain. The dates on the first and the last page stand
 * for those of all records.
 */
const startOfHistory = async (read: (page: number) => Promise<Exchange>, first: Exchange): Promise<string> => {
  const total = totalOn(first, 'totalRecords');
  if (!(total > readableHistory)) return longAgo;
  const last = await read(Math.ceil(total / maxPageSize));
  const dates = [first, last]
    .flatMap((page) => recordsOn(page).map(({ createdAt }) => createdAt))
    .filter((date) => instantOf(date) !== undefined)
    .toSorted((one, other) => (instantOf(other) ?? 0) - (instantOf(one) ?? 0));
  const chosen = dates[Math.floor((dates.length * readableHistory) / 2 / total)];
  return typeof chosen === 'string' ? chosen : longAgo;
};

/** Creates the records of a case at once, and returns the filter that selects them. */
const selected = async (
  context: CheckContext,
  list: MadeListName,
  made: number | 'history',
): Promise<{ filter: Filter; own: readonly string[] }> => {
  if (made === 'history') {
    const read = (page: number): Promise<Exchange> =>
      readPage(context, list, { after: longAgo, page, pageSize: maxPageSize });
    const first = await filled(context, list, () => read(1));
    return { filter: { after: await startOfHistory(read, first) }, own: [] };
  }
  const make = await recordMaker(context, list);
  const own = await Promise.all(Array.from({ length: made }, make));
  const [first] = own.map((record) => shownDate(context, record, 'createdAt')).toSorted((a, b) => a.at - b.at);
  if (!first) throw new Error('a case makes records or reads the history');
  return { filter: { after: first.text }, own: own.map(({ id }) => id) };
};

const repeatedIn = ({ ids }: Walk): unknown[] => ids.filter((id, index) => ids.indexOf(id) !== index);
const without = (ids: readonly unknown[], shown: readonly unknown[]): unknown[] =>
  ids.filter((id) => !shown.includes(id));

const mustHaveRecords = ({ unverified }: CheckContext, page: Exchange): number => {
  const total = totalOn(page, 'totalRecords');
  return total > 0 ? total : unverified('not-observable', 'the list is empty, so it has no pages to test');
};

export const onePartition = property({
  id: 'LAW-11',
  text: 'Pages of any size return each record of a list once, and `totalRecords` records in all',
  source,
  statements: ['S108'],
  rules: ['PAG-12', 'PAG-13'],
  level: 'should',
  inferred: wholeAndDisjoint,
  readsLists: readCompanies,
  needs: productsMade,
  cases: { quick: 8, full: 40 },
  drawn: (profile) =>
    recordOf({ ...listed(profile), pageSize }).map(({ list, made: drawn, pageSize }) => {
      const { company, made } = recordsFor(profile, drawn, pageSize);
      // if all new records fit on one page, there is no second one to test
      return { list, company, made, pageSize: made === 'history' ? pageSize : ((pageSize - 1) % made) + 1 };
    }),
  async holds(anywhere, { company, list, made, pageSize }) {
    const context = anywhere.inCompany(company);
    const { filter, own } = await selected(context, list, made);
    for (let look = 1; ; look++) {
      const [walk] = await readInSizes(context, { list, filter, pageSizes: [pageSize], pagesBehind: 1 });
      const last = walk?.pages.at(-1);
      if (!walk || !last) throw new Error('a list has at least one page');
      const total = mustHaveRecords(context, last);
      const repeated = repeatedIn(walk);
      const missing = without(own, walk.ids);
      const isSound = repeated.length === 0 && missing.length === 0 && walk.ids.length === total;
      if (!isSound && look < maxLooks) continue;
      expectHolds(last, '/data', 'no record that an earlier page showed', repeated, repeated.length === 0);
      expectHolds(last, '/data', 'every record made, on this page or an earlier one', missing, missing.length === 0);
      const counted = `${walk.ids.length}, as on all ${walk.pages.length} pages`;
      expectHolds(last, '/pagination/totalRecords', counted, total, walk.ids.length === total);
      return;
    }
  },
});

export const sameInAnySize = property({
  id: 'LAW-12',
  text: 'A list returns the same records in pages of two sizes',
  source,
  statements: ['S108'],
  rules: ['PAG-13'],
  level: 'should',
  inferred: wholeAndDisjoint,
  readsLists: readCompanies,
  needs: productsMade,
  cases: { quick: 8, full: 40 },
  drawn: (profile) =>
    recordOf({ ...listed(profile), pageSizes: fc.tuple(pageSize, pageSize) }).map(({ made, ...drawn }) => ({
      ...drawn,
      ...recordsFor(profile, made, Math.min(...drawn.pageSizes)),
    })),
  async holds(anywhere, { company, list, made, pageSizes }) {
    const context = anywhere.inCompany(company);
    const { filter, own } = await selected(context, list, made);
    for (let look = 1; ; look++) {
      const [one, other] = await readInSizes(context, { list, filter, pageSizes, pagesBehind: 0 });
      const [page] = other?.pages ?? [];
      if (!one || !other || !page) throw new Error('a list is read in two sizes');
      mustHaveRecords(context, page);
      const differing = [
        ...without(one.ids, other.ids),
        ...without(other.ids, one.ids),
        ...without(own, [...one.ids, ...other.ids]),
      ];
      if (differing.length > 0 && look < maxLooks) continue;
      const expected = `in pages of ${other.pageSize} what pages of ${one.pageSize} show`;
      expectHolds(page, '/data', expected, differing, differing.length === 0);
      return;
    }
  },
});
