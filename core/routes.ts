export type RouteDeed = 'lists' | 'reads' | 'creates' | 'updates' | 'deletes';

/** Every route that the document shows or that a profile can declare. */
export const routes = {
  'GET /products': 'lists',
  'GET /customers': 'lists',
  'GET /orders': 'lists',
  'GET /stores': 'lists',
  'GET /abandoned-carts': 'lists',
  'GET /coupons': 'lists',
  'GET /users': 'lists',
  'GET /customers/:id': 'reads',
  'GET /customers/external/:externalId': 'reads',
  'GET /customers/phone/:phone': 'reads',
  'GET /products/:id': 'reads',
  'GET /products/external/:externalId': 'reads',
  'GET /products/name/:name': 'reads',
  'GET /orders/:id': 'reads',
  'GET /orders/external/:externalId': 'reads',
  'GET /stores/:id': 'reads',
  'GET /stores/external/:externalId': 'reads',
  'GET /abandoned-carts/:id': 'reads',
  'GET /abandoned-carts/external/:externalId': 'reads',
  'GET /users/:id': 'reads',
  'GET /users/email/:email': 'reads',
  'GET /coupons/:id': 'reads',
  'GET /coupons/code/:code': 'reads',
  'GET /coupons/external/:externalId': 'reads',
  'GET /coupons/order/:orderId': 'reads',
  'GET /coupons-config': 'reads',
  'POST /customers': 'creates',
  'POST /products': 'creates',
  'POST /orders': 'creates',
  'POST /stores': 'creates',
  'POST /abandoned-carts': 'creates',
  'POST /coupons': 'creates',
  'POST /coupons/shared': 'creates',
  'POST /webhooks': 'creates',
  'PUT /customers/:id': 'updates',
  'PUT /products/:id': 'updates',
  'PUT /orders/:id': 'updates',
  'PUT /stores/:id': 'updates',
  'PUT /abandoned-carts/:id': 'updates',
  'PUT /coupons/:id': 'updates',
  'PUT /coupons/code/:code': 'updates',
  'PUT /webhooks/:id': 'updates',
  'DELETE /customers/:id': 'deletes',
  'DELETE /products/:id': 'deletes',
  'DELETE /orders/:id': 'deletes',
  'DELETE /stores/:id': 'deletes',
  'DELETE /abandoned-carts/:id': 'deletes',
  'DELETE /users/:id': 'deletes',
  'DELETE /webhooks/:id': 'deletes',
} as const satisfies Record<`${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`, RouteDeed>;

export type Route = keyof typeof routes;

const isRoute = (text: string): text is Route => Object.hasOwn(routes, text);
export const allRoutes: readonly Route[] = Object.keys(routes).filter(isRoute);

export const routesThat = (...deeds: readonly RouteDeed[]): Route[] =>
  allRoutes.filter((route) => deeds.includes(routes[route]));

export const methodOf = (route: Route): string => route.slice(0, route.indexOf(' '));
