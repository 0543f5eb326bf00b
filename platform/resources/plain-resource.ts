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
export interface PlainResource<R extends StoredRecord, Own> {
  kind: string;
  table: Pick<Table<R, 'identity'>, 'byId' | 'insert' | 'update'>;
  /** The fields as sent; undefined for one that was not. */
  read(fields: FieldReader): { [Key in keyof Own]: Own[Key] | undefined } & {
    externalId: string | undefined;
  };
  /** What a field is that was not sent. */
  defaults: Own;
  record(base: StoredRecord, own: Own): R;
  identityOf(company: { companyId: string; externalId: string | null }, own: Own): string | undefined;
  known(identity: string | undefined, own: Own, companyId: string): R | undefined;
  /** What becomes of a known record that is posted again. */
  resend(): 'unchanged' | 'updated';
  present(record: R): object;
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
export function postRoute<R extends StoredRecord & Own, Own extends object>(
  world: World,
  resource: PlainResource<R, Own>,
  route: Route,
): RouteHandler {
  return ({ call, company }: RoutedCall) => {
    const { values, sent, validation } = readBody(world, call, 'whole', resource.read);
    if (validation !== undefined) return refuse(world, validation);
    const own = over(resource.defaults, values);
    const externalId = values.externalId ?? null;
    const identity = resource.identityOf({ companyId: company.id, externalId }, own);
    let record = resource.known(identity, own, company.id);
    if (record === undefined) {
      record = resource.record(
        newRecord(world, {
          company,
          externalId,
          revives: { kind: resource.kind, identity },
        }),
        own,
      );
      resource.table.insert(record);
    } else if (resource.resend() === 'updated') {
      const next = over(ownOf(resource.defaults, record), values);
      resource.table.update(record, changes<R, Own>(record, next, values.externalId, world.now()));
    }
    return answerWrite(world, {
      route,
      sent,
      id: record.id,
      stored: resource.present(record),
    });
  };
}

function changes<R extends StoredRecord & Own, Own extends object>(
  record: R,
  own: Own,
  externalId: string | null | undefined,
  updatedAt: number,
): R {
  return {
    ...record,
    ...own,
    externalId: externalId === undefined ? record.externalId : externalId,
    updatedAt,
  };
}

/** Changes one record: the sent fields alone, or all of them where PUT is full. */
export function putRoute<R extends StoredRecord & Own, Own extends object>(
  world: World,
  resource: PlainResource<R, Own>,
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
    resource.table.update(record, changes<R, Own>(record, own, externalId, world.now()));
    return answerWrite(world, {
      route,
      sent,
      id: record.id,
      stored: resource.present(record),
    });
  };
}
