import { instantOf, wallClock } from '../../core/instants.ts';
import { isObject, type JsonObject, valueAt } from '../../core/json.ts';
import type { Exchange } from '../../fixtures/exchange.ts';
import type { Capability } from '../capability.ts';
import type { CheckContext, Clock } from '../check-context.ts';
import { expectAnswer, expectHolds, expectThat } from '../judge/expect.ts';

type Listing = Pick<CheckContext, 'get' | 'clock' | 'unverified'>;

/** The filters of a list (Endpoints › Paginated lists). */
export interface Filter {
  after: string;
  updatedAt?: string;
}

/** The dates by which the filters select. */
type DateField = 'createdAt' | 'updatedAt';

/** Earlier than any record that a company is likely to have, and later than Brasília's last summer time. */
export const longAgo = '2020-01-01T00:00:00Z';

/** Minutes from UTC to Brasília. It has had no summer time since 2019. */
export const brasiliaMinutes = -180;

export const dayMs = 24 * 3600 * 1000;

/** A page size well within the bounds, which other rules test. */
const roomyPage = 40;
const maxPages = 20;
const maxPasses = 10;
/** Real milliseconds by which the wait between two passes grows. */
const betweenPassesMs = 50;

/** The records on a page; none if the response is not a list. */
export const recordsOn = (page: Exchange): readonly JsonObject[] => {
  const data = valueAt(page.body, '/data');
  return Array.isArray(data) ? data.filter(isObject) : [];
};

/** Ends the check if a page shows no record, because every assertion about records would hold. */
export const mustShowRecords = ({ unverified }: Pick<CheckContext, 'unverified'>, page: Exchange): void => {
  if (recordsOn(page).length > 0) return;
  unverified('not-observable', `GET ${page.request.path} shows no records, so the rule could not be tested`);
};

/** A total of the envelope; NaN if there is none. */
export const totalOn = (page: Exchange, name: 'totalRecords' | 'totalPages'): number => {
  const total = valueAt(page.body, `/pagination/${name}`);
  return typeof total === 'number' ? total : Number.NaN;
};

/** More pages than other checks add while a list is read. The totals may not count their records yet. */
export const pagesOfOthers = 50;

/** How the records of a list are created. */
interface Made {
  needs: readonly Capability[];
  given(context: CheckContext): Promise<unknown>;
}

/**
 * Reads a page of a list that must hold at least N records. If records are missing, as in an empty company, creates them
 * as the profile declares and reads the page again.
 */
export const filledPage = async (
  context: CheckContext,
  { needs, given }: Made,
  read: () => Promise<Exchange>,
  atLeast = 1,
): Promise<Exchange> => {
  const page = await read();
  // other rules test the totals
  const missing = atLeast - Math.max(recordsOn(page).length, totalOn(page, 'totalRecords') || 0);
  // the check judges a response that is not a list
  const isList = isObject(page.body) && Array.isArray(page.body.data);
  if (page.status !== 200 || !isList || missing <= 0 || !context.offers(needs)) return page;
  await Promise.all(Array.from({ length: missing }, () => given(context)));
  return await read();
};

const firstIdOn = (page: Exchange | undefined): unknown => page && recordsOn(page)[0]?.id;

/**
 * Reads a list page by page to its end, or to the page that `isEnough`. Other checks add and delete records at the same
 * time, so the list is read again if its total changes. Asserts that every page returns 200.
 */
