import { omitUndefined } from '../../core/omit-undefined.ts';
import type { Profile } from '../../fixtures/profile/profile.ts';
import type { OpenRoute } from '../../platform/routes.ts';
import type { Capability } from '../../suites/capability.ts';
import type { Unverified, Variant } from './variant.ts';

type Resources = Profile['resources'];
type Open = 'customers' | 'products' | 'stores' | 'abandonedCarts';

interface Missing {
  name: string;
  /** Ends the sentence "a target that …". */
  text: string;
  absent: OpenRoute[];
  /** How a profile says so. */
  resources(resources: Resources): Partial<Resources>;
  lacks: readonly Capability[];
  unverified?: readonly Unverified[];
}

const open = 'Whether there is such a route, or under which method, is not shown';
const source = 'Endpoints › Endpoints table';

const without =
  (resource: Open, ...parts: ('create' | 'list')[]) =>
  (resources: Resources): Partial<Resources> => {
    const declared = resources[resource];
    if (!declared) return {};
    const { create, list, ...rest } = declared;
    return {
      [resource]: {
        ...rest,
        ...(create && !parts.includes('create') ? { create } : {}),
        ...(list && !parts.includes('list') ? { list } : {}),
      },
    };
  };

const withoutMethod =
  (resource: Open, method: 'GET' | 'PUT' | 'DELETE') =>
  (resources: Resources): Partial<Resources> => {
    const declared = resources[resource];
    if (!declared) return {};
    return { [resource]: { ...declared, methods: (declared.methods ?? []).filter((each) => each !== method) } };
  };

const missing: readonly Missing[] = [
  {
    name: 'customers-unlisted',
    text: 'lists no customers',
    absent: ['GET /customers'],
    resources: without('customers', 'list'),
    lacks: ['list customers'],
  },
  {
    name: 'customers-uncreated',
    text: 'shows no path that creates customers',
    absent: ['POST /customers'],
    resources: without('customers', 'create'),
    lacks: ['create customers'],
  },
  {
    name: 'products-uncreated',
    text: 'shows no path that creates products',
    absent: ['POST /products'],
    resources: without('products', 'create'),
    lacks: ['create products'],
  },
  {
    name: 'products-unread',
    text: 'shows no single products',
    absent: ['GET /products/:id', 'GET /products/external/:externalId', 'GET /products/name/:name'],
    resources: withoutMethod('products', 'GET'),
    lacks: ['read products'],
  },
  {
    name: 'products-unchanged',
    text: 'changes no products',
    absent: ['PUT /products/:id'],
    resources: withoutMethod('products', 'PUT'),
    lacks: ['update products'],
  },
  {
    name: 'products-undeleted',
    text: 'deletes no products',
    absent: ['DELETE /products/:id'],
    resources: withoutMethod('products', 'DELETE'),
    lacks: ['delete products'],
  },
  {
    name: 'orders-unlisted',
    text: 'lists no orders',
    absent: ['GET /orders'],
    resources: ({ orders }) => (orders ? { orders: { body: orders.body } } : {}),
    lacks: ['list orders'],
  },
  {
    name: 'carts-unlisted',
    text: 'lists no abandoned carts',
    absent: ['GET /abandoned-carts'],
    resources: without('abandonedCarts', 'list'),
    lacks: ['list carts'],
  },
  {
    name: 'carts-uncreated',
    text: 'shows no path that creates abandoned carts',
    absent: ['POST /abandoned-carts'],
    resources: without('abandonedCarts', 'create'),
    lacks: ['create carts'],
  },
  {
    name: 'carts-unread',
    text: 'shows no single abandoned carts',
    absent: ['GET /abandoned-carts/:id', 'GET /abandoned-carts/external/:externalId'],
    resources: withoutMethod('abandonedCarts', 'GET'),
    lacks: ['read carts'],
  },
  {
    name: 'carts-unchanged',
    text: 'changes no abandoned carts',
    absent: ['PUT /abandoned-carts/:id'],
    resources: withoutMethod('abandonedCarts', 'PUT'),
    lacks: ['update carts'],
  },
  {
    name: 'carts-undeleted',
    text: 'deletes no abandoned carts',
    absent: ['DELETE /abandoned-carts/:id'],
    resources: withoutMethod('abandonedCarts', 'DELETE'),
    lacks: ['delete carts'],
  },
  {
    name: 'stores-unlisted',
    text: 'lists no stores',
    absent: ['GET /stores'],
    resources: without('stores', 'list'),
    lacks: ['list stores'],
  },
  {
    name: 'stores-uncreated',
    text: 'shows no path that creates stores',
    absent: ['POST /stores'],
    resources: without('stores', 'create'),
    lacks: ['create stores'],
  },
  {
    name: 'stores-unread',
    text: 'shows no single stores',
    absent: ['GET /stores/:id', 'GET /stores/external/:externalId'],
    resources: withoutMethod('stores', 'GET'),
    lacks: ['read stores'],
  },
  {
    name: 'stores-unchanged',
    text: 'changes no stores',
    absent: ['PUT /stores/:id'],
    resources: withoutMethod('stores', 'PUT'),
    lacks: ['update stores'],
  },
  {
    name: 'stores-undeleted',
    text: 'deletes no stores',
    absent: ['DELETE /stores/:id'],
    resources: withoutMethod('stores', 'DELETE'),
    lacks: ['delete stores'],
  },
  {
    name: 'users-unlisted',
    text: 'lists no users',
    absent: ['GET /users'],
    resources: () => ({ users: {} }),
    lacks: ['list users'],
  },
  {
    name: 'coupons-unlisted',
    text: 'lists no coupons',
    absent: ['GET /coupons'],
    resources: () => ({ coupons: {} }),
    lacks: ['list coupons', 'provider coupons'],
  },
];

const absentRoute = ({ name, text, absent, resources, lacks, unverified = [] }: Missing): Variant => ({
  name,
  text,
  open,
  source,
  options: { choices: { absentRoutes: absent } },
  profile: (profile) => ({ ...profile, resources: { ...profile.resources, ...resources(profile.resources) } }),
  unverified: [{ cause: 'not-declared', needs: lacks }, ...unverified],
});

const noResource: Variant = {
  name: 'open-routes-none',
  text: 'has none of the routes that the document leaves open: no customers, carts and stores to create, no list but that of products',
  open,
  source,
  options: { choices: { absentRoutes: missing.flatMap(({ absent }) => absent) } },
  profile: (profile) => {
    const { orders, sharedCoupons, webhooks } = profile.resources;
    return {
      ...profile,
      resources: {
        customers: {},
        products: {},
        stores: false,
        abandonedCarts: false,
        ...(orders ? { orders: { body: orders.body } } : {}),
        ...omitUndefined({ sharedCoupons, webhooks }),
      },
    };
  },
  unverified: [
    {
      cause: 'not-declared',
      needs: [
        'create customers',
        'list customers',
        'create products',
        'read products',
        'list orders',
        'list users',
        'list coupons',
        'provider coupons',
      ],
    },
    { cause: 'not-declared', rules: ['PAG-28', 'PAG-29', 'PAG-30', 'PAG-31'] },
    {
      cause: 'not-offered',
      needs: ['create stores', 'list stores', 'read stores', 'create carts', 'list carts', 'read carts'],
    },
  ],
};

/** Each open route absent in turn, and all of them. */
export const routes: readonly Variant[] = [...missing.map(absentRoute), noResource];
