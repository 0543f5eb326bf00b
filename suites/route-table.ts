import { allRoutes, type Route, type RouteDeed, routes } from '../core/routes.ts';
import type { Rule } from './rule.ts';

type RuleId = Rule['id'];

/** The rules that test a statement on a route, or why none does. */
export type Cell = readonly RuleId[] | { excused: string };

/** A statement of the document about every route of a kind. */
export interface RouteStatement {
  /** The title of its column. */
  name: string;
  does: readonly RouteDeed[];
  cells: Partial<Record<Route, Cell>>;
}

const every = (rule: RuleId, ...deeds: RouteDeed[]): Partial<Record<Route, Cell>> =>
  Object.fromEntries(allRoutes.filter((route) => deeds.includes(routes[route])).map((route) => [route, [rule]]));

/** Assigns rules with consecutive numbers to the routes. */
const inOrder = (section: Uppercase<string>, first: number, tried: readonly Route[]): Partial<Record<Route, Cell>> =>
  Object.fromEntries(tried.map((route, index) => [route, [`${section}-${first + index}`]]));

const declaredLists: readonly Route[] = [
  'GET /customers',
  'GET /orders',
  'GET /stores',
  'GET /abandoned-carts',
  'GET /coupons',
  'GET /users',
];
export const creations: readonly Route[] = [
  'POST /customers',
  'POST /products',
  'POST /orders',
  'POST /stores',
  'POST /abandoned-carts',
  'POST /coupons',
  'POST /coupons/shared',
];
export const updates: readonly Route[] = [
  'PUT /customers/:id',
  'PUT /products/:id',
  'PUT /orders/:id',
  'PUT /stores/:id',
  'PUT /abandoned-carts/:id',
  'PUT /coupons/:id',
  'PUT /coupons/code/:code',
];
const deletions: readonly Route[] = [
  'DELETE /customers/:id',
  'DELETE /products/:id',
  'DELETE /orders/:id',
  'DELETE /stores/:id',
  'DELETE /abandoned-carts/:id',
];

/** Assigns the same cell to each route. */
const each = (tried: readonly Route[], cell: Cell): Partial<Record<Route, Cell>> =>
  Object.fromEntries(tried.map((route) => [route, cell]));

const noBusinessRule = { excused: 'The document shows no 422 that its body can cause.' };
const notReadBack = { excused: 'No GET shows a registration.' };
const openMissing = { excused: 'What it answers when there is no such record is not shown.' };

/** Statements about every list. */
const aboutLists: readonly RouteStatement[] = [
  {
    name: 'envelope, bounds',
    does: ['lists'],
    cells: { 'GET /products': ['PAG-1', 'PAG-2', 'PAG-5', 'LIM-1'], ...inOrder('PAG', 14, declaredLists) },
  },
  {
    name: 'page beyond the last',
    does: ['lists'],
    cells: { 'GET /products': ['PAG-3'], ...inOrder('PAG', 14, declaredLists) },
  },
  { name: 'out of bounds is refused or corrected', does: ['lists'], cells: every('PAG-27', 'lists') },
  {
    name: '`page`, `pageSize` required',
    does: ['lists'],
    cells: { 'GET /products': ['PAG-6'], ...each(declaredLists, ['PAG-28']) },
  },
  {
    name: 'invalid `after`',
    does: ['lists'],
    cells: { 'GET /products': ['PAG-4'], ...inOrder('PAG', 14, declaredLists) },
  },
  {
    name: 'impossible `after`',
    does: ['lists'],
    cells: { 'GET /products': ['PAG-26'], ...each(declaredLists, ['PAG-29']) },
  },
  {
    name: '`after` and `updatedAt` select',
    does: ['lists'],
    cells: { 'GET /products': ['PAG-8', 'PAG-9', 'PAG-10', 'PAG-11'], ...inOrder('PAG', 20, declaredLists) },
  },
  {
    name: 'date-times with and without zone',
    does: ['lists'],
    cells: { 'GET /products': ['DATE-1', 'DATE-2', 'DATE-3', 'DATE-4'], ...inOrder('DATE', 16, declaredLists) },
  },
  {
    name: 'dates with slashes',
    does: ['lists'],
    cells: inOrder('DATE', 22, ['GET /products', ...declaredLists]),
  },
  {
    name: 'a date alone',
    does: ['lists'],
    cells: { 'GET /products': ['DATE-5', 'DATE-6'], ...each(declaredLists, ['PAG-30']) },
  },
  {
    name: 'deleted records',
    does: ['lists'],
    cells: {
      ...every('PAG-31', 'lists'),
      'GET /coupons': { excused: 'No route deletes a coupon.' },
      'GET /users': { excused: 'A run deletes a single user, and looks for it by its lookups.' },
    },
  },
];

