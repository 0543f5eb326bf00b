import { isObject, type JsonObject } from '../../../core/json.ts';
import type { PartnerAction, PartnerCall, PartnerRecord } from '../../../core/partner-record.ts';
import { callsDuring, doneActions, isAtOnce, possibleActions } from './actions.ts';
import { isNotFound } from './coupon-calls.ts';
import { derived } from './derived.ts';
import { lastDigits } from './named-fields.ts';
import {
  callsOf,
  callsOn,
  creates,
  endOf,
  fieldsOf,
  isAccepted,
  isTo,
  isUnfinished,
  mayBeStored,
  nameOf,
  partsOf,
  recordsIn,
} from './read-call.ts';
import { isRefusedByScenario } from './refused-needs.ts';
import { isStillToCome } from './still-to-come.ts';

export type KnownResource = 'customers' | 'products';

/** The documented fields of a record. A partner may change the others. */
export const documentedFields: Readonly<Record<KnownResource, readonly string[]>> = {
  customers: ['externalId', 'firstName', 'lastName', 'phone', 'email'],
  products: ['externalId', 'name', 'provider'],
};

/** One customer or product under all of its names. */
export interface KnownRecord {
  /** The time from which the platform had the record, as far as calls show. */
  sinceMs: number;
}

/** The identities of the records of a kind. */
export interface KnownRecords {
  /** The record of a call, by the name in its path, or else by its body. */
  about(call: PartnerCall): KnownRecord | undefined;
  /** The record of a body, by the partner's id, or else by its key. */
  inBody(call: PartnerCall): KnownRecord | undefined;
  /** The record with one of these: a service's id, a partner's id, or a key. */
  find(fields: JsonObject): KnownRecord | undefined;
  /** The record of an action. */
  named(action: PartnerAction): KnownRecord | undefined;
}

/** What distinguishes records of a kind, each with the name of its kind. */
const keysOf = (resource: KnownResource, fields: JsonObject): string[] => {
  const { id, externalId, phone, name, provider } = fields;
  const digits = lastDigits(phone);
  const own = resource === 'customers' ? digits && `phone ${digits}` : nameOf(name) && `name ${name} ${provider ?? ''}`;
  return [nameOf(id) && `id ${id}`, nameOf(externalId) && `external ${externalId}`, own].flatMap((key) => key || []);
};

/** The records in a response. A write may repeat its request, so it shows none. */
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

  const keysIn = (call: PartnerCall): string[] => keysOf(resource, { ...fieldsOf(call), id: undefined });

  const readAbout: KnownRecords['about'] = (call) => {
    const [kind, id, name] = partsOf(call);
    if (kind !== resource) return undefined;
    if (id === undefined) return find(...keysIn(call));
    if (name === undefined) return find(`id ${id}`);
    return find(...keysOf(resource, id === 'external' ? { externalId: name } : { [id]: name }));
  };

  const recordsByCall = new Map<PartnerCall, KnownRecord | undefined>();
  const about: KnownRecords['about'] = (call) => {
    if (!recordsByCall.has(call)) recordsByCall.set(call, readAbout(call));
    return recordsByCall.get(call);
  };

  const inBody: KnownRecords['inBody'] = (call) => {
    const { externalId, phone } = fieldsOf(call);
    const said = nameOf(externalId) === undefined ? { phone } : { externalId };
    return find(...keysOf(resource, said));
  };

  const creations = callsOf(record).filter((call) => creates(call, resource));
  const making = resource === 'customers' ? 'create-customer' : 'create-product';
  const actions = doneActions(record, making);
  const ids = new Set(creations.map((call) => nameOf(fieldsOf(call).externalId)));
  /** Whether the partner sends the ids of its records, so that one without a request was not sent. */
  const sendsItsIds = actions.some(({ id }) => id !== undefined && ids.has(id));

  const makers = possibleActions(record, making);
  /** The only new record during an action, if nothing else was to be created then. */
  const madeBy = (action: PartnerAction): KnownRecord | undefined => {
    const previous = makers.findLast(({ fromMs }) => fromMs < action.fromMs);
    // the request of the previous action may come during this one
    if (previous !== undefined && isAtOnce(record, previous, action)) return undefined;
    const during = callsDuring(record, action).filter((call) => creates(call, resource));
    const isRetry = (call: PartnerCall): boolean =>
      creations.some(
        (earlier) => earlier.atMs < action.fromMs && keysIn(earlier).some((key) => keysIn(call).includes(key)),
      );
    const made = new Set(during.filter((call) => !isRetry(call)).map(about));
    const [only] = made;
    return made.size === 1 && only !== undefined && only.sinceMs >= action.fromMs ? only : undefined;
  };

  return {
    find: (fields) => find(...keysOf(resource, fields)),
    about,
    inBody,
    named(action) {
      const id = nameOf(action.parameters.id);
      if (id === undefined) return undefined;
      const made = actions.find(({ id: answered, parameters }) => answered === id && parameters.id === undefined);
      return find(`external ${id}`, `id ${id}`) ?? (made && !sendsItsIds ? madeBy(made) : undefined);
    },
  };
};

