import fc from 'fast-check';
import type { CheckContext } from '../../suites/check-context.ts';
import { expectHolds } from '../../suites/judge/expect.ts';
import { wholeAndDisjoint } from '../../suites/pagination/pages.ts';
import { type Filter, recordsOn, totalOn } from '../../suites/records/listing.ts';
import { recordOf } from '../arbitraries.ts';
import { quietCompany } from '../list-companies.ts';
import { property } from '../property.ts';
import { type ListName, productsChanged, productsMade } from './listed-kinds.ts';
import { hasMoved, isSelectedBy } from './own-dates.ts';
import { more, nearDate, type OwnDates, played, scenario, some, textOf } from './scenario.ts';
import { idsOn, maxLooks, readInSizes, readSelected } from './steady-reading.ts';

const source = 'Endpoints › Paginated lists';

/** The date by which a filter excludes a record. */
const excludingDate = (record: OwnDates, filter: Filter): 'createdAt' | 'updatedAt' | undefined => {
  if (isSelectedBy(filter.after, record.createdAt) === false) return 'createdAt';
  if (filter.updatedAt !== undefined && isSelectedBy(filter.updatedAt, record.updatedAt) === false) return 'updatedAt';
  return undefined;
};

const isIn = (record: OwnDates, { after, updatedAt }: Filter): boolean =>
  isSelectedBy(after, record.createdAt) === true &&
  (updatedAt === undefined || isSelectedBy(updatedAt, record.updatedAt) === true);

const reported = ({ after, updatedAt }: Filter): string =>
  updatedAt === undefined
    ? `created at ${after} or later`
    : `created at ${after} or later and changed at ${updatedAt} or later`;

const datesOf = (own: readonly OwnDates[]): string[] =>
  own.map(({ createdAt, updatedAt }) => `created ${createdAt.text}, changed ${updatedAt.text}`);

/** Asserts that a list returns the records that a filter selects and none of the others. */
const expectSelected = async (
  context: CheckContext,
  list: ListName,
  filter: Filter,
  own: readonly OwnDates[],
): Promise<void> => {
  for (let look = 1; ; look++) {
    const pages = await readSelected(context, list, filter);
    for (const page of pages) {
      const wrong = own.filter((record) => {
        const listed = recordsOn(page).find(({ id }) => id === record.id);
        const field = excludingDate(record, filter);
        return listed && field && !hasMoved(listed, field, record[field]);
      });
      expectHolds(
        page,
        '/data',
        `none of our records but those ${reported(filter)}`,
        datesOf(wrong),
        wrong.length === 0,
      );
    }
    const ids = idsOn(pages);
    const missing = own.filter((record) => isIn(record, filter) && !ids.includes(record.id));
    // one record created and one deleted at the same time move the others and leave the total unchanged
    if (missing.length > 0 && look < maxLooks) continue;
    for (const page of pages.slice(-1)) {
      const expected = `all of our records ${reported(filter)}, on this page or an earlier one`;
      expectHolds(page, '/data', `${expected}; not shown:`, datesOf(missing), missing.length === 0);
    }
    return;
  }
};

/** The filter that selects all of the case's records, and few others. */
const fromFirst = ([first]: readonly OwnDates[]): string => {
  if (!first) throw new Error('a scenario makes at least one record');
  return first.createdAt.text;
};

export const afterSelects = property({
  id: 'LAW-15',
  text: '`after` selects the records created at that time or later, whatever was changed since',
  source,
  statements: ['S099'],
  rules: ['PAG-8', 'PAG-10', 'PAG-20', 'PAG-21', 'PAG-22', 'PAG-23', 'PAG-24'],
  level: 'must',
  readsLists: (profile) => [quietCompany(profile, 0)],
  needs: productsMade,
  cases: { quick: 8, full: 40 },
  drawn: (profile) =>
    recordOf({
      records: scenario(profile, quietCompany(profile, 0), some),
      filters: fc.array(nearDate('createdAt', 'updatedAt'), { minLength: 1, maxLength: 4 }),
    }),
  async holds(anywhere, { records, filters }) {
    const context = anywhere.inCompany(records.company);
    const own = await played(context, records);
    for (const filter of filters) await expectSelected(context, records.list, { after: textOf(own, filter) }, own);
  },
});