/** Statements about every route that shows, changes or deletes records. */
const aboutRecords: readonly RouteStatement[] = [
  {
    name: 'one company',
    does: ['lists', 'reads', 'updates', 'deletes'],
    cells: {
      'GET /products': ['ISO-10'],
      'GET /customers': ['ISO-11'],
      'GET /orders': ['ISO-12'],
      'GET /stores': ['ISO-13'],
      'GET /abandoned-carts': ['ISO-14'],
      'GET /coupons': ['ISO-15'],
      'GET /users': { excused: 'One person may be a user of two companies.' },
      ...each(['GET /customers/:id', 'GET /customers/external/:externalId', 'GET /customers/phone/:phone'], ['ISO-1']),
      ...each(['GET /products/:id', 'GET /products/external/:externalId', 'GET /products/name/:name'], ['ISO-2']),
      ...each(['GET /orders/:id', 'GET /orders/external/:externalId'], ['ISO-3']),
      ...each(['GET /stores/:id', 'GET /stores/external/:externalId'], ['ISO-4']),
      ...each(['GET /abandoned-carts/:id', 'GET /abandoned-carts/external/:externalId'], ['ISO-5']),
      ...each(['GET /coupons/:id', 'GET /coupons/code/:code', 'GET /coupons/external/:externalId'], ['ISO-6']),
      'GET /coupons/order/:orderId': ['ISO-8'],
      ...each(['GET /users/:id', 'GET /users/email/:email'], ['ISO-9']),
      'GET /coupons-config': { excused: 'Two companies may have the same configuration.' },
      ...inOrder('ISO', 16, updates),
      'PUT /webhooks/:id': ['HOOK-13'],
      ...inOrder('ISO', 23, deletions),
      'DELETE /users/:id': ['ISO-38'],
      'DELETE /webhooks/:id': ['HOOK-13'],
    },
  },
  {
    name: 'no such record',
    does: ['reads', 'updates', 'deletes'],
    cells: {
      'GET /customers/:id': ['CUST-6'],
      'GET /customers/external/:externalId': ['CUST-7'],
      'GET /customers/phone/:phone': ['CUST-8'],
      'PUT /customers/:id': ['CUST-9'],
      'DELETE /customers/:id': ['CUST-10'],
      'GET /products/:id': ['PROD-6'],
      'GET /products/external/:externalId': ['PROD-7'],
      'GET /products/name/:name': ['PROD-8'],
      'PUT /products/:id': ['PROD-9'],
      'DELETE /products/:id': ['PROD-10'],
      'GET /orders/:id': ['ORD-20'],
      'PUT /orders/:id': ['ORD-21'],
      'DELETE /orders/:id': ['ORD-22'],
      'GET /orders/external/:externalId': ['ORD-23'],
      'GET /stores/:id': ['STORE-7'],
      'PUT /stores/:id': ['STORE-8'],
      'DELETE /stores/:id': ['STORE-9'],
      'GET /stores/external/:externalId': ['STORE-10'],
      'GET /abandoned-carts/:id': ['CART-7'],
      'PUT /abandoned-carts/:id': ['CART-8'],
      'DELETE /abandoned-carts/:id': ['CART-9'],
      'GET /abandoned-carts/external/:externalId': ['CART-10'],
      'GET /users/:id': ['USER-3'],
      'GET /users/email/:email': ['USER-4'],
      'DELETE /users/:id': ['USER-5'],
      'GET /coupons/:id': ['COUP-18'],
      'GET /coupons/code/:code': ['COUP-19'],
      'GET /coupons/external/:externalId': ['COUP-20'],
      'PUT /coupons/:id': ['COUP-21'],
      'GET /coupons/order/:orderId': openMissing,
      'PUT /coupons/code/:code': openMissing,
      'GET /coupons-config': { excused: 'It reads no single record.' },
      'PUT /webhooks/:id': ['HOOK-9'],
      'DELETE /webhooks/:id': ['HOOK-10'],
    },
  },
];

