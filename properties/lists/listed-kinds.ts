import type { Body } from '../../fixtures/bodies.ts';
import type { Exchange } from '../../fixtures/exchange.ts';
import type { Profile } from '../../fixtures/profile/profile.ts';
import { type Capability, missingCapabilities } from '../../suites/capability.ts';
import type { CheckContext, GivenRecord, OpenPaths } from '../../suites/check-context.ts';
import { path } from '../../suites/path.ts';
import { filledPage } from '../../suites/records/listing.ts';
import { mustBeAccepted } from '../../suites/session/given.ts';

/** A record that a case created, with a way to change it. */
export interface OwnRecord {
  id: string;
  /** The latest response that showed it. */
  read: Exchange;
  change(): Promise<OwnRecord>;
}

interface ListedKind {
  at(paths: OpenPaths): string;
  /** To read the list. */
  listed: readonly Capability[];
  /** To create records in it. No request creates users. */
  made?: readonly Capability[];
  /** To change them. */
  changed?: readonly Capability[];
  /** Creates records for one case. What they belong to is created once. */
  maker?(context: CheckContext): Promise<() => Promise<OwnRecord>>;
}

/** A record with the path of its GET and its PUT. */
const ownRecord = (
  calls: Pick<CheckContext, 'get' | 'put'>,
  at: string,
  { id, read }: GivenRecord,
  changedBody: () => Body,
): OwnRecord => ({
  id,
  read,
  async change() {
    mustBeAccepted(await calls.put(at, { body: changedBody() }), 'changing a record');
    const changed = mustBeAccepted(await calls.get(at), 'reading back a changed record');
    return ownRecord(calls, at, { id, read: changed }, changedBody);
  },
});

const kinds = {
  products: {
    at: () => '/products',
    listed: [],
    made: ['create products', 'read products'],
    changed: ['update products'],
    maker: async (context) => async () => {
      const { given, body, unique } = context;
      const product = await given.product();
      return ownRecord(context, path`/products/${product.id}`, product, () =>
        body.product({ ...product, name: unique.name('renamed') }),
      );
    },
  },
  stores: {
    at: ({ listStores }) => listStores,
    listed: ['list stores'],
    made: ['create stores', 'read stores'],
    changed: ['update stores'],
    maker: async (context) => async () => {
      const { given, body, unique } = context;
      const store = await given.store();
      return ownRecord(context, path`/stores/${store.id}`, store, () =>
        body.store({ ...store, name: unique.name('renamed') }),
      );
    },
  },
  carts: {
    at: ({ listCarts }) => listCarts,
    listed: ['list carts'],
    made: ['create carts', 'read carts'],
    changed: ['update carts'],
    maker: async (context) => {
      const { given, body, unique } = context;
      const owner = await given.owner();
      return async () => {
        const cart = await given.cart(owner);
        return ownRecord(context, path`/abandoned-carts/${cart.id}`, cart, () =>
          body.cart({ ...cart, externalId: unique.name('renamed') }),
        );
      };
    },
  },
  customers: {
    at: ({ listCustomers }) => listCustomers,
    listed: ['list customers'],
    made: ['create customers'],
    changed: [],
    maker: async (context) => async () => {
      const { given, body, unique } = context;
      const customer = await given.customer();
      return ownRecord(context, path`/customers/${customer.id}`, customer, () =>
        body.customer({ ...customer, firstName: unique.name('renamed') }),
      );
    },
  },
  coupons: {
    at: ({ listCoupons }) => listCoupons,
    listed: ['list coupons'],
    made: ['writes'],
    changed: [],
    maker: async (context) => {
      const { given, unique } = context;
      const { phone } = await given.owner();
      return async () => {
        const coupon = await given.coupon({ phone });
        return ownRecord(context, path`/coupons/${coupon.id}`, coupon, () => ({ externalId: unique.name('renamed') }));
      };
    },
  },
  orders: {
    at: ({ listOrders }) => listOrders,
    listed: ['list orders'],
    made: ['create orders'],
    changed: [],
    maker: async (context) => {
      const { given, body } = context;
      const owner = await given.owner();
      return async () => {
        const order = await given.order(owner);
        let status = order.status;
        return ownRecord(context, path`/orders/${order.id}`, order, () => {
          // at most one of these statuses starts a flow
          status = status === 'processing' ? 'canceled' : 'processing';
          return body.order({ ...order, status });
        });
      };
    },
  },
  users: { at: ({ listUsers }) => listUsers, listed: ['list users'] },
} as const satisfies Record<string, ListedKind>;

export type ListName = keyof typeof kinds;
export type MadeListName = Exclude<ListName, 'users'>;

/** The list with a documented path is three times as likely as any other. */
const documented = ['products', 'products', 'products'] as const;
const madeOpen = ['stores', 'carts', 'customers', 'coupons', 'orders'] as const satisfies readonly MadeListName[];

const isOffered = (profile: Profile, needs: readonly Capability[]): boolean =>
  missingCapabilities(profile, needs).length === 0;

export const readableLists = (profile: Profile): ListName[] => [
  ...documented,
  ...([...madeOpen, 'users'] as const).filter((name) => isOffered(profile, kinds[name].listed)),
];

/** The lists in which records can be created. A property that draws one needs `productsMade`. */
export const madeLists = (profile: Profile): MadeListName[] => [
  ...documented,
  ...madeOpen.filter((name) => isOffered(profile, [...kinds[name].listed, ...kinds[name].made])),
];
export const productsMade: readonly Capability[] = kinds.products.made;

export const canChange = (profile: Profile, name: MadeListName): boolean => isOffered(profile, kinds[name].changed);
export const productsChanged: readonly Capability[] = [...kinds.products.made, ...kinds.products.changed];

export const listPath = ({ paths }: CheckContext, name: ListName): string => kinds[name].at(paths);

/** Enough for a second page of any size. Lists without a documented path have fewer records, to save requests. */
const enoughProducts = 60;
const enoughOfOthers = 12;

/** A page of a list, after records were created for several pages if the profile says how. */
export const filled = async (
  context: CheckContext,
  name: ListName,
  read: () => Promise<Exchange>,
): Promise<Exchange> => {
  if (name === 'users') return await read();
  let making: Promise<() => Promise<OwnRecord>> | undefined;
  const given = async (): Promise<OwnRecord> => {
    making ??= recordMaker(context, name);
    const make = await making;
    return await make();
  };
  const atLeast = name === 'products' ? enoughProducts : enoughOfOthers;
  return await filledPage(context, { needs: kinds[name].made, given }, read, atLeast);
};

export const recordMaker = (context: CheckContext, name: MadeListName): Promise<() => Promise<OwnRecord>> =>
  kinds[name].maker(context);
