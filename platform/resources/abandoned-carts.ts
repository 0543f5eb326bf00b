import type { AbandonedCart } from '../tables/records.ts';
import { identityKey } from '../tables/tables.ts';
import type { World } from '../world.ts';
import { readCustomer } from './customers.ts';
import { listRoute } from './list.ts';
import { type PlainResource, postRoute, putRoute } from './plain-resource.ts';
import { present } from './records.ts';
import { byId, deleteRoute, lookups } from './single-record.ts';

type CartFields = Pick<AbandonedCart, 'customer' | 'lineItems'>;

export function abandonedCartRoutes(world: World) {
  const { abandonedCarts: carts } = world.tables;
  const { identity } = world.policy;
  const { orderCustomer } = world.choices.fields;
  const presentCart = ({ customer, lineItems, ...cart }: AbandonedCart) =>
    present(world, cart, { [orderCustomer]: customer, lineItems });
  const resource: PlainResource<CartFields> = {
    kind: 'abandoned cart',
    table: carts,
    read: (fields) => {
      const customer = fields.object(orderCustomer, 'required');
      if (customer !== undefined) readCustomer(world, customer, 'optional');
      return {
        customer: customer?.sent,
        lineItems: fields.list('lineItems'),
        externalId: fields.text('externalId'),
      };
    },
    defaults: { customer: {}, lineItems: [] },
    identityOf: ({ companyId, externalId }) => identityKey(companyId, identity.byExternalId(externalId)),
    resend: () => world.choices.records.resend,
    present: presentCart,
  };
  const get = lookups(world, presentCart);
  return {
    'GET /abandoned-carts': listRoute(world, carts.list, presentCart),
    'POST /abandoned-carts': postRoute(world, resource, 'POST /abandoned-carts'),
    'GET /abandoned-carts/:id': get('GET /abandoned-carts/:id', byId(carts)),
    'GET /abandoned-carts/external/:externalId': get('GET /abandoned-carts/external/:externalId', (externalId) =>
      carts.by('externalId', externalId),
    ),
    'PUT /abandoned-carts/:id': putRoute(world, resource, 'PUT /abandoned-carts/:id'),
    'DELETE /abandoned-carts/:id': deleteRoute<AbandonedCart>(world, resource, 'DELETE /abandoned-carts/:id'),
  };
}
