import { refuse } from '../http/answers.ts';
import type { RouteHandler } from '../http/router.ts';
import type { LookupRoute } from '../policy/errors.ts';
import type { StoredRecord } from '../tables/records.ts';
import type { Table } from '../tables/table.ts';
import type { World } from '../world.ts';
import { deletedKey, reach } from './records.ts';

interface Shown<R> {
  route: LookupRoute;
  candidates(param: string): readonly R[];
  present(record: R): object;
}

/** The records with an id: one or none. */
export function byId<R extends StoredRecord>(table: { byId(id: string): R | undefined }): (id: string) => readonly R[] {
  return (id) => {
    const record = table.byId(id);
    return record === undefined ? [] : [record];
  };
}

/** One record, or what the document has for an unknown one on this route. */
export function getRoute<R extends StoredRecord>(world: World, { route, candidates, present }: Shown<R>): RouteHandler {
  return (routed) => {
    const record = reach(world, routed, candidates(routed.param));
    if (record === undefined) return refuse(world, world.policy.errors.missingRecord[route]);
    return { status: 200, body: present(record) };
  };
}

interface Removed<R extends StoredRecord> {
  route: LookupRoute;
  table: Pick<Table<R, never>, 'byId' | 'remove'>;
  /** Name and identity under which a deleted record may come back. */
  kind: string;
  identityOf(record: R): string | undefined;
}

/** Removes one record. */
export function deleteRoute<R extends StoredRecord>(world: World, removed: Removed<R>): RouteHandler {
  const { route, table, kind, identityOf } = removed;
  return (routed) => {
    const record = reach(world, routed, byId(table)(routed.param));
    if (record === undefined) return refuse(world, world.policy.errors.missingRecord[route]);
    table.remove(record);
    const identity = identityOf(record);
    if (world.choices.records.deletion === 'logical' && identity !== undefined) {
      world.deletedIds.set(deletedKey(kind, identity), record.id);
    }
    return {
      status: world.policy.writes.successStatus(route),
      body: world.policy.writes.deleteBody(route),
    };
  };
}
