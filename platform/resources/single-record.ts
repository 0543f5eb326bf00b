import { answerDelete, refuse } from '../http/answers.ts';
import type { RouteHandler } from '../http/router.ts';
import type { LookupRoute } from '../policy/errors.ts';
import type { StoredRecord } from '../tables/records.ts';
import type { Table } from '../tables/table.ts';
import type { World } from '../world.ts';
import { deletedKey, reach } from './records.ts';

/** The records with an id: one or none. */
export function byId<R extends StoredRecord>(table: { byId(id: string): R | undefined }): (id: string) => readonly R[] {
  return (id) => {
    const record = table.byId(id);
    return record === undefined ? [] : [record];
  };
}

/** Makes the handlers of lookups. They return one record, or the documented refusal for an unknown one. */
export function lookups<R extends StoredRecord>(world: World, present: (record: R) => object) {
  return (route: LookupRoute, candidates: (param: string) => readonly R[]): RouteHandler =>
    (routed) => {
      const record = reach(world, routed, candidates(routed.param));
      if (record === undefined) return refuse(world, world.policy.errors.missingRecord[route]);
      return { status: 200, body: present(record) };
    };
}

interface Removable<R extends StoredRecord> {
  table: Pick<Table<R, never>, 'byId' | 'remove'>;
  /** With the identity, the key under which a deleted record may come back. */
  kind: string;
  identityOf(record: R): string | undefined;
}

/** Removes one record. */
export function deleteRoute<R extends StoredRecord>(
  world: World,
  { table, kind, identityOf }: Removable<R>,
  route: LookupRoute,
): RouteHandler {
  return (routed) => {
    const record = reach(world, routed, byId(table)(routed.param));
    if (record === undefined) return refuse(world, world.policy.errors.missingRecord[route]);
    table.remove(record);
    const identity = identityOf(record);
    if (world.choices.records.deletion === 'logical' && identity !== undefined) {
      world.deletedIds.set(deletedKey(kind, identity), record.id);
    }
    return answerDelete(world, route);
  };
}
