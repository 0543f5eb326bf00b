import { show } from '../../../core/json.ts';
import type { PartnerCall, PartnerRecord } from '../../../core/partner-record.ts';
import { possibleActions } from '../model/actions.ts';
import { knownRecords } from '../model/known-records.ts';
import { isPartOfPhone } from '../model/named-fields.ts';
import { numbersOf, observation } from '../model/observation.ts';
import { callsOn, creates, externalIdOf, fieldsOf, isAccepted, isTo, isWrite, nameOf } from '../model/read-call.ts';
import type { Observation } from '../obligation.ts';

/** Whether a phone is empty or a part of another one, such as the same one without its country. */
const isShortened = (phone: unknown, from: unknown): boolean =>
  phone === '' ? nameOf(from) !== undefined : isPartOfPhone(phone, from);

/** Whether an update comes before a deletion that was asked for: a partner may make a customer anonymous first. */
export const isBeforeDeletion = (record: PartnerRecord, update: PartnerCall): boolean => {
  const known = knownRecords(record, 'customers');
  const customer = known.about(update);
  const isAsked = possibleActions(record, 'delete-customer').some(
    (action) => action.fromMs <= update.atMs && [customer, undefined].includes(known.named(action)),
  );
  return (
    isAsked &&
    callsOn(record, 'customers').some(
      (call) => isTo(call, 'DELETE /customers/:id') && call.atMs > update.atMs && known.about(call) === customer,
    )
  );
};

/** Updates of customers whose phone is shorter than an earlier one. */
export const shortenedPhones = (record: PartnerRecord): Observation[] => {
  const known = knownRecords(record, 'customers');
  const phoned = callsOn(record, 'customers').filter(
    (call) => isWrite(call) && isAccepted(call) && fieldsOf(call).phone !== undefined,
  );
  return phoned.flatMap((update, place) => {
    const [customer, { phone }] = [known.about(update), fieldsOf(update)];
    if (customer === undefined || !isTo(update, 'PUT /customers/:id') || isBeforeDeletion(record, update)) return [];
    const earlier = phoned
      .slice(0, place)
      .find((call) => known.about(call) === customer && isShortened(phone, fieldsOf(call).phone));
    return [
      observation(
        earlier === undefined,
        { calls: numbersOf(earlier === undefined ? [update] : [earlier, update]) },
        `${update.method} ${update.path} has the phone ${show(phone)} of a customer who came with ${show(earlier && fieldsOf(earlier).phone)}; the platform identifies a customer by all digits`,
      ),
    ];
  });
};

/** Customers whose updates give them one externalId after another, or that of another. A partner may change it once. */
export const renamedCustomers = (record: PartnerRecord): Observation[] => {
  const known = knownRecords(record, 'customers');
  const calls = callsOn(record, 'customers').filter(isAccepted);
  const writes = calls.filter((call) => isWrite(call) && externalIdOf(call) !== undefined);
  const byCustomer = Map.groupBy(writes, known.about);
  const byId = Map.groupBy(writes, externalIdOf);
  /** The update by which another customer got an externalId, and has it still. */
  const givenBefore = (update: PartnerCall): PartnerCall | undefined =>
    byId.get(externalIdOf(update))?.find((given) => {
      const customer = known.about(given);
      if (customer === undefined || customer === known.about(update) || given.method !== 'PUT') return false;
      const isGone = calls.some(
        (call) => call.method === 'DELETE' && call.atMs < update.atMs && known.about(call) === customer,
      );
      return byCustomer.get(customer)?.findLast(({ atMs }) => atMs < update.atMs) === given && !isGone;
    });
  return [...byCustomer].flatMap(([customer, own]) => {
    const updates = own.filter((call) => isTo(call, 'PUT /customers/:id'));
    if (customer === undefined || updates.length === 0) return [];
    const first = own.find((call) => creates(call, 'customers'));
    const ids = [...new Set(updates.map(externalIdOf))].filter((id) => id !== (first && externalIdOf(first)));
    const shared = updates.find((update) => givenBefore(update) !== undefined);
    const other = shared && givenBefore(shared);
    return [
      observation(
        ids.length <= 1 && other === undefined,
        { calls: numbersOf(shared && other ? [other, shared] : updates) },
        other
          ? `two customers were given one externalId, ${show(externalIdOf(other))}; it is the partner’s own identifier of one`
          : `the updates of one customer gave it the externalIds ${ids.join(', ')}; it is the partner’s own identifier of the customer`,
      ),
    ];
  });
};
