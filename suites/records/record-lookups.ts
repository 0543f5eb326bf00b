import type { Route } from '../../core/routes.ts';
import type { Exchange } from '../../fixtures/exchange.ts';
import type { Capability } from '../capability.ts';
import type { CheckContext } from '../check-context.ts';
import { path } from '../path.ts';

/** Every way to look up one kind of record. */
export interface RecordLookups {
  needs: readonly Capability[];
  routes: readonly Route[];
  /** A record with the path of each route at which it is found. */
  given(context: CheckContext): Promise<Partial<Record<Route, string>>>;
}

export const recordLookups: readonly RecordLookups[] = [
  {
    needs: ['create customers'],
    routes: ['GET /customers/:id', 'GET /customers/external/:externalId', 'GET /customers/phone/:phone'],
    async given({ given }) {
      const { id, externalId, phone } = await given.customer();
      return {
        'GET /customers/:id': path`/customers/${id}`,
        'GET /customers/external/:externalId': path`/customers/external/${externalId}`,
        'GET /customers/phone/:phone': path`/customers/phone/${phone}`,
      };
    },
  },
  {
    needs: ['create products', 'read products'],
    routes: ['GET /products/:id', 'GET /products/external/:externalId', 'GET /products/name/:name'],
    async given({ given }) {
      const { id, externalId, name } = await given.product();
      return {
        'GET /products/:id': path`/products/${id}`,
        'GET /products/external/:externalId': path`/products/external/${externalId}`,
        'GET /products/name/:name': path`/products/name/${name}`,
      };
    },
  },
  {
    needs: ['create orders'],
    routes: ['GET /orders/:id', 'GET /orders/external/:externalId'],
    async given({ given }) {
      const { id, externalId = '' } = await given.order();
      return {
        'GET /orders/:id': path`/orders/${id}`,
        'GET /orders/external/:externalId': path`/orders/external/${externalId}`,
      };
    },
  },
  {
    needs: ['create stores', 'read stores'],
    routes: ['GET /stores/:id', 'GET /stores/external/:externalId'],
    async given({ given }) {
      const { id, externalId = '' } = await given.store();
      return {
        'GET /stores/:id': path`/stores/${id}`,
        'GET /stores/external/:externalId': path`/stores/external/${externalId}`,
      };
    },
  },
  {
    needs: ['create carts', 'read carts'],
    routes: ['GET /abandoned-carts/:id', 'GET /abandoned-carts/external/:externalId'],
    async given({ given }) {
      const { id, externalId = '' } = await given.cart();
      return {
        'GET /abandoned-carts/:id': path`/abandoned-carts/${id}`,
        'GET /abandoned-carts/external/:externalId': path`/abandoned-carts/external/${externalId}`,
      };
    },
  },
  {
    needs: ['writes'],
    routes: ['GET /coupons/:id', 'GET /coupons/code/:code', 'GET /coupons/external/:externalId'],
    async given({ given }) {
      const { id, code, externalId = '' } = await given.coupon();
      return {
        'GET /coupons/:id': path`/coupons/${id}`,
        'GET /coupons/code/:code': path`/coupons/code/${code}`,
        'GET /coupons/external/:externalId': path`/coupons/external/${externalId}`,
      };
    },
  },
  {
    needs: ['known user'],
    routes: ['GET /users/:id', 'GET /users/email/:email'],
    async given({ users }) {
      const { id, email } = users.known();
      return { 'GET /users/:id': path`/users/${id}`, 'GET /users/email/:email': path`/users/email/${email}` };
    },
  },
];

/** Fields that identify a record. */
const identifying = ['id', 'externalId', 'code', 'name', 'phone', 'email'];

/** The values that identify a record and are not in the path of the lookup, which an error may repeat. */
export const identifyingValues = ({ body, request }: Exchange): string[] => {
  const asked = decodeURIComponent(request.path);
  return Object.entries(Object(body)).flatMap(([key, value]) =>
    identifying.includes(key) && typeof value === 'string' && value !== '' && !asked.includes(value) ? [value] : [],
  );
};
