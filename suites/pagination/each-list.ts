import { instantOf, wallClock } from '../../core/instants.ts';
import { isObject, type JsonObject, valueAt } from '../../core/json.ts';
import type { Capability } from '../capability.ts';
import { expectAnswer, expectHolds, expectRefusal, expectThat } from '../judge/expect.ts';
import { type DeclaredList, declaredLists } from '../records/declared-lists.ts';
import {
  brasiliaMinutes,
  dateIn,
  dayMs,
  edgeOf,
  expectListed,
  expectOnlyLater,
  expectOnPages,
  filledPage,
  mustShowRecords,
  pagesOfOthers,
  readPages,
  recordsOn,
  totalOn,
} from '../records/listing.ts';
import { recordKinds, recordRemovals } from '../records/record-kinds.ts';
import { sweep } from '../records/sweep.ts';
import type { Rule } from '../rule.ts';
import { mustBeAccepted } from '../session/given.ts';
import {
  asking,
  badParameter,
  expectEachRefused,
  expectInBounds,
  holdsAtMost,
  impossibleDates,
  invalidAfter,
  isInteger,
  noDates,
  withoutPages,
} from './parameters.ts';

const source = 'Endpoints › Paginated lists';

/** The document states the bounds, but not the response to a value outside of them. */
const outOfBounds = [{ pageSize: 0 }, { pageSize: 51 }, { pageSize: 1000 }, { page: 0 }, { page: -1 }];

const isPaginated = (id: Rule['id'], { of, listed, at, ...made }: DeclaredList): Rule => ({
  id,
  text: `The list of ${of} is paginated like \`GET /products\`: envelope, bounds, empty page after the last, \`after\``,
  source,
  statements: ['S097', 'S099', 'S100', 'S101', 'S103', 'S198'],
  level: 'must',
  needs: [listed],
  // the known user exists already
  ...(listed === 'list users' ? {} : { makes: made.needs }),
  async check(context) {
    const { paths, unverified } = context;
    const ask = asking(context, at(paths));
    const list = await filledPage(context, made, () => ask({}));
    // the path comes from the profile, not from the document
    if (list.status === 404 || list.status === 405) {
      unverified('not-reached', `the target has no list at ${at(paths)}: GET was answered ${list.status}`);
    }
    expectAnswer(list, 200, { pagination: { page: 1, pageSize: 10 } });
    expectThat(list, '/pagination/totalRecords', 'an integer', isInteger);
    expectThat(list, '/pagination/totalPages', 'an integer', isInteger);
    const isPage = (data: unknown): boolean => Array.isArray(data) && data.length <= 10 && data.every(isObject);
    expectThat(list, '/data', 'an array of at most 10 records', isPage);
    const next = totalOn(list, 'totalPages') + pagesOfOthers;
    for (const page of Number.isInteger(next) ? [next, 1_000_000] : [1_000_000]) {
      const beyond = await ask({ page });
      expectAnswer(beyond, 200);
      // other checks may have added a page since
      const isBeyond = !(page <= totalOn(beyond, 'totalPages'));
      const most = isBeyond ? 0 : Number.POSITIVE_INFINITY;
      expectThat(beyond, '/data', 'no records beyond the last page', holdsAtMost(most));
    }
    for (const after of noDates) expectRefusal(await ask({ after }), { ...invalidAfter, control: list });
    for (const bad of outOfBounds) expectInBounds(await ask(bad), list);
    mustShowRecords({ unverified }, list);
  },
});

const isFiltered = (id: Rule['id'], { of, listed, at, needs, given }: DeclaredList): Rule => ({
  id,
  text: `The list of ${of} returns, on its pages, the records created at \`after\` or later and changed at \`updatedAt\` or later, and no others`,
  source,
  statements: ['S097', 'S099', 'S102'],
  level: 'must',
  needs: [listed, ...needs],
  async check(context) {
    const record = await given(context);
    const created = edgeOf(context, record.read, 'createdAt');
    const listPath = at(context.paths);
    await expectListed(context, listPath, { after: created.at }, record.id);
    if (listed !== 'list users') await expectOnPages(context, listPath, created.before, () => given(context));
    await expectOnlyLater(context, listPath, { after: created.later }, { record, field: 'createdAt' });
    const changed = edgeOf(context, record.read, 'updatedAt');
    const after = created.before;
    await expectListed(context, listPath, { after, updatedAt: changed.at }, record.id);
    await expectOnlyLater(context, listPath, { after, updatedAt: changed.later }, { record, field: 'updatedAt' });
  },
});

/** Where the records of a list are deleted. */
const removals: Readonly<Record<string, { root: string; needs: readonly Capability[] }>> = {
  customers: { root: '/customers', needs: recordRemovals.customer.needs },
  orders: { root: '/orders', needs: recordRemovals.order.needs },
  stores: { root: '/stores', needs: recordRemovals.store.needs },
  'abandoned carts': { root: '/abandoned-carts', needs: recordRemovals.cart.needs },
};

/** The day of an instant and the day after it, in a zone. */
const daysAt = (instantMs: number, zoneMinutes: number): [own: string, next: string] => [
  wallClock(instantMs, zoneMinutes).slice(0, 10),
  wallClock(instantMs + dayMs, zoneMinutes).slice(0, 10),
];

const tried = declaredLists.map((list) => ({ ...list, needs: [list.listed, ...list.needs] }));
const products = { at: () => '/products', needs: recordKinds.product.needs, given: recordKinds.product.given };
const secondMs = 1000;
const onlyRead = declaredLists.map((list) => ({ ...list, needs: [list.listed] }));

