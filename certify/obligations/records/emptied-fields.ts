import type { PartnerCall, PartnerRecord } from '../../../core/partner-record.ts';
import { possibleActions } from '../model/actions.ts';
import { documentedFields, knownRecords } from '../model/known-records.ts';
import { ofCall } from '../model/observation.ts';
import { callsOn, fieldsOf, isAccepted, isTo, isWrite, nameOf } from '../model/read-call.ts';
import type { Observation } from '../obligation.ts';

/** Whether a field is emptied. A last name or an e-mail may be removed by empty text; other obligations judge several such. */
const isEmptied = (name: string, value: unknown): boolean => value === null || (name === 'firstName' && value === '');

/** A request that only empties fields is on purpose. */
const onlyEmpties = (call: PartnerCall): boolean =>
  Object.entries(fieldsOf(call)).every(([name, value]) => value === null || value === '' || name === 'externalId');

/** Changes of customers that empty a documented field by the way, although the customer had come with a value. */
export const emptiedFields = (record: PartnerRecord): Observation[] => {
  const known = knownRecords(record, 'customers');
  const deletions = possibleActions(record, 'delete-customer');
  const writes = callsOn(record, 'customers').filter((call) => isWrite(call) && isAccepted(call));
  return [...Map.groupBy(writes, (call) => known.about(call))].flatMap(([customer, own]) => {
    if (customer === undefined) return [];
    const said = new Set<string>();
    return own.flatMap((call) => {
      const fields = Object.entries(fieldsOf(call)).filter(([name]) => documentedFields.customers.includes(name));
      const emptied = fields.filter(([name, value]) => said.has(name) && isEmptied(name, value));
      for (const [name, value] of fields) if (nameOf(value) !== undefined) said.add(name);
      // who is to be deleted may be made anonymous first
      const isToBeDeleted = deletions.some(
        (action) => action.fromMs <= call.atMs && [customer, undefined].includes(known.named(action)),
      );
      if (!isTo(call, 'PUT /customers/:id') || onlyEmpties(call) || isToBeDeleted) return [];
      const names = emptied.map(([name]) => name).join(', ');
      return [ofCall(call, emptied.length === 0, `emptied ${names} of a customer who had come with it`)];
    });
  });
};
