import { expect, test } from 'vitest';
import { routeOf } from './exchange-labels.ts';

test.each([
  ['GET', '/orders/5d1c2f1e', 'GET /orders/:id'],
  ['GET', '/orders/unknown', 'GET /orders/:id'],
  ['GET', '/orders/external/selo-1', 'GET /orders/external/:externalId'],
  ['PUT', '/coupons/code/A%20B', 'PUT /coupons/code/:code'],
  ['GET', '/coupons/order/o-1', 'GET /coupons/order/:orderId'],
  ['GET', '/products?after=2020-01-01&page=1', 'GET /products'],
  ['GET', '/customers/search?page=1', 'GET /customers/search'],
  ['POST', '/coupons/shared', 'POST /coupons/shared'],
  ['POST', '/vcustomers/todos', 'POST /vcustomers/todos'],
  ['GET', '/coupons-config', 'GET /coupons-config'],
  ['DELETE', '/users/7', 'DELETE /users/:id'],
])('%s %s is %s', (method, path, route) => {
  expect(routeOf({ method, path })).toBe(route);
});