export const updatedAtSelects = property({
  id: 'LAW-16',
  text: '`updatedAt` selects the records changed at that time or later',
  source,
  statements: ['S102'],
  rules: ['PAG-9', 'PAG-10'],
  level: 'must',
  readsLists: (profile) => [quietCompany(profile, 1)],
  needs: productsChanged,
  cases: { quick: 8, full: 50 },
  drawn: (profile) =>
    recordOf({
      records: scenario(profile, quietCompany(profile, 1), some),
      filters: fc.array(nearDate('updatedAt', 'updatedAt', 'createdAt'), { minLength: 1, maxLength: 4 }),
    }),
  async holds(anywhere, { records, filters }) {
    const context = anywhere.inCompany(records.company);
    const own = await played(context, records);
    for (const filter of filters) {
      await expectSelected(context, records.list, { after: fromFirst(own), updatedAt: textOf(own, filter) }, own);
    }
  },
});

export const bothSelect = property({
  id: 'LAW-17',
  text: '`after` and `updatedAt` together select the records that both select, whichever date is later',
  source,
  statements: ['S102'],
  rules: ['PAG-10', 'PAG-11'],
  level: 'must',
  readsLists: (profile) => [quietCompany(profile, 2)],
  needs: productsChanged,
  cases: { quick: 8, full: 40 },
  drawn: (profile) =>
    recordOf({
      records: scenario(profile, quietCompany(profile, 2), some),
      filters: fc.array(
        recordOf({ after: nearDate('createdAt', 'updatedAt'), updatedAt: nearDate('createdAt', 'updatedAt') }),
        { minLength: 1, maxLength: 4 },
      ),
    }),
  async holds(anywhere, { records, filters }) {
    const context = anywhere.inCompany(records.company);
    const own = await played(context, records);
    for (const filter of filters) {
      const texts = { after: textOf(own, filter.after), updatedAt: textOf(own, filter.updatedAt) };
      await expectSelected(context, records.list, texts, own);
    }
  },
});

export const filteredPartition = property({
  id: 'LAW-19',
  text: 'A record that both filters select is on one page and counted in the total; a record that they exclude is on none',
  source,
  statements: ['S108'],
  rules: ['PAG-11', 'PAG-12', 'PAG-13'],
  level: 'should',
  inferred: wholeAndDisjoint,
  readsLists: (profile) => [quietCompany(profile, 3)],
  needs: productsChanged,
  cases: { quick: 8, full: 40 },
  drawn: (profile) =>
    recordOf({
      records: scenario(profile, quietCompany(profile, 3), more),
      updatedAt: nearDate('updatedAt', 'updatedAt', 'createdAt'),
      pageSize: fc.integer({ min: 1, max: 3 }),
    }),
  async holds(anywhere, { records, updatedAt, pageSize }) {
    const context = anywhere.inCompany(records.company);
    const own = await played(context, records);
    const { list } = records;
    const filter = { after: fromFirst(own), updatedAt: textOf(own, updatedAt) };
    for (let look = 1; ; look++) {
      const [walk] = await readInSizes(context, { list, filter, pageSizes: [pageSize], pagesBehind: 1 });
      const last = walk?.pages.at(-1);
      if (!walk || !last) throw new Error('a list has at least one page');
      const { ids, pages } = walk;
      const listed = pages.flatMap(recordsOn);
      const wrong = own.filter((record) => {
        const shown = listed.filter(({ id }) => id === record.id);
        const field = excludingDate(record, filter);
        if (field) return shown.some((one) => !hasMoved(one, field, record[field]));
        return shown.length > 1 || (isIn(record, filter) && shown.length === 0);
      });
      const total = totalOn(last, 'totalRecords');
      if ((wrong.length > 0 || ids.length !== total) && look < maxLooks) continue;
      const expected = `once each of our records ${reported(filter)}, and no other`;
      expectHolds(last, '/data', `${expected}; otherwise:`, datesOf(wrong), wrong.length === 0);
      const counted = `${ids.length}, as on all ${pages.length} pages`;
      expectHolds(last, '/pagination/totalRecords', counted, total, ids.length === total);
      return;
    }
  },
});