/** Statements about every write. */
const aboutWrites: readonly RouteStatement[] = [
  {
    name: 'status 200',
    does: ['creates', 'updates'],
    cells: {
      ...inOrder('CONV', 23, [...creations, ...updates]),
      'POST /webhooks': ['HOOK-1'],
      'PUT /webhooks/:id': ['HOOK-2'],
    },
  },
  {
    name: 'what a DELETE answers',
    does: ['deletes'],
    cells: {
      ...inOrder('CONV', 37, deletions),
      'DELETE /users/:id': ['USER-6'],
      'DELETE /webhooks/:id': ['HOOK-5'],
    },
  },
  {
    name: 'unknown fields, without warning',
    does: ['creates', 'updates'],
    cells: {
      ...inOrder('CONV', 42, [...creations, ...updates]),
      ...each(['POST /webhooks', 'PUT /webhooks/:id'], ['HOOK-7']),
    },
  },
  {
    name: 'malformed JSON',
    does: ['creates', 'updates'],
    cells: {
      ...inOrder('CONV', 57, [...creations, ...updates]),
      ...each(['POST /webhooks', 'PUT /webhooks/:id'], ['HOOK-14']),
    },
  },
  {
    name: 'no Content-Type',
    does: ['creates', 'updates'],
    cells: {
      ...inOrder('CONV', 71, [...creations, ...updates]),
      ...each(['POST /webhooks', 'PUT /webhooks/:id'], ['HOOK-15']),
    },
  },
  {
    name: '400 before 422',
    does: ['creates', 'updates'],
    cells: {
      ...each([...creations, ...updates, 'POST /webhooks', 'PUT /webhooks/:id'], noBusinessRule),
      'POST /orders': ['ERR-9', 'ERR-12'],
      'PUT /orders/:id': ['ERR-12'],
      'PUT /coupons/:id': ['ERR-8'],
      'PUT /coupons/code/:code': ['ERR-8'],
    },
  },
  {
    name: 'an id in the body',
    does: ['creates', 'updates'],
    cells: {
      'POST /customers': ['CONV-20'],
      'POST /orders': ['CONV-21'],
      'POST /coupons': ['CONV-22'],
      ...inOrder('CONV', 87, ['POST /products', 'POST /stores', 'POST /abandoned-carts', 'POST /coupons/shared']),
      ...each(updates, ['CONV-91']),
      ...each(['POST /webhooks', 'PUT /webhooks/:id'], notReadBack),
    },
  },
  {
    name: 'a company in the body',
    does: ['creates', 'updates'],
    cells: {
      ...each([...creations, ...updates], ['ISO-31']),
      ...each(['POST /webhooks', 'PUT /webhooks/:id'], notReadBack),
    },
  },
  {
    name: 'a later `updatedAt`',
    does: ['updates'],
    cells: { ...every('CONV-86', 'updates'), 'PUT /webhooks/:id': notReadBack },
  },
];

/** Statements about every route. */
const aboutAll: readonly RouteStatement[] = [
  {
    name: 'second header',
    does: ['lists', 'reads', 'creates', 'updates', 'deletes'],
    cells: { ...every('AUTH-5', 'lists', 'reads'), ...every('AUTH-6', 'creates', 'updates', 'deletes') },
  },
  {
    name: 'token',
    does: ['lists', 'reads', 'creates', 'updates', 'deletes'],
    cells: {
      ...each(['GET /products', ...declaredLists], ['AUTH-10', 'AUTH-11']),
      ...every('AUTH-13', 'reads'),
      ...every('AUTH-14', 'creates', 'updates', 'deletes'),
      'GET /coupons/order/:orderId': ['AUTH-16'],
      'GET /coupons-config': ['AUTH-17'],
      'DELETE /users/:id': ['USER-6'],
      ...each(['POST /webhooks', 'PUT /webhooks/:id', 'DELETE /webhooks/:id'], ['AUTH-18']),
    },
  },
  {
    name: '400 before 422 in a query',
    does: ['lists'],
    cells: every('ERR-13', 'lists'),
  },
];

/** The statements of the document about lists, lookups and writes, route by route. */
export const routeStatements: readonly RouteStatement[] = [...aboutAll, ...aboutLists, ...aboutRecords, ...aboutWrites];
