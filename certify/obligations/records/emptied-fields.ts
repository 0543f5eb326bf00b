import type { JsonObject } from '../../../core/json.ts';
import type { PartnerCall, PartnerRecord } from '../../../core/partner-record.ts';
import { possibleActions } from '../model/actions.ts';
import { derived } from '../model/derived.ts';
import { documentedFields, knownRecords } from '../model/known-records.ts';
import { ofCall } from '../model/observation.ts';
import { callsOn, fieldsOf, isAccepted, isTo, isWrite, nameOf } from '../model/read-call.ts';
import type { Observation } from '../obligation.ts';
import { isSame } from './kept-customers.ts';

/** A change of a customer by `PUT`. */
interface CustomerChange {
  call: PartnerCall;
  fields: JsonObject;
  /** The last value of each documented field that earlier writes of the customer sent. */
  said: ReadonlyMap<string, unknown>;
  /** The names of the updates and deletions of the customer that were asked for by then. */
  asked: ReadonlySet<string>;
}

const changesOf = derived((record): readonly CustomerChange[] => {
  const known = knownRecords(record, 'customers');
  const ending = possibleActions(record, 'update-customer', 'delete-customer').map((action) => ({
    ...action,
    customer: known.named(action),
  }));
  const writes = callsOn(record, 'customers').filter((call) => isWrite(call) && isAccepted(call));
  return [...Map.groupBy(writes, (call) => known.about(call))].flatMap(([customer, own]) => {
    const said = new Map<string, unknown>();
    return own.flatMap((call) => {
      const [fields, before] = [fieldsOf(call), new Map(said)];
      for (const name of documentedFields.customers)
        if (nameOf(fields[name]) !== undefined) said.set(name, fields[name]);
      if (customer === undefined || !isTo(call, 'PUT /customers/:id')) return [];
      const asked = ending.filter(
        (action) => action.fromMs <= call.atMs && [customer, undefined].includes(action.customer),
      );
      return [{ call, fields, said: before, asked: new Set(asked.map(({ action }) => action)) }];
    });
  });
});

/** Whether a request only empties fields, in one of these ways. That is on purpose, as for an address that is gone. */
const onlyEmpties = (fields: JsonObject, ...empty: unknown[]): boolean =>
  Object.entries(fields).every(([name, value]) => empty.includes(value) || name === 'externalId');

/** An update that empties that many values was not made to empty them. */
const manyEmptied = 2;

/**
 * Writes that empty a value of a customer, although nobody asked for an update, or several values with another change;
 * another obligation judges the phone.
 */
export const emptiedCustomers = (record: PartnerRecord): Observation[] =>
  changesOf(record).flatMap(({ call, fields, said, asked }) => {
    const emptied = documentedFields.customers.filter(
      (name) => name !== 'phone' && fields[name] === '' && said.has(name),
    );
    const isChanged = [...said].some(
      ([name, value]) => nameOf(fields[name]) !== undefined && !isSame(name, value, fields[name]),
    );
    const isByTheWay = isChanged && !asked.has('delete-customer') && emptied.length >= manyEmptied;
    if (onlyEmpties(fields, '') || (asked.size > 0 && !isByTheWay)) return [];
    const seen = `emptied ${emptied.join(' and ')} of a customer, ${isByTheWay ? 'who was only to be changed' : 'and no update was asked for'}`;
    return [ofCall(call, emptied.length === 0, seen)];
  });

/** Whether a field is emptied. A last name or an e-mail may be removed by empty text; other obligations judge several such. */
const isEmptied = (name: string, value: unknown): boolean => value === null || (name === 'firstName' && value === '');

/** Changes of customers that empty a documented field by the way, although the customer had come with a value. */
export const emptiedFields = (record: PartnerRecord): Observation[] =>
  changesOf(record).flatMap(({ call, fields, said, asked }) => {
    // who is to be deleted may be made anonymous first
    if (onlyEmpties(fields, null, '') || asked.has('delete-customer')) return [];
    const emptied = [...said.keys()].filter((name) => isEmptied(name, fields[name]));
    return [ofCall(call, emptied.length === 0, `emptied ${emptied.join(', ')} of a customer who had come with it`)];
  });