export const readPages = async (
  { get, clock, unverified }: Listing,
  listPath: string,
  query: Filter & { pageSize: number },
  isEnough?: (page: Exchange, number: number) => boolean,
): Promise<Exchange[]> => {
  for (let pass = 0; pass < maxPasses; pass++) {
    const pages: Exchange[] = [];
    let isSteady = true;
    for (;;) {
      const number = pages.length + 1;
      const page = await get(listPath, { query: { ...query, page: number } });
      expectAnswer(page, 200);
      // a record that was seen counts, even if the list changed since
      if (isEnough?.(page, number)) return [...pages, page];
      isSteady &&= Object.is(totalOn(pages[0] ?? page, 'totalRecords'), totalOn(page, 'totalRecords'));
      if (!isSteady && !isEnough) break;
      pages.push(page);
      const isShort = recordsOn(page).length < query.pageSize;
      const totalPages = totalOn(page, 'totalPages');
      // the total may be wrong or late: after a full last page more are read, unless they show the same
      const isMore = isEnough !== undefined && firstIdOn(page) !== firstIdOn(pages.at(-2));
      const isLast = isShort ? !(pages.length < totalPages) : pages.length > totalPages && !isMore;
      if (isLast && isSteady) return pages;
      if (isLast) break;
      if (pages.length === maxPages) {
        unverified(
          'not-observable',
          `the list goes on after ${maxPages} pages: too many records are newer than the check's`,
        );
      }
    }
    // each wait is longer, so that other checks can finish; on a small time scale, real milliseconds count
    await clock.wait(Math.max(1 + pass, (pass * betweenPassesMs) / 1000 / clock.scale));
  }
  return unverified('not-observable', `the list changed during each of ${maxPasses} passes over it`);
};

/** A fraction that is 0 may also be one that the target does not keep. */
const hasFraction = /[.,]\d*[1-9]/;

/**
 * Waits until a change gets a later date than the one that a record shows. Without a fraction, that takes more than a
 * second of the target's clock, which no time scale makes faster.
 */
export const untilLaterDate = ({ clock }: { clock: Pick<Clock, 'wait' | 'scale'> }, shown: unknown): Promise<void> =>
  clock.wait(typeof shown === 'string' && hasFraction.test(shown) ? 2 : Math.max(2, 1.1 / clock.scale));

/** The instant in a date field of a record, in epoch milliseconds. Without it, the filters cannot be tested. */
export const dateIn = ({ unverified }: Pick<CheckContext, 'unverified'>, read: Exchange, field: DateField): number =>
  instantOf(valueAt(read.body, `/${field}`)) ??
  unverified(
    'not-observable',
    `GET ${read.request.path} shows no ${field} with a time zone, so no edge of a filter is known`,
  );

/** Filter values around a date of a record. */
interface Edge {
  /** One to two seconds earlier, for a filter that must not exclude the record. */
  before: string;
  /** The date as the target wrote it. */
  at: string;
  /** One to two seconds later, because a target may keep finer time than it shows. */
  later: string;
}

export const edgeOf = (context: Pick<CheckContext, 'unverified'>, read: Exchange, field: DateField): Edge => ({
  before: `${wallClock(dateIn(context, read, field) - 1000, 0)}Z`,
  later: `${wallClock(dateIn(context, read, field) + 2000, 0)}Z`,
  at: String(valueAt(read.body, `/${field}`)),
});

/** The page that last showed the record. The next search begins there. */
interface Place {
  page: number;
}

/** Asserts that a list shows a record, on whichever page. */
export const expectListed = async (
  context: Listing,
  listPath: string,
  filter: Filter,
  id: string,
  place: Place = { page: 1 },
): Promise<void> => {
  const shows = (data: unknown): boolean =>
    Array.isArray(data) && data.some((record) => isObject(record) && record.id === id);
  const isShown = (page: Exchange): boolean => shows(recordsOn(page));
  const query = { ...filter, pageSize: roomyPage };
  const look = async (): Promise<Exchange[]> => {
    const pages = await readPages(context, listPath, query, isShown);
    place.page = pages.length;
    return pages;
  };
  let pages = place.page > 1 ? [await context.get(listPath, { query: { ...query, page: place.page } })] : [];
  // other checks may move a record to a page that was read already, so it must be missing every time
  for (let looked = 0; looked < 3 && !pages.some(isShown); looked++) pages = await look();
  for (const page of pages.slice(-1)) expectThat(page, '/data', `record ${id}, on this page or an earlier one`, shows);
};

/** As many records as it takes for three pages of four. */
const recordsOnThreePages = 9;

