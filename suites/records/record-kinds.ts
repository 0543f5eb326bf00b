import { valueAt } from '../../core/json.ts';
import type { Body } from '../../fixtures/bodies.ts';
import type { Exchange } from '../../fixtures/exchange.ts';
import type { Capability } from '../capability.ts';
import type { CheckContext, GivenRecord, Unique } from '../check-context.ts';
import { path } from '../path.ts';

/** A body that the target accepts, and the path of the record that it creates. */
interface Creation {
  body: Body;
  lookup: string;
}

/** One kind of record that partners create, for rules about all kinds. */
export interface RecordKind {
  name: 'customer' | 'product' | 'order' | 'store' | 'abandoned cart' | 'coupon' | 'shared coupon';
  /** With its article, at the start of a sentence. */
  title: string;
  /** What it takes to create and read one. */
  needs: readonly Capability[];
  /** The document does not show what its lookups return. */
  hasOpenBody?: true;
  given(context: CheckContext): Promise<GivenRecord & { externalId: unknown }>;
  /** Where one is created, and a source of fresh bodies for it, with this `externalId` if one is given. */
  creating(context: CheckContext): Promise<{ createPath: string; fresh(externalId?: string): Creation }>;
}

export const recordKinds = {
  customer: {
    name: 'customer',
    hasOpenBody: true,
    title: 'A customer',
    needs: ['create customers'],
    given: ({ given }) => given.customer(),
    creating: async ({ body, paths, unique }) => ({
      createPath: paths.createCustomer,
      fresh() {
        const phone = unique.phone();
        return { body: body.customer({ phone }), lookup: path`/customers/phone/${phone}` };
      },
    }),
  },
  product: {
    name: 'product',
    hasOpenBody: true,
    title: 'A product',
    needs: ['create products', 'read products'],
    given: ({ given }) => given.product(),
    creating: async ({ body, paths, unique }) => ({
      createPath: paths.createProduct,
      fresh(externalId = unique.name('product')) {
        return { body: body.product({ externalId }), lookup: path`/products/external/${externalId}` };
      },
    }),
  },
  order: {
    name: 'order',
    title: 'An order',
    needs: ['create orders'],
    given: ({ given }) => given.order(),
    creating: async ({ body, given, unique }) => {
      // further orders name the customer of the first one
      const first = await given.order();
      return {
        createPath: '/orders',
        fresh(externalId = unique.name('order')) {
          return { body: body.order({ ...first, externalId }), lookup: path`/orders/external/${externalId}` };
        },
      };
    },
  },
  store: {
    name: 'store',
    hasOpenBody: true,
    title: 'A store',
    needs: ['create stores', 'read stores'],
    given: ({ given }) => given.store(),
    creating: async ({ body, paths, unique }) => ({
      createPath: paths.createStore,
      fresh(externalId = unique.name('store')) {
        return { body: body.store({ externalId }), lookup: path`/stores/external/${externalId}` };
      },
    }),
  },
  cart: {
    name: 'abandoned cart',
    hasOpenBody: true,
    title: 'An abandoned cart',
    needs: ['create carts', 'read carts'],
    given: ({ given }) => given.cart(),
    creating: async ({ body, given, paths, unique }) => {
      const first = await given.cart();
      return {
        createPath: paths.createCart,
        fresh(externalId = unique.name('cart')) {
          return { body: body.cart({ ...first, externalId }), lookup: path`/abandoned-carts/external/${externalId}` };
        },
      };
    },
  },
  coupon: {
    name: 'coupon',
    title: 'A coupon',
    needs: ['writes'],
    given: ({ given }) => given.coupon(),
    creating: async ({ body, given, unique }) => {
      const { phone } = await given.coupon();
      return {
        createPath: '/coupons',
        fresh(externalId = unique.name('external')) {
          const code = unique.name('code');
          return { body: body.coupon({ phone, code, externalId }), lookup: path`/coupons/code/${code}` };
        },
      };
    },
  },
  sharedCoupon: {
    name: 'shared coupon',
    title: 'A shared coupon',
    needs: ['shared coupons'],
    given: ({ given }) => given.sharedCoupon(),
    creating: async ({ body, unique }) => ({
      createPath: '/coupons/shared',
      fresh() {
        const code = unique.name('shared');
        return { body: body.sharedCoupon({ code }), lookup: path`/coupons/code/${code}` };
      },
    }),
  },
} as const satisfies Record<string, RecordKind>;

