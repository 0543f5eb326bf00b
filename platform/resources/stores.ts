import type { Store } from '../tables/records.ts';
import { identityKey } from '../tables/tables.ts';
import type { World } from '../world.ts';
import { listRoute } from './list.ts';
import { type PlainResource, postRoute, putRoute } from './plain-resource.ts';
import { present } from './records.ts';
import { byId, deleteRoute, getRoute } from './single-record.ts';

export function storeRoutes(world: World) {
  const { stores } = world.tables;
  const { identity } = world.policy;
  const { storeName } = world.choices.fields;
  const presentStore = (store: Store) => present(world, store, { [storeName]: store.name });
  const identityOf = ({ companyId, externalId }: { companyId: string; externalId: string | null }) =>
    identityKey(companyId, identity.byExternalId(externalId));
  const resource: PlainResource<Store, Pick<Store, 'name'>> = {
    kind: 'store',
    table: stores,
    read: (fields) => ({
      name: fields.text(storeName, 'required'),
      externalId: fields.text('externalId'),
    }),
    defaults: { name: null },
    record: (base, own) => ({ ...base, ...own }),
    identityOf,
    known: (key) => (key === undefined ? undefined : stores.by('identity', key)[0]),
    resend: () => world.choices.records.resend,
    present: presentStore,
  };
  const shown = { present: presentStore };
  return {
    'GET /stores': listRoute(world, {
      records: stores.list,
      present: presentStore,
    }),
    'POST /stores': postRoute(world, resource, 'POST /stores'),
    'GET /stores/:id': getRoute(world, {
      ...shown,
      route: 'GET /stores/:id',
      candidates: byId(stores),
    }),
    'GET /stores/external/:externalId': getRoute(world, {
      ...shown,
      route: 'GET /stores/external/:externalId',
      candidates: (externalId) => stores.by('externalId', externalId),
    }),
    'PUT /stores/:id': putRoute(world, resource, 'PUT /stores/:id'),
    'DELETE /stores/:id': deleteRoute(world, {
      route: 'DELETE /stores/:id',
      table: stores,
      kind: 'store',
      identityOf,
    }),
  };
}
