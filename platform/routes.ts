/** The routes that the document shows with their methods. */
export const shownRoutes = [
  'GET /products',
  'GET /customers/:id',
  'GET /customers/external/:externalId',
  'GET /customers/phone/:phone',
  'PUT /customers/:id',
  'DELETE /customers/:id',
  'POST /orders',
  'GET /orders/:id',
  'GET /orders/external/:externalId',
  'PUT /orders/:id',
  'DELETE /orders/:id',
  'GET /users/:id',
  'GET /users/email/:email',
  'DELETE /users/:id',
  'GET /coupons/:id',
  'GET /coupons/code/:code',
  'GET /coupons/external/:externalId',
  'GET /coupons/order/:orderId',
  'POST /coupons',
  'POST /coupons/shared',
  'PUT /coupons/:id',
  'PUT /coupons/code/:code',
  'GET /coupons-config',
  'POST /webhooks',
  'PUT /webhooks/:id',
  'DELETE /webhooks/:id',
] as const;

/** The routes whose existence, method or path the document leaves open. */
export const openRoutes = [
  'GET /customers',
  'POST /customers',
  'POST /products',
  'GET /products/:id',
  'GET /products/external/:externalId',
  'GET /products/name/:name',
  'PUT /products/:id',
  'DELETE /products/:id',
  'GET /orders',
  'GET /abandoned-carts',
  'POST /abandoned-carts',
  'GET /abandoned-carts/:id',
  'GET /abandoned-carts/external/:externalId',
  'PUT /abandoned-carts/:id',
  'DELETE /abandoned-carts/:id',
  'GET /stores',
  'POST /stores',
  'GET /stores/:id',
  'GET /stores/external/:externalId',
  'PUT /stores/:id',
  'DELETE /stores/:id',
  'GET /users',
  'GET /coupons',
] as const;

export type ShownRoute = (typeof shownRoutes)[number];
export type OpenRoute = (typeof openRoutes)[number];
/** A method and its documented path. Choices may serve an open route at another path. */
export type Route = ShownRoute | OpenRoute;