/** Lists whose records a DELETE removes. */
const shrinkingLists: readonly (Omit<DeclaredList, 'listed' | 'of'> & { root: string })[] = [
  { root: '/products', at: () => '/products', ...recordKinds.product, needs: [...recordRemovals.product.needs] },
  ...tried.flatMap(({ of, ...list }) => {
    const removal = removals[of];
    return removal ? [{ ...list, root: removal.root, needs: [...list.needs, ...removal.needs] }] : [];
  }),
];

const everyList: readonly Rule[] = [
  {
    id: 'PAG-28',
    text: 'Each declared list refuses a request without `page` or without `pageSize` with 400 or 422',
    source,
    statements: ['S100', 'S101'],
    level: 'should',
    inferred: 'Both parameters are required, but the document shows no answer where one is absent.',
    check: (context) =>
      sweep(
        context,
        onlyRead,
        async ({ at }) =>
          () =>
            expectEachRefused(asking(context, at(context.paths)), withoutPages, badParameter),
      ),
  },
  {
    id: 'PAG-29',
    text: 'Each declared list refuses an `after` whose day, time or zone does not exist with 422 `Invalid after date`',
    source,
    statements: ['S099', 'S198'],
    level: 'should',
    inferred: 'The document does not say that a date is invalid which only the calendar does not have.',
    check: (context) =>
      sweep(context, onlyRead, async ({ at }) => () => {
        const impossible = impossibleDates.map((after) => ({ after }));
        return expectEachRefused(asking(context, at(context.paths)), impossible, invalidAfter);
      }),
  },
  {
    id: 'PAG-30',
    text: 'Each declared list reads a date without a time as midnight: in Brasília for `after`, in UTC for `updatedAt`',
    source,
    statements: ['S099', 'S102'],
    level: 'must',
    check: (context) =>
      sweep(context, tried, async ({ at, given }) => {
        const record = await given(context);
        const listPath = at(context.paths);
        return async () => {
          const place = { page: 1 };
          const after = edgeOf(context, record.read, 'createdAt').before;
          const updatedAt = edgeOf(context, record.read, 'updatedAt').before;
          const [created, nextDay] = daysAt(dateIn(context, record.read, 'createdAt'), brasiliaMinutes);
          const [changed, nextUtcDay] = daysAt(dateIn(context, record.read, 'updatedAt'), 0);
          await expectListed(context, listPath, { after: created, updatedAt }, record.id, place);
          await expectOnlyLater(context, listPath, { after: nextDay, updatedAt }, { record, field: 'createdAt' });
          await expectListed(context, listPath, { after, updatedAt: changed }, record.id, place);
          await expectOnlyLater(context, listPath, { after, updatedAt: nextUtcDay }, { record, field: 'updatedAt' });
        };
      }),
  },
  {
    id: 'PAG-31',
    text: 'A deleted record is not on any page of its list',
    source: 'Endpoints › Endpoints table',
    statements: ['S120', 'S125'],
    level: 'must',
    needs: ['writes'],
    check: (context) =>
      sweep(context, shrinkingLists, async ({ at, root, given }) => {
        const { id, read } = await given(context);
        const listPath = at(context.paths);
        return async () => {
          const { at: after } = edgeOf(context, read, 'createdAt');
          await expectListed(context, listPath, { after }, id);
          const recordPath = `${root}/${encodeURIComponent(id)}`;
          mustBeAccepted(await context.del(recordPath), `DELETE ${root}/:id`);
          for (const page of await readPages(context, listPath, { after, pageSize: 40 })) {
            expectThat(page, '/data', 'an array of records', Array.isArray);
            const isListed = recordsOn(page).some((record) => record.id === id);
            expectHolds(page, '/data', `no record ${id}: it was deleted`, isListed ? 'the record' : 'none', !isListed);
          }
        };
      }),
  },
  {
    id: 'PAG-32',
    text: 'Each list shows a record with the `createdAt` and the `updatedAt` that its lookup shows',
    source: 'Resources and their fields › Common conventions',
    statements: ['S036', 'S102'],
    level: 'should',
    inferred: 'The document says that records have both dates, not that a list and a lookup show them alike.',
    check: (context) =>
      sweep(context, [products, ...tried], async ({ at, given }) => {
        const { id, read } = await given(context);
        const isOurs = (record: JsonObject): boolean => record.id === id;
        const { before } = edgeOf(context, read, 'createdAt');
        return async () => {
          const pages = await readPages(context, at(context.paths), { after: before, pageSize: 40 }, (page) =>
            recordsOn(page).some(isOurs),
          );
          const page = pages.at(-1);
          const listed = page && recordsOn(page).find(isOurs);
          if (!page || !listed) return context.unverified('not-reached', 'the list does not show the new record');
          // a flow may change the record in the meantime
          const readings = [read, await context.get(read.request.path)];
          for (const field of ['createdAt', 'updatedAt'] as const) {
            const shown = instantOf(listed[field]);
            if (shown === undefined) continue;
            const dates = readings.map((reading) => dateIn(context, reading, field));
            // a list may show fewer digits of the second
            const isSame = shown >= Math.min(...dates) - secondMs && shown <= Math.max(...dates) + secondMs;
            const expected = `${String(valueAt(read.body, `/${field}`))} for record ${id}, as its lookup shows`;
            expectHolds(page, `/data, ${field}`, expected, listed[field], isSame);
          }
        };
      }),
  },
];

const firstPaginated = 14;
const firstFiltered = firstPaginated + declaredLists.length;

export const eachList: readonly Rule[] = [
  ...declaredLists.map((list, index) => isPaginated(`PAG-${firstPaginated + index}`, list)),
  ...declaredLists.map((list, index) => isFiltered(`PAG-${firstFiltered + index}`, list)),
  ...everyList,
];
