import type { Capability } from './capability.ts';
import type { CheckContext, OpenPaths } from './check-context.ts';

/** What a route does with records. */
export type RouteDeed = 'lists' | 'reads' | 'creates' | 'updates' | 'deletes';

interface RouteFacts {
  does: RouteDeed;
  /** What the profile must offer for the route to be known. */
  needs: readonly Capability[];
  /** Where the profile declares the path, when the document does not show it. */
  at?: keyof OpenPaths;
}

/** Every route that the document shows or that a profile can declare, by its method and documented path. */
export const routes = {
  'GET /products': { does: 'lists', needs: [] },
  'GET /customers': { does: 'lists', needs: ['list customers'], at: 'listCustomers' },
  'GET /orders': { does: 'lists', needs: ['list orders'], at: 'listOrders' },
  'GET /stores': { does: 'lists', needs: ['list stores'], at: 'listStores' },
  'GET /abandoned-carts': { does: 'lists', needs: ['list carts'], at: 'listCarts' },
  'GET /coupons': { does: 'lists', needs: ['list coupons'], at: 'listCoupons' },
  'GET /users': { does: 'lists', needs: ['list users'], at: 'listUsers' },
  'GET /customers/:id': { does: 'reads', needs: [] },
  'GET /customers/external/:externalId': { does: 'reads', needs: [] },
  'GET /customers/phone/:phone': { does: 'reads', needs: [] },
  'GET /products/:id': { does: 'reads', needs: ['read products'] },
  'GET /products/external/:externalId': { does: 'reads', needs: ['read products'] },
  'GET /products/name/:name': { does: 'reads', needs: ['read products'] },
  'GET /orders/:id': { does: 'reads', needs: [] },
  'GET /orders/external/:externalId': { does: 'reads', needs: [] },
  'GET /stores/:id': { does: 'reads', needs: ['read stores'] },
  'GET /stores/external/:externalId': { does: 'reads', needs: ['read stores'] },
  'GET /abandoned-carts/:id': { does: 'reads', needs: ['read carts'] },
  'GET /abandoned-carts/external/:externalId': { does: 'reads', needs: ['read carts'] },
  'GET /users/:id': { does: 'reads', needs: [] },
  'GET /users/email/:email': { does: 'reads', needs: [] },
  'GET /coupons/:id': { does: 'reads', needs: [] },
  'GET /coupons/code/:code': { does: 'reads', needs: [] },
  'GET /coupons/external/:externalId': { does: 'reads', needs: [] },
  'GET /coupons/order/:orderId': { does: 'reads', needs: [] },
  'GET /coupons-config': { does: 'reads', needs: ['coupons config'] },
  'POST /customers': { does: 'creates', needs: ['create customers'], at: 'createCustomer' },
  'POST /products': { does: 'creates', needs: ['create products'], at: 'createProduct' },
  'POST /orders': { does: 'creates', needs: ['writes'] },
  'POST /stores': { does: 'creates', needs: ['create stores'], at: 'createStore' },
  'POST /abandoned-carts': { does: 'creates', needs: ['create carts'], at: 'createCart' },
  'POST /coupons': { does: 'creates', needs: ['writes'] },
  'POST /coupons/shared': { does: 'creates', needs: ['writes'] },
  'POST /webhooks': { does: 'creates', needs: ['writes'] },
  'PUT /customers/:id': { does: 'updates', needs: ['writes'] },
  'PUT /products/:id': { does: 'updates', needs: ['update products'] },
  'PUT /orders/:id': { does: 'updates', needs: ['writes'] },
  'PUT /stores/:id': { does: 'updates', needs: ['update stores'] },
  'PUT /abandoned-carts/:id': { does: 'updates', needs: ['update carts'] },
  'PUT /coupons/:id': { does: 'updates', needs: ['writes'] },
  'PUT /coupons/code/:code': { does: 'updates', needs: ['writes'] },
  'PUT /webhooks/:id': { does: 'updates', needs: ['writes'] },
  'DELETE /customers/:id': { does: 'deletes', needs: ['writes'] },
  'DELETE /products/:id': { does: 'deletes', needs: ['delete products'] },
  'DELETE /orders/:id': { does: 'deletes', needs: ['writes'] },
  'DELETE /stores/:id': { does: 'deletes', needs: ['delete stores'] },
  'DELETE /abandoned-carts/:id': { does: 'deletes', needs: ['delete carts'] },
  'DELETE /users/:id': { does: 'deletes', needs: ['writes'] },
  'DELETE /webhooks/:id': { does: 'deletes', needs: ['writes'] },
} as const satisfies Record<`${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`, RouteFacts>;

export type Route = keyof typeof routes;

const isRoute = (text: string): text is Route => Object.hasOwn(routes, text);
export const allRoutes: readonly Route[] = Object.keys(routes).filter(isRoute);

const factsOf = (route: Route): RouteFacts => routes[route];

/** The routes that do one of these. */
export const routesThat = (...deeds: readonly RouteDeed[]): Route[] =>
  allRoutes.filter((route) => deeds.includes(routes[route].does));

/** Every list with what the profile must offer for its path to be known. */
export const listRoutes = routesThat('lists').map((route) => ({ route, needs: factsOf(route).needs }));

export const methodOf = (route: Route): string => route.slice(0, route.indexOf(' '));

/** The path of a route with its variable part filled in; undefined when nothing shows the path. */
export const pathOf = (
  { paths, offers }: Pick<CheckContext, 'paths' | 'offers'>,
  route: Route,
  value: string,
): string | undefined => {
  const { at, needs } = factsOf(route);
  if (at !== undefined) return offers(needs) ? paths[at] : undefined;
  return route.slice(route.indexOf('/')).replace(/:\w+$/, encodeURIComponent(value));
};
