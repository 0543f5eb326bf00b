import type { Company } from '../company.ts';
import { abandonedCartRoutes } from '../resources/abandoned-carts.ts';
import { couponRegistrationRoutes } from '../resources/coupon-registration.ts';
import { couponRoutes } from '../resources/coupons.ts';
import { customerRoutes } from '../resources/customers.ts';
import { orderRoutes } from '../resources/orders.ts';
import { productRoutes } from '../resources/products.ts';
import { storeRoutes } from '../resources/stores.ts';
import { userRoutes } from '../resources/users.ts';
import { webhookRoutes } from '../resources/webhook-registrations.ts';
import { type OpenRoute, openRoutes, type Route, shownRoutes } from '../routes.ts';
import type { World } from '../world.ts';
import { refuse } from './answers.ts';
import type { Answer, Call } from './call.ts';
import { createRouter, type RouteHandler, type Router } from './router.ts';

function methodOf(route: Route): string {
  return route.slice(0, route.indexOf(' '));
}

function routerOf({ choices }: World): Router {
  const router = createRouter();
  const isServed = (route: OpenRoute) => !choices.absentRoutes.includes(route);
  for (const route of shownRoutes) router.add(route, methodOf(route), route.slice(route.indexOf('/')));
  for (const route of openRoutes.filter(isServed)) router.add(route, methodOf(route), choices.pathOf(route));
  return router;
}

/** The company with the token of a call. */
function companyOf(
  { policy, choices, companiesByToken }: World,
  authorization: string | undefined,
): Company | undefined {
  const capitalized =
    choices.requests.lowerCaseBearer === 'accept' ? authorization?.replace(/^bearer /, 'Bearer ') : authorization;
  const token = policy.credentials.readToken(capitalized);
  return token === undefined ? undefined : companiesByToken.get(token);
}

/** Answers the calls to the API. The edge comes first, then the token, then the route. */
export function createApi(world: World): (call: Call) => Answer {
  const { policy, choices, accessKey } = world;
  const router = routerOf(world);
  const handlers: Record<Route, RouteHandler> = {
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
  const { refusal } = policy.edge;
  return (call) => {
    const access = call.headers[policy.edge.header];
    if (!policy.edge.admits(typeof access === 'string' ? access : undefined, accessKey)) {
      return {
        status: refusal.status,
        headers: { 'content-type': refusal.contentType },
        body: refusal.page,
      };
    }
    const company = companyOf(world, call.headers.authorization);
    if (company === undefined) {
      return refuse(world, {
        status: choices.requests.badTokenStatus,
        message: 'No company has this access token',
      });
    }
    if (call.path === choices.requests.internalErrorPath) {
      return { status: policy.errors.internal.status, body: { ...policy.errors.internal.body } };
    }
    const match = router.find(call.method === 'HEAD' ? 'GET' : call.method, call.segments);
    if (match !== undefined) return handlers[match.route]({ call, company, ...match });
    const methods = router.methods(call.segments);
    if (call.method === 'OPTIONS' && methods.length > 0) {
      return {
        status: 204,
        headers: { allow: methods.join(', ') },
        body: undefined,
      };
    }
    return refuse(world, {
      status: 404,
      message: `Cannot ${call.method} ${call.path}`,
    });
  };
}
