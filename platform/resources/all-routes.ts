import type { RouteHandler } from '../http/router.ts';
import type { Route } from '../routes.ts';
import type { World } from '../world.ts';
import { abandonedCartRoutes } from './abandoned-carts.ts';
import { couponRegistrationRoutes } from './coupon-registration.ts';
import { couponRoutes } from './coupons.ts';
import { customerRoutes } from './customers.ts';
import { orderRoutes } from './orders.ts';
import { productRoutes } from './products.ts';
import { storeRoutes } from './stores.ts';
import { userRoutes } from './users.ts';
import { webhookRoutes } from './webhook-registrations.ts';

/** A handler for every route. */
export function allRoutes(world: World): Record<Route, RouteHandler> {
  return {
    ...customerRoutes(world),
    ...productRoutes(world),
    ...orderRoutes(world),
    ...abandonedCartRoutes(world),
    ...storeRoutes(world),
    ...userRoutes(world),
    ...couponRoutes(world),
    ...couponRegistrationRoutes(world),
    ...webhookRoutes(world),
  };
}
