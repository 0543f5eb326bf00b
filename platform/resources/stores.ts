import type { Store } from '../tables/records.ts';
import { identityKey } from '../tables/tables.ts';
import type { World } from '../world.ts';
import { listRoute } from './list.ts';
import { type PlainResource, postRoute, putRoute } from './plain-resource.ts';
import { present } from './records.ts';
import { byId, deleteRoute, lookups } from './single-record.ts';

export function storeRoutes(world: World) {
  const { stores } = world.tables;
  const { identity } = world.policy;
  const { storeName } = world.choices.fields;
  const presentStore = (store: Store) => present(world, store, { [storeName]: store.name });
  const resource: PlainResource<Pick<Store, 'name'>> = {
    kind: 'store',
    table: stores,
    read: (fields) => ({
      name: fields.text(storeName, 'required'),
      externalId: fields.text('externalId'),
    }),
    defaults: { name: null },
    identityOf: ({ companyId, externalId }) => identityKey(companyId, identity.byExternalId(externalId)),
    resend: () => world.choices.records.resend,
    present: presentStore,
  };
  const get = lookups(world, presentStore);
  return {
    'GET /stores': listRoute(world, stores.list, presentStore),
    'POST /stores': postRoute(world, resource, 'POST /stores'),
    'GET /stores/:id': get('GET /stores/:id', byId(stores)),
    'GET /stores/external/:externalId': get('GET /stores/external/:externalId', (externalId) =>
      stores.by('externalId', externalId),
    ),
    'PUT /stores/:id': putRoute(world, resource, 'PUT /stores/:id'),
    'DELETE /stores/:id': deleteRoute<Store>(world, resource, 'DELETE /stores/:id'),
  };
}
