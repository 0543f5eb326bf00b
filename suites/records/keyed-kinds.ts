import { valueAt } from '../../core/json.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { methodOf, type Route } from '../../core/routes.ts';
import type { Body } from '../../fixtures/bodies.ts';
import type { Exchange } from '../../fixtures/exchange.ts';
import type { Capability } from '../capability.ts';
import type { CheckContext } from '../check-context.ts';
import { filledPath } from '../path.ts';
import type { Rule } from '../rule.ts';

/** A record with every value that could be mistaken for one of its keys. */
export interface Known {
  id: string;
  keys: Readonly<Record<string, string | undefined>>;
  /** A body that its PUT accepts. */
  body?: Body;
}

/** One kind of record that routes find by a key. */
export interface KeyedKind {
  /** With its article, at the start of a sentence. */
  title: string;
  statements: Rule['statements'];
  /** What it takes to create and read one. */
  needs: readonly Capability[];
  /** The routes that take a key. A deletion comes last. */
  routes: readonly Route[];
  /** Returns what creates one record after the other, all of the same customer, name and provider. */
  making(context: CheckContext): Promise<() => Promise<Known>>;
}

/** The name of the key in a route: `phone` in `GET /customers/phone/:phone`. */
export const keyIn = (route: Route): string => route.slice(route.lastIndexOf(':') + 1);

/** The paths at which lookups find a record. */
export const lookupsOf = ({ routes }: KeyedKind, { keys }: Known): string[] =>
  routes.filter((route) => methodOf(route) === 'GET').map((route) => filledPath(route, keys[keyIn(route)] ?? ''));

const textAt = ({ body }: Exchange, pointer: string): string | undefined => {
  const value = valueAt(body, pointer);
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/** Every kind of record that routes find by a key. */
export const keyedKinds = {
  customer: {
    title: 'A customer',
    statements: ['S035', 'S116', 'S117', 'S118', 'S119', 'S120', 'S201', 'S202'],
    needs: ['create customers'],
    routes: [
      'GET /customers/:id',
      'GET /customers/external/:externalId',
      'GET /customers/phone/:phone',
      'PUT /customers/:id',
      'DELETE /customers/:id',
    ],
    async making({ given, body, unique }) {
      const names = { firstName: unique.name('first'), lastName: unique.name('last') };
      return async () => {
        const { id, read: _, ...customer } = await given.customer(names);
        const { externalId, phone, email, firstName } = customer;
        return { id, keys: { id, externalId, phone, email, firstName }, body: body.customer(customer) };
      };
    },
  },
  product: {
    title: 'A product',
    statements: ['S035', 'S141', 'S203'],
    needs: ['create products', 'read products'],
    routes: [
      'GET /products/:id',
      'GET /products/external/:externalId',
      'GET /products/name/:name',
      'PUT /products/:id',
      'DELETE /products/:id',
    ],
    async making({ given, body, unique }) {
      const provider = unique.name('provider');
      return async () => {
        const { id, read: _, ...product } = await given.product({ provider });
        const { externalId, name } = product;
        return { id, keys: { id, externalId, name, provider }, body: body.product(product) };
      };
    },
  },
  order: {
    title: 'An order',
    statements: ['S035', 'S122', 'S123', 'S124', 'S125', 'S204', 'S205'],
    needs: ['create orders'],
    routes: ['GET /orders/:id', 'GET /orders/external/:externalId', 'PUT /orders/:id', 'DELETE /orders/:id'],
    async making({ given, body, unique }) {
      const owner = await given.owner();
      return async () => {
        const { id, read: _, ...order } = await given.order({ ...owner, couponCode: unique.name('code') });
        const { externalId, couponCode, phone, customerId, customerExternalId } = order;
        const { couponCode: __, ...plain } = order;
        return {
          id,
          keys: { id, externalId, couponCode, phone, customerId, customerExternalId },
          body: body.order(plain),
        };
      };
    },
  },
  store: {
    title: 'A store',
    statements: ['S035', 'S141', 'S207'],
    needs: ['create stores', 'read stores'],
    routes: ['GET /stores/:id', 'GET /stores/external/:externalId', 'PUT /stores/:id', 'DELETE /stores/:id'],
    async making({ given, body, unique }) {
      const name = unique.name('store');
      return async () => {
        const { id, read: _, ...store } = await given.store({ name });
        return { id, keys: { id, externalId: store.externalId, name }, body: body.store(store) };
      };
    },
  },
  cart: {
    title: 'An abandoned cart',
    statements: ['S035', 'S141', 'S206'],
    needs: ['create carts', 'read carts'],
    routes: [
      'GET /abandoned-carts/:id',
      'GET /abandoned-carts/external/:externalId',
      'PUT /abandoned-carts/:id',
      'DELETE /abandoned-carts/:id',
    ],
    async making({ given, body }) {
      const { phone, customerId } = await given.owner();
      const owner = { phone, ...omitUndefined({ customerId }) };
      return async () => {
        const { id, read: _, ...cart } = await given.cart(owner);
        return { id, keys: { id, externalId: cart.externalId, phone, customerId }, body: body.cart(cart) };
      };
    },
  },
  coupon: {
    title: 'A coupon',
    statements: ['S035', 'S129', 'S130', 'S131', 'S135', 'S136', 'S211', 'S212'],
    needs: ['writes'],
    routes: [
      'GET /coupons/:id',
      'GET /coupons/code/:code',
      'GET /coupons/external/:externalId',
      'PUT /coupons/:id',
      'PUT /coupons/code/:code',
    ],
    async making({ given }) {
      const { phone } = await given.owner();
      return async () => {
        const { id, read, code, externalId } = await given.coupon({ phone });
        const customer = {
          customerId: textAt(read, '/customer/id'),
          customerExternalId: textAt(read, '/customer/externalId'),
        };
        return { id, keys: { id, code, externalId, phone, ...customer }, body: { externalId } };
      };
    },
  },
  user: {
    title: 'A user',
    statements: ['S126', 'S127', 'S208', 'S209'],
    needs: ['known user'],
    routes: ['GET /users/:id', 'GET /users/email/:email'],
    async making({ users }) {
      const { id, email } = users.known();
      return async () => ({ id, keys: { id, email } });
    },
  },
} as const satisfies Record<string, KeyedKind>;
