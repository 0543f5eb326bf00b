import { isObject, show } from '../../../core/json.ts';
import type { PartnerCall, PartnerRecord } from '../../../core/partner-record.ts';
import { possibleActions } from '../model/actions.ts';
import { type Block, blocksOf, mayBeDone } from '../model/blocks.ts';
import { isBroughtSince } from '../model/customer-references.ts';
import { type KnownRecord, knownRecords } from '../model/known-records.ts';
import { isSamePhone } from '../model/named-fields.ts';
import { restartsOf } from '../model/notifications.ts';
import { numbersOf, observation } from '../model/observation.ts';
import {
  callsOn,
  fieldsOf,
  isAccepted,
  isFailed,
  isTo,
  isWrite,
  mayBeStored,
  nameOf,
  partsOf,
  pathOf,
  recordsIn,
} from '../model/read-call.ts';
import { meaningIn } from '../model/repeated-sends.ts';
import type { Observation } from '../obligation.ts';

type Names = PartnerRecord['names'];

/** The fields that stay as they are in a repeat. Another obligation judges what an order is posted with again. */
const keptFields = (call: PartnerCall, names: Names): string[] => {
  const { orderCustomer, customerAddress, storeName, webhookUrl } = names;
  const kept: Readonly<Record<string, readonly string[]>> = {
    'POST customers': ['firstName', 'lastName', 'phone', 'email', customerAddress],
    'PUT customers': ['firstName', 'lastName', 'phone', 'email', customerAddress],
    'PUT orders': [orderCustomer],
    'POST stores': [storeName],
    'POST abandoned-carts': [orderCustomer, 'lineItems'],
    'POST webhooks': [webhookUrl],
  };
  return [...(kept[`${call.method} ${partsOf(call)[0]}`] ?? [])];
};

/** What distinguishes the record of a write; undefined if its body does not have it. */
const recordKey = (call: PartnerCall): string | undefined =>
  call.method === 'PUT' || isTo(call, 'POST /webhooks') ? '' : nameOf(fieldsOf(call).externalId);

/** Writes of one record in a block, each list in the order of arrival. A refused write is corrected, and not repeated. */
const repeatsIn = ({ calls }: Block, names: Names): PartnerCall[][] => {
  const writes = calls.filter(
    (call) => mayBeStored(call) && keptFields(call, names).length > 0 && recordKey(call) !== undefined,
  );
  return [...Map.groupBy(writes, (call) => `${call.method} ${pathOf(call)} ${recordKey(call)}`).values()];
};

/** Whether an action may have changed a customer between two sends, or earlier without a write that shows it. */
const mayHaveChanged = (record: PartnerRecord, failed: PartnerCall, again: PartnerCall, block: Block): boolean => {
  const known = knownRecords(record, 'customers');
  const customer = known.about(failed) ?? known.about(again);
  if (customer === undefined || isBroughtSince(record, customer, block.fromMs)) return true;
  const stored = callsOn(record, 'customers').findLast(
    (call) => call.atMs < failed.atMs && isWrite(call) && isAccepted(call) && known.about(call) === customer,
  );
  const changes = possibleActions(record, 'update-customer', 'create-customer').filter(
    (action) =>
      (action.action === 'update-customer' || action.parameters.id !== undefined) &&
      action.fromMs <= again.atMs &&
      action.fromMs > (stored?.atMs ?? Number.NEGATIVE_INFINITY) &&
      [customer, undefined].includes(known.named(action)),
  );
  // the failed send has the first of these changes, if it is no creation
  return changes.some(({ fromMs }) => fromMs > failed.atMs) || changes.length > (failed.method === 'PUT' ? 1 : 0);
};

/** Writes that failed and came again in the same block with other values, although no action changed the record. */
export const changedRepeats = (record: PartnerRecord): Observation[] =>
  blocksOf(record).flatMap((block) =>
    repeatsIn(block, record.names).flatMap((sends) =>
      sends.flatMap((failed, index) => {
        const again = sends[index + 1];
        if (again === undefined || !isFailed(failed)) return [];
        const isOfCustomer = partsOf(failed)[0] === 'customers';
        if (isOfCustomer ? mayHaveChanged(record, failed, again, block) : isCustomerChanged(block)) return [];
        const [before, after] = [fieldsOf(failed), fieldsOf(again)];
        const isChanged = (name: string): boolean =>
          meaningIn(record.names, name, before[name]) !== meaningIn(record.names, name, after[name]) ||
          // a platform may distinguish customers by the text of their phones
          (name === 'phone' && before.phone !== after.phone);
        const changed = keptFields(failed, record.names).filter(
          (name) => name in before && name in after && isChanged(name),
        );
        const values = changed.map((name) => `${name} ${show(after[name])} after ${show(before[name])}`).join(' and ');
        return [
          observation(
            changed.length === 0,
            { calls: numbersOf([failed, again]) },
            `${failed.method} ${pathOf(failed)} failed and came again with ${values}, and nothing asked for that`,
          ),
        ];
      }),
    ),
  );

/** Whether a customer changes in a block, and with it what other records say of that customer. */
const isCustomerChanged = ({ actions }: Block): boolean =>
  actions.some((action) => mayBeDone(action, 'update-customer'));

/** The phones that a customer had in earlier writes by the same method. */
const phonesBefore = (calls: readonly PartnerCall[], call: PartnerCall, atMs: number): string[] =>
  calls
    .filter((earlier) => earlier.method === call.method && earlier.atMs < atMs)
    .flatMap((earlier) => nameOf(fieldsOf(earlier).phone) ?? []);

/** Whether a lookup showed the phone of a customer in this form before a call. */
const isShown = (record: PartnerRecord, phone: string, { atMs }: PartnerCall): boolean =>
  callsOn(record, 'customers').some(
    (call) =>
      call.method === 'GET' &&
      call.atMs < atMs &&
      isAccepted(call) &&
      recordsIn(call).some((shown) => isObject(shown) && shown.phone === phone),
  );

/** Customers whose phone has another form since a restart, such as one without its plus. */
export const phonesAfterRestarts = (record: PartnerRecord): Observation[] => {
  const known = knownRecords(record, 'customers');
  const writes = callsOn(record, 'customers').filter(isWrite);
  const byCustomer = Map.groupBy(writes, (call): KnownRecord | undefined => known.about(call));
  return [...byCustomer].flatMap(([customer, calls]) =>
    calls.flatMap((call) => {
      const phone = nameOf(fieldsOf(call).phone);
      const restart = restartsOf(record).findLast(({ toMs }) => toMs <= call.atMs);
      if (customer === undefined || phone === undefined || restart === undefined) return [];
      const same = phonesBefore(calls, call, restart.fromMs).filter((before) => isSamePhone(before, phone));
      // a partner may take over the form in which the platform has the phone
      if (same.length === 0 || isShown(record, phone, call)) return [];
      return [
        observation(
          same.includes(phone),
          { actions: [restart.number], calls: [call.number] },
          `${call.method} ${pathOf(call)} sent the phone ${show(phone)} after a restart; before it, the same customer had ${show(same.at(-1))}`,
        ),
      ];
    }),
  );
};
