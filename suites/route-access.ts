import { methodOf, type Route, routesThat } from '../core/routes.ts';
import type { Capability } from './capability.ts';
import type { CheckContext, OpenPaths } from './check-context.ts';
import { filledPath } from './path.ts';

interface Access {
  /** What the profile must offer for the route to be known. */
  needs: readonly Capability[];
  /** The declared path, if the document does not show it. */
  at?: keyof OpenPaths;
}

/** Routes that need something of the profile besides permission to write. The document shows the paths of the others. */
const access: Readonly<Partial<Record<Route, Access>>> = {
  'GET /customers': { needs: ['list customers'], at: 'listCustomers' },
  'GET /orders': { needs: ['list orders'], at: 'listOrders' },
  'GET /stores': { needs: ['list stores'], at: 'listStores' },
  'GET /abandoned-carts': { needs: ['list carts'], at: 'listCarts' },
  'GET /coupons': { needs: ['list coupons'], at: 'listCoupons' },
  'GET /users': { needs: ['list users'], at: 'listUsers' },
  'GET /products/:id': { needs: ['read products'] },
  'GET /products/external/:externalId': { needs: ['read products'] },
  'GET /products/name/:name': { needs: ['read products'] },
  'GET /stores/:id': { needs: ['read stores'] },
  'GET /stores/external/:externalId': { needs: ['read stores'] },
  'GET /abandoned-carts/:id': { needs: ['read carts'] },
  'GET /abandoned-carts/external/:externalId': { needs: ['read carts'] },
  'GET /coupons-config': { needs: ['coupons config'] },
  'POST /customers': { needs: ['create customers'], at: 'createCustomer' },
  'POST /products': { needs: ['create products'], at: 'createProduct' },
  'POST /stores': { needs: ['create stores'], at: 'createStore' },
  'POST /abandoned-carts': { needs: ['create carts'], at: 'createCart' },
  'PUT /products/:id': { needs: ['update products'] },
  'PUT /stores/:id': { needs: ['update stores'] },
  'PUT /abandoned-carts/:id': { needs: ['update carts'] },
  'DELETE /products/:id': { needs: ['delete products'] },
  'DELETE /stores/:id': { needs: ['delete stores'] },
  'DELETE /abandoned-carts/:id': { needs: ['delete carts'] },
};

/** What the profile must offer for a route to be known. */
export const needsOf = (route: Route): readonly Capability[] =>
  access[route]?.needs ?? (methodOf(route) === 'GET' ? [] : ['writes']);

/** Every list, with what the profile must offer for it. */
export const listRoutes = routesThat('lists').map((route) => ({ route, needs: needsOf(route) }));

/** The path of a route with a value in it; `undefined` if the profile does not declare the path. */
export const pathOf = (
  { paths, offers }: Pick<CheckContext, 'paths' | 'offers'>,
  route: Route,
  value: string,
): string | undefined => {
  const at = access[route]?.at;
  if (at !== undefined) return offers(needsOf(route)) ? paths[at] : undefined;
  return filledPath(route, value);
};
