import { answerWrite, refuse } from '../http/answers.ts';
import { readBody, unknownRecordRefusal } from '../http/body.ts';
import type { FieldReader } from '../http/fields.ts';
import type { RoutedCall, RouteHandler } from '../http/router.ts';
import type { LookupRoute } from '../policy/errors.ts';
import type { Route } from '../routes.ts';
import type { StoredRecord } from '../tables/records.ts';
import type { Table } from '../tables/table.ts';
import type { World } from '../world.ts';
import { newRecord, reach } from './records.ts';
import { byId } from './single-record.ts';

/** A resource that partners write and whose writes have no effect on others. `Own` are its own fields. */
export interface PlainResource<Own> {
  kind: string;
  table: Pick<Table<StoredRecord & Own, 'identity'>, 'byId' | 'by' | 'insert' | 'update' | 'remove'>;
  /** The fields as sent; undefined for one that was not. */
  read(fields: FieldReader): { [Key in keyof Own]: Own[Key] | undefined } & { externalId: string | undefined };
  /** The values of fields that were not sent. */
  defaults: Own;
  identityOf(record: Pick<StoredRecord, 'companyId' | 'externalId'> & Own): string | undefined;
  /** A known record with another identity. */
  knownOtherwise?(own: Own, companyId: string): (StoredRecord & Own) | undefined;
  /** What happens to a known record that is posted again. */
  resend(): 'unchanged' | 'updated';
  present(record: StoredRecord & Own): object;
}

/** The sent values over the standing ones. */
function over<Own extends object>(standing: Own, sent: { [Key in keyof Own]: Own[Key] | undefined }): Own {
  const merged = { ...standing };
  for (const key in standing) {
    const value = sent[key];
    if (value !== undefined) merged[key] = value;
  }
  return merged;
}

function ownOf<Own extends object>(keys: Own, record: Own): Own {
  const own = { ...keys };
  for (const key in keys) own[key] = record[key];
  return own;
}

/** Creates a record, unless the sent one is known. */
export function postRoute<Own extends object>(world: World, resource: PlainResource<Own>, route: Route): RouteHandler {
  const { kind, table } = resource;
  return ({ call, company }: RoutedCall) => {
    const { values, sent, validation } = readBody(world, call, 'whole', resource.read);
    if (validation !== undefined) return refuse(world, validation);
    const own = over(resource.defaults, values);
    const externalId = values.externalId ?? null;
    const identity = resource.identityOf({ ...own, companyId: company.id, externalId });
    let record = table.by('identity', identity)[0] ?? resource.knownOtherwise?.(own, company.id);
    if (record === undefined) {
      record = { ...newRecord(world, { company, externalId, revives: { kind, identity } }), ...own };
      table.insert(record);
    } else if (resource.resend() === 'updated') {
      const next = over(ownOf(resource.defaults, record), values);
      table.update(record, changes(record, next, values.externalId, world.now()));
    }
    return answerWrite(world, { route, sent, id: record.id, stored: resource.present(record) });
  };
}

function changes<Own extends object>(
  record: StoredRecord & Own,
  own: Own,
  externalId: string | null | undefined,
  updatedAt: number,
): StoredRecord & Own {
  return { ...record, ...own, externalId: externalId === undefined ? record.externalId : externalId, updatedAt };
}

/** Changes one record: only the sent fields, or all of them where PUT is full. */
export function putRoute<Own extends object>(
  world: World,
  resource: PlainResource<Own>,
  route: LookupRoute,
): RouteHandler {
  const isFull = world.choices.records.puts === 'full';
  const missing = world.policy.errors.missingRecord[route];
  return (routed) => {
    const { values, sent, validation } = readBody(world, routed.call, isFull ? 'whole' : 'partial', resource.read);
    const record = reach(world, routed, byId(resource.table)(routed.param));
    if (record === undefined) return refuse(world, unknownRecordRefusal(world, validation, missing));
    if (validation !== undefined) return refuse(world, validation);
    const own = over(isFull ? resource.defaults : ownOf(resource.defaults, record), values);
    const externalId = isFull ? (values.externalId ?? null) : values.externalId;
    resource.table.update(record, changes(record, own, externalId, world.now()));
    return answerWrite(world, { route, sent, id: record.id, stored: resource.present(record) });
  };
}
