import type { Call } from './client.ts';
import type { FaultName } from './faults.ts';

type IsWithheld = (call: Call) => boolean;

const to =
  (route: RegExp): IsWithheld =>
  ({ method, path }) =>
    route.test(`${method} ${path}`);

const injections: Partial<Record<FaultName, IsWithheld>> = {
  'registers no webhook': to(/ \/webhooks/),
  'sends no orders': to(/^(POST|PUT) \/orders/),
  'sends no redemptions': ({ body }) => body?.couponCode !== undefined,
  'registers no coupons': to(/^POST \/coupons$/),
  'registers no shared coupons': to(/^POST \/coupons\/shared$/),
  'marks no coupons as used': ({ body }) => body?.used === true,
  'sends no carts': to(/^POST \/abandoned-carts$/),
  'sends no stores': to(/^POST \/stores$/),
  'sends no customers': to(/ \/customers/),
  'never updates customers': to(/^PUT \/customers\//),
  'sends no products': to(/^POST \/products$/),
  'reads no lists': to(/^GET \/products\?/),
  'reads no coupons config': to(/^GET \/coupons-config$/),
};

/** Whether a shop with that fault counts this call as sent and never sends it. */
export const isWithheld = (fault: FaultName | undefined, call: Call): boolean =>
  (fault && injections[fault]?.(call)) ?? false;
