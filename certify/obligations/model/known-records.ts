import { isObject, type JsonObject } from '../../../core/json.ts';
import type { PartnerAction, PartnerCall, PartnerRecord } from '../../../core/partner-record.ts';
import { callsDuring, doneActions } from './actions.ts';
import { derived } from './derived.ts';
import { lastDigits } from './named-fields.ts';
import { callsOf, creates, fieldsOf, isAccepted, nameOf, partsOf, recordsIn } from './read-call.ts';

export type KnownResource = 'customers' | 'products';

/** One customer or product, whatever it is called by. */
export interface KnownRecord {
  /** When the platform first had it, as far as calls show. */
  sinceMs: number;
}

/** Who is who among the records of a kind. */
export interface KnownRecords {
  /** The record that a call is about: by the id in its path, else by what its body says; undefined where nothing shows it. */
  about(call: PartnerCall): KnownRecord | undefined;
  /** The record that a body calls by the partner's id, else by what says it; undefined where nothing shows it. */
  inBody(call: PartnerCall): KnownRecord | undefined;
  /** The record that has one of these: an id of the service, the partner's id, or what distinguishes it. */
  find(fields: JsonObject): KnownRecord | undefined;
  /** The record that an action names; undefined where nothing shows it. */
  named(action: PartnerAction): KnownRecord | undefined;
}

/** What distinguishes records of a kind, each with the name of its kind. */
const keysOf = (resource: KnownResource, fields: JsonObject): string[] => {
  const { id, externalId, phone, name, provider } = fields;
  const digits = lastDigits(phone);
  const own = resource === 'customers' ? digits && `phone ${digits}` : nameOf(name) && `name ${name} ${provider ?? ''}`;
  return [nameOf(id) && `id ${id}`, nameOf(externalId) && `external ${externalId}`, own].flatMap((key) => key || []);
};

/** The records that an answer shows; what a write may have repeated shows none. */
const shownBy = (resource: KnownResource, call: PartnerCall): JsonObject[] => {
  if (call.method !== 'GET' || !isAccepted(call)) return [];
  const [kind] = partsOf(call);
  return recordsIn(call).flatMap((found) => {
    if (!isObject(found)) return [];
    if (kind === resource) return [found];
    return resource === 'customers' && isObject(found.customer) ? [found.customer] : [];
  });
};

const readRecords = (record: PartnerRecord, resource: KnownResource): KnownRecords => {
  const byKey = new Map<string, KnownRecord>();
  const learn = (fields: JsonObject, sinceMs: number): void => {
    const keys = keysOf(resource, fields);
    const known = keys.flatMap((key) => byKey.get(key) ?? [])[0] ?? { sinceMs };
    for (const key of keys) if (!byKey.has(key)) byKey.set(key, known);
  };
  for (const call of callsOf(record)) {
    if (creates(call, resource) && isAccepted(call)) learn({ ...fieldsOf(call), id: undefined }, call.atMs);
    for (const shown of shownBy(resource, call)) learn(shown, call.atMs);
  }
  const find = (...keys: string[]): KnownRecord | undefined => keys.flatMap((key) => byKey.get(key) ?? [])[0];

  const about: KnownRecords['about'] = (call) => {
    const [kind, id] = partsOf(call);
    if (kind !== resource) return undefined;
    return id === undefined ? find(...keysOf(resource, { ...fieldsOf(call), id: undefined })) : find(`id ${id}`);
  };

  const inBody: KnownRecords['inBody'] = (call) => {
    const { externalId, phone } = fieldsOf(call);
    const said = nameOf(externalId) === undefined ? { phone } : { externalId };
    return find(...keysOf(resource, said));
  };

  /** The only new one that came while the partner was at it. */
  const madeBy = (action: PartnerAction): KnownRecord | undefined => {
    const during = callsDuring(record, action).filter((call) => creates(call, resource) && isAccepted(call));
    const fresh = new Set(
      during.flatMap((call) => about(call) ?? []).filter(({ sinceMs }) => sinceMs >= action.fromMs),
    );
    return fresh.size === 1 ? [...fresh][0] : undefined;
  };

  return {
    find: (fields) => find(...keysOf(resource, fields)),
    about,
    inBody,
    named(action) {
      const id = nameOf(action.parameters.id);
      if (id === undefined) return undefined;
      const made = doneActions(record, resource === 'customers' ? 'create-customer' : 'create-product').find(
        ({ id: answered, parameters }) => answered === id && parameters.id === undefined,
      );
      return find(`external ${id}`, `id ${id}`) ?? (made && madeBy(made));
    },
  };
};

const known: Readonly<Record<KnownResource, (record: PartnerRecord) => KnownRecords>> = {
  customers: derived((record) => readRecords(record, 'customers')),
  products: derived((record) => readRecords(record, 'products')),
};

/**
 * Reads who is who from what was created and what was looked up. What a name stood for first it stands for ever: a write
 * that goes to the wrong record may have that bear the name of another.
 */
export const knownRecords = (record: PartnerRecord, resource: KnownResource): KnownRecords => known[resource](record);
