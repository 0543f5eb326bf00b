import type { AbandonedCart } from '../tables/records.ts';
import { identityKey } from '../tables/tables.ts';
import type { World } from '../world.ts';
import { readCustomer } from './customers.ts';
import { listRoute } from './list.ts';
import { type PlainResource, postRoute, putRoute } from './plain-resource.ts';
import { present } from './records.ts';
import { byId, deleteRoute, getRoute } from './single-record.ts';

type CartFields = Pick<AbandonedCart, 'customer' | 'lineItems'>;

export function abandonedCartRoutes(world: World) {
  const { abandonedCarts: carts } = world.tables;
  const { identity } = world.policy;
  const { orderCustomer } = world.choices.fields;
  const presentCart = ({ customer, lineItems, ...cart }: AbandonedCart) =>
    present(world, cart, { [orderCustomer]: customer, lineItems });
  const identityOf = ({ companyId, externalId }: { companyId: string; externalId: string | null }) =>
    identityKey(companyId, identity.byExternalId(externalId));
  const resource: PlainResource<AbandonedCart, CartFields> = {
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
    record: (base, own) => ({ ...base, ...own }),
    identityOf,
    known: (key) => (key === undefined ? undefined : carts.by('identity', key)[0]),
    resend: () => world.choices.records.resend,
    present: presentCart,
  };
  const shown = { present: presentCart };
  return {
    'GET /abandoned-carts': listRoute(world, {
      records: carts.list,
      present: presentCart,
    }),
    'POST /abandoned-carts': postRoute(world, resource, 'POST /abandoned-carts'),
    'GET /abandoned-carts/:id': getRoute(world, {
      ...shown,
      route: 'GET /abandoned-carts/:id',
      candidates: byId(carts),
    }),
    'GET /abandoned-carts/external/:externalId': getRoute(world, {
      ...shown,
      route: 'GET /abandoned-carts/external/:externalId',
      candidates: (externalId) => carts.by('externalId', externalId),
    }),
    'PUT /abandoned-carts/:id': putRoute(world, resource, 'PUT /abandoned-carts/:id'),
    'DELETE /abandoned-carts/:id': deleteRoute(world, {
      route: 'DELETE /abandoned-carts/:id',
      table: carts,
      kind: 'abandoned cart',
      identityOf,
    }),
  };
}
