import { valueAt } from '../../core/json.ts';
import type { Exchange } from '../../fixtures/exchange.ts';
import type { Capability } from '../capability.ts';
import type { CheckContext, GivenRecord, OpenPaths } from '../check-context.ts';
import { expectHolds } from '../judge/expect.ts';
import { recordsOn, totalOn } from '../records/listing.ts';
import { type RecordKind, recordKinds } from '../records/record-kinds.ts';
import type { Rule } from '../rule.ts';
import { mustBeAccepted } from '../session/given.ts';

const pageSize = 50;
/** The most pages that a check reads. */
const maxPages = 20;

interface Listed {
  ids: readonly string[];
  last: Exchange;
}

/** The ids of all records in a list from an instant on. */
const listedIds = async ({ get, unverified }: CheckContext, listPath: string, after: string): Promise<Listed> => {
  const ids: string[] = [];
  for (let page = 1; page <= maxPages; page++) {
    const last = mustBeAccepted(await get(listPath, { query: { after, page, pageSize } }), 'listing');
    const records = recordsOn(last);
    ids.push(...records.flatMap(({ id }) => (typeof id === 'string' ? [id] : [])));
    if (records.length === 0 || page >= totalOn(last, 'totalPages')) return { ids, last };
  }
  return unverified(
    'not-observable',
    `the list holds more than ${maxPages} pages of records newer than the check's own`,
  );
};

/**
 * Reads a company's list, which must show the company's own record. Otherwise it proves nothing about other records.
 */
const listedWith = async (context: CheckContext, listPath: string, after: string, own: string): Promise<Listed> => {
  let listed = await listedIds(context, listPath, after);
  // other checks may move a record to a page that was read already
  for (let again = 0; again < 2 && !listed.ids.includes(own); again++) {
    listed = await listedIds(context, listPath, after);
  }
  if (listed.ids.includes(own)) return listed;
  return context.unverified('not-reached', `the list does not show company ${context.company} its own record`);
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
  text: `${kind.title} of one company is not in another company's list`,
  source: 'What the service does',
  statements: ['S007', 'S161'],
  level: 'must',
  needs: ['second company', ...kind.needs, ...needs],
  async check(context) {
    const record = await kind.given(context);
    const after = createdAt(record, context);
    const other = context.secondCompany();
    const others = await kind.given(other);
    const at = listPath(context.paths);
    await listedWith(context, at, after, record.id);
    const { ids, last } = await listedWith(other, at, after, others.id);
    expectHolds(last, '/data', "no record of the other company's", ids, !ids.includes(record.id));
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
