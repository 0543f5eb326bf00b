import { methodOf, type Route } from '../../core/routes.ts';
import type { Unique } from '../check-context.ts';
import { expectRefusal } from '../judge/expect.ts';
import { filledPath } from '../path.ts';
import { needsOf } from '../route-access.ts';
import type { Rule } from '../rule.ts';
import { mustBeAccepted } from '../session/given.ts';
import { type KeyedKind, keyIn } from './keyed-kinds.ts';

/** What routes return for a record that does not exist (Errors › Record not found). */
const refusals = {
  'GET /customers/:id': [422, 'Customer not found'],
  'GET /customers/external/:externalId': [422, 'Customer not found'],
  'GET /customers/phone/:phone': [422, 'Customer not found'],
  'PUT /customers/:id': [404, 'Customer not found'],
  'DELETE /customers/:id': [404, 'Customer not found'],
  'GET /products/:id': [404, 'Product not found'],
  'GET /products/external/:externalId': [404, 'Product not found'],
  'GET /products/name/:name': [404, 'Product not found'],
  'PUT /products/:id': [404, 'Product not found'],
  'DELETE /products/:id': [404, 'Product not found'],
  'GET /orders/:id': [404, 'Order not found'],
  'GET /orders/external/:externalId': [404, 'Order not found'],
  'PUT /orders/:id': [404, 'Pedido não encontrado'],
  'DELETE /orders/:id': [404, 'Order not found'],
  'GET /abandoned-carts/:id': [404, 'Abandoned Cart not found'],
  'GET /abandoned-carts/external/:externalId': [404, 'Abandoned Cart not found'],
  'PUT /abandoned-carts/:id': [404, 'Abandoned Cart not found'],
  'DELETE /abandoned-carts/:id': [404, 'Abandoned Cart not found'],
  'GET /stores/:id': [404, 'Store not found'],
  'GET /stores/external/:externalId': [404, 'Store not found'],
  'PUT /stores/:id': [404, 'Store not found'],
  'DELETE /stores/:id': [404, 'Store not found'],
  'GET /users/:id': [404, 'Usuário não encontrado'],
  'GET /users/email/:email': [422, 'Usuário não encontrado'],
  'GET /coupons/:id': [404, 'Coupon not found'],
  'GET /coupons/code/:code': [404, 'Coupon not found'],
  'GET /coupons/external/:externalId': [404, 'Coupon not found'],
  'PUT /coupons/:id': [422, 'Coupon not found'],
} as const satisfies Partial<Record<Route, readonly [status: number, message: string]>>;

const unknownKey = (unique: Unique, name: string): string => {
  if (name === 'id') return unique.uuid();
  if (name === 'phone') return unique.phone();
  return name === 'email' ? unique.email() : unique.name('unknown');
};

interface AboutRoute extends Pick<Rule, 'id' | 'statements'> {
  route: keyof typeof refusals;
}

/** The rule about the status and the message of a route for a record that does not exist. */
export const unknownRecord = ({ needs, making }: KeyedKind, { id, route, statements }: AboutRoute): Rule => {
  const [status, message] = refusals[route];
  return {
    id,
    text: `\`${route}\` returns ${status} \`${message}\` for a record that does not exist`,
    source: 'Errors › Record not found',
    statements,
    level: 'must',
    needs: [...needs, ...needsOf(route).filter((need) => need !== 'writes' && !needs.includes(need))],
    async check(context) {
      const make = await making(context);
      const { keys, body } = await make();
      const options = methodOf(route) === 'PUT' ? { body } : {};
      const ask = (key: string) => context.send(methodOf(route), filledPath(route, key), options);
      const refused = await ask(unknownKey(context.unique, keyIn(route)));
      const control = mustBeAccepted(await ask(keys[keyIn(route)] ?? ''), 'the same request for a record that exists');
      expectRefusal(refused, { status, message, control });
    },
  };
};