/** A change, and how a lookup shows it. */
interface Change {
  body: Body;
  isMade(read: Exchange): boolean;
}

/** A PUT of one kind of record, for rules about all of them. */
export interface RecordUpdate {
  route: string;
  kind: RecordKind['name'];
  needs: readonly Capability[];
  /** A record with the path of its PUT, the path at which it is read, and a source of changes. */
  given(context: CheckContext): Promise<{ putPath: string; lookup: string; change(): Change }>;
}

/** Changes a text field to a new value each time. */
const renaming = (unique: Unique, bodyWith: (text: string) => Body) => (): Change => {
  const text = unique.name('renamed');
  return { body: bodyWith(text), isMade: (read) => read.text.includes(text) };
};

export const recordUpdates = {
  customer: {
    route: 'PUT /customers/:id',
    kind: 'customer',
    needs: ['create customers'],
    async given({ given, body, unique }) {
      const customer = await given.customer();
      const at = path`/customers/${customer.id}`;
      return {
        putPath: at,
        lookup: at,
        change: renaming(unique, (firstName) => body.customer({ ...customer, firstName })),
      };
    },
  },
  product: {
    route: 'PUT /products/:id',
    kind: 'product',
    needs: ['create products', 'read products', 'update products'],
    async given({ given, body, unique }) {
      const product = await given.product();
      const at = path`/products/${product.id}`;
      return { putPath: at, lookup: at, change: renaming(unique, (name) => body.product({ ...product, name })) };
    },
  },
  order: {
    route: 'PUT /orders/:id',
    kind: 'order',
    needs: ['create orders'],
    async given({ given, body }) {
      const order = await given.order();
      const at = path`/orders/${order.id}`;
      return {
        putPath: at,
        lookup: at,
        change: () => ({
          body: body.order({ ...order, status: 'canceled' }),
          isMade: (read) => valueAt(read.body, '/status') === 'canceled',
        }),
      };
    },
  },
  store: {
    route: 'PUT /stores/:id',
    kind: 'store',
    needs: ['create stores', 'read stores', 'update stores'],
    async given({ given, body, unique }) {
      const store = await given.store();
      const at = path`/stores/${store.id}`;
      return { putPath: at, lookup: at, change: renaming(unique, (name) => body.store({ ...store, name })) };
    },
  },
  cart: {
    route: 'PUT /abandoned-carts/:id',
    kind: 'abandoned cart',
    needs: ['create carts', 'read carts', 'update carts'],
    async given({ given, body, unique }) {
      const cart = await given.cart();
      const at = path`/abandoned-carts/${cart.id}`;
      return { putPath: at, lookup: at, change: renaming(unique, (externalId) => body.cart({ ...cart, externalId })) };
    },
  },
  couponById: {
    route: 'PUT /coupons/:id',
    kind: 'coupon',
    needs: ['writes'],
    async given({ given, unique }) {
      const coupon = await given.coupon();
      return {
        putPath: path`/coupons/${coupon.id}`,
        lookup: path`/coupons/code/${coupon.code}`,
        change: renaming(unique, (externalId) => ({ externalId })),
      };
    },
  },
  couponByCode: {
    route: 'PUT /coupons/code/:code',
    kind: 'coupon',
    needs: ['writes'],
    async given({ given, unique }) {
      const coupon = await given.coupon();
      const at = path`/coupons/code/${coupon.code}`;
      return { putPath: at, lookup: at, change: renaming(unique, (externalId) => ({ externalId })) };
    },
  },
} as const satisfies Record<string, RecordUpdate>;

/**
 * A DELETE of one kind of record. Those of users and webhooks return or do something else, so they are not included.
 */
export interface RecordRemoval {
  route: string;
  needs: readonly Capability[];
  /** A record and the path that deletes and shows it. */
  given(context: CheckContext): Promise<string>;
}

type Deletable = 'customer' | 'product' | 'order' | 'store' | 'cart';

const removal = (kind: Deletable, root: string, ...methods: readonly Capability[]): RecordRemoval => ({
  route: `DELETE ${root}/:id`,
  needs: [...recordKinds[kind].needs, ...methods],
  given: async ({ given }) => root + path`/${(await given[kind]()).id}`,
});

export const recordRemovals = {
  customer: removal('customer', '/customers'),
  product: removal('product', '/products', 'delete products'),
  order: removal('order', '/orders'),
  store: removal('store', '/stores', 'delete stores'),
  cart: removal('cart', '/abandoned-carts', 'delete carts'),
} satisfies Record<Deletable, RecordRemoval>;