/** With more tries than these, a partner has looked the customer up again. */
const fewTries = 4;

/** Whether a lookup failed so often that the partner need not try it any more. */
export const isTriedOut = (record: PartnerRecord, lookup: PartnerCall): boolean =>
  lookup.method === 'GET' &&
  isUnfinished(lookup) &&
  callsOf(record).filter((call) => call.path === lookup.path && isUnfinished(call)).length > fewTries;

/** Whether the platform had a customer at a moment, as far as calls show: accepted before, and not deleted since. */
const wasThere = (record: PartnerRecord, own: KnownRecord, atMs: number): boolean =>
  own.sinceMs < atMs &&
  !callsOn(record, 'customers').some(
    (call) =>
      isTo(call, 'DELETE /customers/:id') &&
      call.atMs < atMs &&
      mayBeStored(call) &&
      knownRecords(record, 'customers').about(call) === own,
  );

/** Whether the customer of a creation was deleted again by a moment, and may come again. */
export const isGone = (record: PartnerRecord, creation: PartnerCall, atMs: number): boolean => {
  const own = knownRecords(record, 'customers').about(creation);
  return own !== undefined && !wasThere(record, own, atMs);
};

/**
 * Whether a lookup may have kept the partner from a change: the platform did not show the customer. One who
 * is there, and is looked up by another form of the phone, was not hidden.
 */
export const wasNotShown = (record: PartnerRecord, own: KnownRecord, lookup: PartnerCall): boolean => {
  if (lookup.method !== 'GET' || isAccepted(lookup)) return false;
  // what failed has to be looked up again, a few times
  if (isUnfinished(lookup) && !isStillToCome(record, endOf(lookup))) return isTriedOut(record, lookup);
  const asked = knownRecords(record, 'customers').about(lookup);
  const isRefusedList = isRefusedByScenario(lookup) && partsOf(lookup).length === 1;
  // a customer whom nobody has is looked up before each creation
  if (asked === undefined) return isRefusedList || !isNotFound(lookup);
  const isByPhone = partsOf(lookup)[1] === 'phone';
  const isOtherForm =
    isByPhone && isNotFound(lookup) && lookup.fault === undefined && wasThere(record, own, lookup.atMs);
  return asked === own && !isOtherForm;
};

const known: Readonly<Record<KnownResource, (record: PartnerRecord) => KnownRecords>> = {
  customers: derived((record) => readRecords(record, 'customers')),
  products: derived((record) => readRecords(record, 'products')),
};

/**
 * Identifies records from creations and lookups. The first meaning of a name stays, because a wrong write may give a
 * record the name of another.
 */
export const knownRecords = (record: PartnerRecord, resource: KnownResource): KnownRecords => known[resource](record);
