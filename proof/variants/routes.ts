import { omitUndefined } from '../../core/omit-undefined.ts';
import type { Profile } from '../../fixtures/profile/profile.ts';
import type { OpenRoute } from '../../platform/routes.ts';
import type { Capability } from '../../suites/capability.ts';
import type { Variant } from './variant.ts';

type Resources = Profile['resources'];
type WithoutRoutes = (resources: Resources) => Partial<Resources>;
type Open = 'customers' | 'products' | 'stores' | 'abandonedCarts';

const open = 'Whether there is such a route, or under which method, is not shown';
const source = 'Endpoints › Endpoints table';

/** A target without some of the open routes. */
interface Missing {
  name: string;
  /** Ends the sentence "a target that …". */
  text: string;
  absent: OpenRoute[];
  /** The part of the profile that says so. */
  resources: WithoutRoutes;
  lacks: readonly Capability[];
}

const withoutPath =
  (path: 'create' | 'list') =>
  (resource: Open): WithoutRoutes =>
  (resources) => {
    const { [path]: _, ...rest } = resources[resource] || {};
    return { [resource]: rest };
  };

const withoutMethod =
  (method: 'GET' | 'PUT' | 'DELETE') =>
  (resource: Open): WithoutRoutes =>
  (resources) => {
    const declared = resources[resource] || {};
    return { [resource]: { ...declared, methods: (declared.methods ?? []).filter((each) => each !== method) } };
  };

/** What a target may lack, with the end of its name, its text up to the records, and the profile. */
const lacks = {
  create: ['uncreated', 'shows no path that creates', withoutPath('create')],
  list: ['unlisted', 'lists no', withoutPath('list')],
  read: ['unread', 'shows no single', withoutMethod('GET')],
  update: ['unchanged', 'changes no', withoutMethod('PUT')],
  delete: ['undeleted', 'deletes no', withoutMethod('DELETE')],
} as const;

const plurals = { customers: 'customers', products: 'products', stores: 'stores', abandonedCarts: 'abandoned carts' };

const lacking = (
  resource: Open,
  capability: Capability & `${keyof typeof lacks} ${string}`,
  ...absent: OpenRoute[]
): Missing => {
  const [what, records] = capability.split(' ') as [keyof typeof lacks, string];
  const [ending, text, without] = lacks[what];
  return {
    name: `${records}-${ending}`,
    text: `${text} ${plurals[resource]}`,
    absent,
    resources: without(resource),
    lacks: [capability],
  };
};

const missing: readonly Missing[] = [
  lacking('customers', 'list customers', 'GET /customers'),
  lacking('customers', 'create customers', 'POST /customers'),
  lacking('products', 'create products', 'POST /products'),
  lacking(
    'products',
    'read products',
    'GET /products/:id',
    'GET /products/external/:externalId',
    'GET /products/name/:name',
  ),
  lacking('products', 'update products', 'PUT /products/:id'),
  lacking('products', 'delete products', 'DELETE /products/:id'),
  {
    name: 'orders-unlisted',
    text: 'lists no orders',
    absent: ['GET /orders'],
    resources: ({ orders }) => (orders ? { orders: { body: orders.body } } : {}),
    lacks: ['list orders'],
  },
  lacking('abandonedCarts', 'list carts', 'GET /abandoned-carts'),
  lacking('abandonedCarts', 'create carts', 'POST /abandoned-carts'),
  lacking('abandonedCarts', 'read carts', 'GET /abandoned-carts/:id', 'GET /abandoned-carts/external/:externalId'),
  lacking('abandonedCarts', 'update carts', 'PUT /abandoned-carts/:id'),
  lacking('abandonedCarts', 'delete carts', 'DELETE /abandoned-carts/:id'),
  lacking('stores', 'list stores', 'GET /stores'),
  lacking('stores', 'create stores', 'POST /stores'),
  lacking('stores', 'read stores', 'GET /stores/:id', 'GET /stores/external/:externalId'),
  lacking('stores', 'update stores', 'PUT /stores/:id'),
  lacking('stores', 'delete stores', 'DELETE /stores/:id'),
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

const variantOf = ({ name, text, absent, resources, lacks: needs }: Missing): Variant => ({
  name,
  text,
  open,
  source,
  options: { choices: { absentRoutes: absent } },
  profile: (profile) => ({ ...profile, resources: { ...profile.resources, ...resources(profile.resources) } }),
  unverified: [{ cause: 'not-declared', needs }],
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
    { cause: 'not-declared', rules: ['PAG-28', 'PAG-29', 'PAG-30', 'PAG-31', 'PAG-32'] },
    {
      cause: 'not-offered',
      needs: ['create stores', 'list stores', 'read stores', 'create carts', 'list carts', 'read carts'],
    },
  ],
};

export const routes: readonly Variant[] = [...missing.map(variantOf), noResource];
