import type { Unique } from '../check-context.ts';

const open = ['products', 'abandoned-carts', 'stores'];

/** Every documented GET, with ids that name nothing. */
export const documentedReads = ({ uuid }: Unique): string[] => [
  '/products',
  `/customers/${uuid()}`,
  `/customers/external/${uuid()}`,
  `/customers/phone/${uuid()}`,
  `/orders/${uuid()}`,
  `/orders/external/${uuid()}`,
  `/users/${uuid()}`,
  `/users/email/${uuid()}@example.com`,
  `/coupons/${uuid()}`,
  `/coupons/code/${uuid()}`,
  `/coupons/external/${uuid()}`,
  `/coupons/order/${uuid()}`,
  '/coupons-config',
  // their methods are not shown; the edge stands before all of them
  ...open.flatMap((resource) => [`/${resource}/${uuid()}`, `/${resource}/external/${uuid()}`]),
  `/products/name/${uuid()}`,
];

/** Every documented route that writes, with ids that name nothing: an empty body is worth nothing to any of them. */
export const documentedWrites = ({ uuid }: Unique): [method: string, path: string][] => [
  ['PUT', `/customers/${uuid()}`],
  ['DELETE', `/customers/${uuid()}`],
  ['POST', '/orders'],
  ['PUT', `/orders/${uuid()}`],
  ['DELETE', `/orders/${uuid()}`],
  ['DELETE', `/users/${uuid()}`],
  ['POST', '/coupons'],
  ['POST', '/coupons/shared'],
  ['PUT', `/coupons/${uuid()}`],
  ['PUT', `/coupons/code/${uuid()}`],
  ['POST', '/webhooks'],
  ['PUT', `/webhooks/${uuid()}`],
  ['DELETE', `/webhooks/${uuid()}`],
];
