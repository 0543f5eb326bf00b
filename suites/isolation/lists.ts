import type { Capability } from '../capability.ts';
import type { CheckContext, GivenRecord, OpenPaths } from '../check-context.ts';
import { expectHolds } from '../expect.ts';
import { isObject, valueAt } from '../json.ts';
import type { RecordKind } from '../record-kinds.ts';
import { recordKinds } from '../record-kinds.ts';
import type { Rule } from '../rule.ts';
import { mustBeAccepted } from '../session/given.ts';

const pageSize = 50;
/** A company that makes more records than this between two calls lists too much to be looked through. */
const pagesAtMost = 20;

/** Ids of all records that a company's list shows from an instant on. */
const listedIds = async ({ get, unverified }: CheckContext, listPath: string, after: string): Promise<string[]> => {
  const ids: string[] = [];
  for (let page = 1; page <= pagesAtMost; page++) {
    const list = mustBeAccepted(await get(listPath, { query: { after, page, pageSize } }), 'listing');
    const data = valueAt(list.body, '/data');
    if (!Array.isArray(data) || data.length === 0) return ids;
    ids.push(...data.flatMap((record) => (isObject(record) && typeof record.id === 'string' ? [record.id] : [])));
    const pages = valueAt(list.body, '/pagination/totalPages');
    if (typeof pages === 'number' && page >= pages) return ids;
  }
  return unverified(
    'not-observable',
    `the list holds more than ${pagesAtMost} pages of records newer than the check's own`,
  );
};

const createdAt = ({ read }: GivenRecord, { unverified }: CheckContext): string => {
  const instant = valueAt(read.body, '/createdAt');
  return typeof instant === 'string'
    ? instant
    : unverified('not-reached', 'the record shows no createdAt to list from');
};

const unlisted = (
  id: Rule['id'],
  kind: RecordKind,
  needs: readonly Capability[],
  listPath: (paths: OpenPaths) => string,
): Rule => ({
  id,
  text: `${kind.title} of one company is in no other's list`,
  source: 'What the service does',
  statements: ['S007', 'S161'],
  level: 'must',
  needs: ['second company', ...kind.needs, ...needs],
  async check(context) {
    const record = await kind.given(context);
    const after = createdAt(record, context);
    const at = listPath(context.paths);
    let own = await listedIds(context, at, after);
    // records that come and go meanwhile may move one from a page not yet read to one that was
    for (let again = 0; again < 2 && !own.includes(record.id); again++) own = await listedIds(context, at, after);
    if (!own.includes(record.id))
      context.unverified('not-reached', 'the list does not show the record to its own company');
    const other = context.secondCompany();
    const foreign = await listedIds(other, at, after);
    const evidence = await other.get(at, { query: { after, page: 1, pageSize } });
    expectHolds(evidence, '/data', "no record of the other company's", foreign, !foreign.includes(record.id));
  },
});

export const lists: readonly Rule[] = [
  unlisted('ISO-10', recordKinds.product, [], () => '/products'),
  unlisted('ISO-11', recordKinds.customer, ['list customers'], ({ listCustomers }) => listCustomers),
  unlisted('ISO-12', recordKinds.order, ['list orders'], ({ listOrders }) => listOrders),
  unlisted('ISO-13', recordKinds.store, ['list stores'], ({ listStores }) => listStores),
  unlisted('ISO-14', recordKinds.cart, ['list carts'], ({ listCarts }) => listCarts),
  unlisted('ISO-15', recordKinds.coupon, ['list coupons'], ({ listCoupons }) => listCoupons),
];
