import type { Capability } from '../capability.ts';
import type { CheckContext, GivenRecord, OpenPaths } from '../check-context.ts';
import { expectAnswer, expectRefusal, expectThat } from '../expect.ts';
import { isObject } from '../json.ts';
import { edgeOf, expectListed, expectOnlyLater, longAgo, mustShowRecords } from '../listing.ts';
import { path } from '../path.ts';
import { recordKinds } from '../record-kinds.ts';
import type { Rule } from '../rule.ts';
import { mustBeAccepted } from '../session/given.ts';

const source = 'Endpoints › Paginated lists';

/** A list whose path the document does not show. */
interface OpenList {
  of: string;
  listed: Capability;
  at(paths: OpenPaths): string;
  /** A record that the list must show. */
  needs: readonly Capability[];
  given(context: CheckContext): Promise<GivenRecord>;
}

const knownUser = async ({ get, users }: CheckContext): Promise<GivenRecord> => {
  const { id } = users.known();
  return { id, read: mustBeAccepted(await get(path`/users/${id}`), 'reading the known user') };
};

const openLists: readonly OpenList[] = [
  { of: 'customers', listed: 'list customers', at: ({ listCustomers }) => listCustomers, ...recordKinds.customer },
  { of: 'orders', listed: 'list orders', at: ({ listOrders }) => listOrders, ...recordKinds.order },
  { of: 'stores', listed: 'list stores', at: ({ listStores }) => listStores, ...recordKinds.store },
  { of: 'abandoned carts', listed: 'list carts', at: ({ listCarts }) => listCarts, ...recordKinds.cart },
  { of: 'coupons', listed: 'list coupons', at: ({ listCoupons }) => listCoupons, ...recordKinds.coupon },
  { of: 'users', listed: 'list users', at: ({ listUsers }) => listUsers, needs: ['known user'], given: knownUser },
];

const isInteger = (value: unknown): boolean => Number.isInteger(value);

const isPaginated = (id: Rule['id'], { of, listed, at }: OpenList): Rule => ({
  id,
  text: `The list of ${of} is paginated as that of products is`,
  source,
  statements: ['S097', 'S099', 'S100', 'S101', 'S103', 'S198'],
  level: 'must',
  needs: [listed],
  async check({ get, paths, unverified }) {
    const wellFormed = { after: longAgo, page: 1, pageSize: 10 };
    const list = await get(at(paths), { query: wellFormed });
    // the path is the profile's word, not the document's
    if (list.status === 404 || list.status === 405) {
      unverified('not-reached', `the target has no list at ${at(paths)}: GET was answered ${list.status}`);
    }
    expectAnswer(list, 200, { pagination: { page: 1, pageSize: 10 } });
    expectThat(list, '/pagination/totalRecords', 'an integer', isInteger);
    expectThat(list, '/pagination/totalPages', 'an integer', isInteger);
    expectThat(
      list,
      '/data',
      'an array of at most 10 records',
      (data) => Array.isArray(data) && data.length <= 10 && data.every(isObject),
    );
    const beyond = await get(at(paths), { query: { ...wellFormed, page: 1_000_000 } });
    expectAnswer(beyond, 200, { data: [] });
    const refused = await get(at(paths), { query: { ...wellFormed, after: undefined } });
    expectRefusal(refused, { status: 422, message: 'Invalid after date', control: list });
    mustShowRecords({ unverified }, list);
  },
});

const isFiltered = (id: Rule['id'], { of, listed, at, needs, given }: OpenList): Rule => ({
  id,
  text: `The list of ${of} shows what was created at \`after\` or later, and nothing that was created before`,
  source,
  statements: ['S097', 'S099'],
  level: 'must',
  needs: [listed, ...needs],
  async check(context) {
    const record = await given(context);
    const created = edgeOf(context, record.read, 'createdAt');
    const listPath = at(context.paths);
    await expectListed(context, listPath, { after: created.at }, record.id);
    await expectOnlyLater(context, listPath, { after: created.later }, { record, field: 'createdAt' });
  },
});

const firstPaginated = 14;
const firstFiltered = firstPaginated + openLists.length;

export const eachList: readonly Rule[] = [
  ...openLists.map((list, index) => isPaginated(`PAG-${firstPaginated + index}`, list)),
  ...openLists.map((list, index) => isFiltered(`PAG-${firstFiltered + index}`, list)),
];