/** As many equal walks in a row as show that a target keeps an order: in another one, a record may be missing by chance. */
const equalWalks = 3;
/** As many walks that show every record as convince if the list changes all the time. */
const completeWalks = 5;
const maxWalks = 24;
/** A list has more pages only if it grows during the walk. */
const maxPagesOfWalk = 15;

/**
 * Asserts that each record that a single page shows is also on one of the pages if they are about a third as long.
 * Creates records if there are too few. Other checks may move a record to a page that was read already, or to a place
 * that a page shows. So a record is lost only if it is missing from equal walks through an unchanged list.
 */
export const expectOnPages = async (
  context: Listing,
  listPath: string,
  after: string,
  make: () => Promise<unknown>,
): Promise<void> => {
  const atOnce = () => context.get(listPath, { query: { after, page: 1, pageSize: roomyPage } });
  const idsOn = (page: Exchange): string[] => recordsOn(page).map(({ id }) => String(id));
  let whole = await atOnce();
  if (recordsOn(whole).length < recordsOnThreePages) {
    for (let made = recordsOn(whole).length; made < recordsOnThreePages; made++) await make();
    whole = await atOnce();
  }
  mustShowRecords(context, whole);
  let missing = idsOn(whole);
  let last = whole;
  let [walked, equal, complete] = ['', 0, 0];
  for (let walk = 0; walk < maxWalks && equal < equalWalks && missing.length > 0; walk++) {
    const ids = idsOn(whole);
    // a long list gets larger pages, so that its end is reached even if it grows
    const total = totalOn(whole, 'totalRecords') || 0;
    const pageSize = Math.min(roomyPage, Math.max(4, Math.ceil(ids.length / 3), Math.ceil(total / 10)));
    const shown = new Set<string>();
    let isCut = false;
    const pages = await readPages(context, listPath, { after, pageSize }, (page, number) => {
      // records that moved between two readings of the list were on no page of either
      if (number === 1) shown.clear();
      for (const id of idsOn(page)) shown.add(id);
      isCut = number === maxPagesOfWalk;
      return isCut || missing.every((id) => shown.has(id));
    });
    last = pages.at(-1) ?? last;
    whole = await atOnce();
    const now = new Set(idsOn(whole));
    const isSteady = !isCut && now.size === ids.length && ids.every((id) => now.has(id));
    const isComplete = missing.every((id) => shown.has(id));
    if (isComplete) complete += isSteady ? completeWalks : 1;
    const order = isSteady ? [...shown].join() : '';
    equal = isSteady && walked === order ? equal + 1 : 1;
    walked = order;
    if (complete >= completeWalks) missing = [];
    // a record that another check deleted is on no page
    else missing = missing.filter((id) => now.has(id) && !(isSteady && shown.has(id)));
  }
  if (missing.length > 0 && equal < equalWalks) {
    context.unverified('not-observable', 'the list changed during almost every walk through its pages');
  }
  const seen = missing.length === 0 ? 'all' : `all but ${missing.join(', ')}`;
  const expected = `every record created since ${after}, on this page or an earlier one`;
  expectHolds(last, '/data', expected, seen, missing.length === 0);
};

interface Bound {
  /** The record that the filter just excludes. */
  record: { id: string; read: Exchange };
  field: DateField;
}

/** Asserts that the first page of a list shows only records that are later than this one. */
export const expectOnlyLater = async (
  { get, unverified }: Listing,
  listPath: string,
  filter: Filter,
  { record, field }: Bound,
): Promise<void> => {
  const bound = dateIn({ unverified }, record.read, field);
  const isLater = (listed: unknown): boolean =>
    isObject(listed) && listed.id !== record.id && (instantOf(listed[field]) ?? Number.POSITIVE_INFINITY) > bound;
  const page = await get(listPath, { query: { ...filter, page: 1, pageSize: roomyPage } });
  expectAnswer(page, 200);
  const shown = valueAt(record.read.body, `/${field}`);
  expectThat(
    page,
    '/data',
    `no record whose ${field} is ${shown} or earlier`,
    (data) => Array.isArray(data) && data.every(isLater),
  );
};
