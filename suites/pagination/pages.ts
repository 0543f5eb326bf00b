import { valueAt } from '../../core/json.ts';
import type { Exchange } from '../../fixtures/exchange.ts';
import type { CheckContext, GivenProduct } from '../check-context.ts';
import { expectHolds } from '../judge/expect.ts';
import { filledPage, longAgo, mustShowRecords, readPages, recordsOn, totalOn } from '../records/listing.ts';
import { recordKinds } from '../records/record-kinds.ts';
import type { Rule } from '../rule.ts';
import { mustBeAccepted } from '../session/given.ts';

const source = 'Endpoints › Paginated lists';

/** Why rules about pages are a `should`. */
export const wholeAndDisjoint =
  'The document shows the fields of a list; that its pages are whole and disjoint follows from their names.';

const maxPageSize = 50;

interface OwnPages {
  made: readonly GivenProduct[];
  pageSize: number;
  pages: readonly Exchange[];
  last: Exchange;
}

/**
 * Creates three products and reads the list from the first of them on, in two or three pages. Other checks may add
 * more.
 */
const ownPages = async (context: CheckContext): Promise<OwnPages> => {
  const { get, given, unverified } = context;
  const made: GivenProduct[] = [];
  while (made.length < 3) made.push(await given.product());
  const after = valueAt(made[0]?.read.body, '/createdAt');
  if (typeof after !== 'string') return unverified('not-observable', 'a product shows no createdAt to list from');
  const count = await get('/products', { query: { after, page: 1, pageSize: 1 } });
  const pageSize = Math.min(maxPageSize, Math.max(2, Math.ceil((totalOn(count, 'totalRecords') || 0) / 3)));
  const pages = await readPages(context, '/products', { after, pageSize });
  const last = pages.at(-1);
  if (!last) throw new Error('a list has at least one page');
  return { made, pageSize, pages, last };
};

/** Other checks may move records between pages without changing the total, so a fault must show in every pass. */
const maxPasses = 3;

/** Whether a page of the largest size lacks records although the list goes on after it. */
const isShort = (page: Exchange): boolean =>
  totalOn(page, 'totalRecords') > maxPageSize && recordsOn(page).length < maxPageSize;

export const pages: readonly Rule[] = [
  {
    id: 'PAG-12',
    text: 'Every page before the last is full, and all pages together hold `totalRecords` records',
    source,
    statements: ['S105', 'S106', 'S108'],
    level: 'should',
    inferred: wholeAndDisjoint,
    needs: ['create products', 'read products'],
    async check(context) {
      for (let pass = 1; ; pass++) {
        const { pages, pageSize, last } = await ownPages(context);
        for (const page of pages.slice(0, 1)) mustShowRecords(context, page);
        const full = pages.filter((page) => recordsOn(page).length > 0).slice(0, -1);
        const listed = pages.reduce((sum, page) => sum + recordsOn(page).length, 0);
        const counted = totalOn(last, 'totalRecords');
        const isWhole = counted === listed && full.every((page) => recordsOn(page).length === pageSize);
        if (!isWhole && pass < maxPasses) continue;
        for (const page of full) {
          const { length } = recordsOn(page);
          expectHolds(page, '/data', `${pageSize} records on a page before the last`, length, length === pageSize);
        }
        expectHolds(last, '/pagination/totalRecords', `${listed}, as on all pages`, counted, counted === listed);
        return;
      }
    },
  },
  {
    id: 'PAG-33',
    text: 'A page of 50 records is full if more records follow',
    source,
    statements: ['S101', 'S106'],
    level: 'should',
    inferred: wholeAndDisjoint,
    makes: recordKinds.product.needs,
    async check(context) {
      const { get } = context;
      const readLargest = () => get('/products', { query: { after: longAgo, page: 1, pageSize: maxPageSize } });
      let page = await filledPage(context, recordKinds.product, readLargest, maxPageSize + 1);
      // other checks may delete records between the count and the reading
      for (let pass = 1; pass < maxPasses && isShort(page); pass++) page = await readLargest();
      // another rule judges a page that is refused
      mustBeAccepted(page, `listing ${maxPageSize} records`);
      mustShowRecords(context, page);
      const { length } = recordsOn(page);
      expectHolds(page, '/data', `${maxPageSize} records, because more follow`, length, !isShort(page));
    },
  },
  {
    id: 'PAG-13',
    text: 'A list that is read page by page returns every record exactly once',
    source,
    statements: ['S100', 'S108'],
    level: 'should',
    inferred: wholeAndDisjoint,
    needs: ['create products', 'read products'],
    async check(context) {
      for (let pass = 1; ; pass++) {
        const { made, pages, last } = await ownPages(context);
        if (Number.isNaN(totalOn(last, 'totalRecords'))) {
          context.unverified('not-observable', 'a list without totals is not known to stay the same while it is read');
        }
        const ids = pages.flatMap((page) => recordsOn(page).map(({ id }) => id));
        const repeated = ids.filter((id, index) => ids.indexOf(id) !== index);
        const missing = made.filter(({ id }) => !ids.includes(id)).map(({ id }) => id);
        if (repeated.length + missing.length > 0 && pass < maxPasses) continue;
        expectHolds(last, '/data', 'no record that an earlier page showed', repeated, repeated.length === 0);
        expectHolds(last, '/data', 'every record made, on this page or an earlier one', missing, missing.length === 0);
        return;
      }
    },
  },
];
