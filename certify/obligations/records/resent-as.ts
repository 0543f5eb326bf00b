import type { PartnerCall, PartnerRecord } from '../../../core/partner-record.ts';
import { phonesOfCustomer } from '../model/customer-references.ts';
import { lastDigits } from '../model/named-fields.ts';
import { callsOn, externalIdOf, fieldsOf, isAccepted, isTo, nameOf, partsOf } from '../model/read-call.ts';
import { differences, ofRequests } from '../model/repeated-sends.ts';

/** Whose a store or a cart is: the name of the store, or the phones of the customer of the cart. */
const ownersIn = ({ names }: PartnerRecord, call: PartnerCall): string[] => {
  const body = fieldsOf(call);
  if (partsOf(call)[0] === 'stores') return [nameOf(body[names.storeName])].flatMap((name) => name ?? []);
  return phonesOfCustomer(body, names).flatMap(({ value }) => lastDigits(value) || []);
};

/** Whether a customer may have got one of these phones between two moments, so that older carts have it as well. */
const isPhoneGiven = (record: PartnerRecord, phones: readonly string[], fromMs: number, untilMs: number): boolean =>
  record.actions.some(
    (action) =>
      action.fromMs >= fromMs &&
      action.fromMs <= untilMs &&
      (action.action === 'update-customer' || phones.includes(lastDigits(action.parameters.phone))),
  ) ||
  callsOn(record, 'customers').some(
    (call) => isTo(call, 'PUT /customers/:id') && call.atMs >= fromMs && call.atMs <= untilMs,
  );

/**
 * The store or cart of another externalId whose values a resent one has: all that it did not have before. The name of the
 * store or the phone of the customer is among them. A record may have got values that are new to both.
 */
export const resentAs = (record: PartnerRecord, post: PartnerCall): PartnerCall | undefined => {
  const earlier = callsOn(record, partsOf(post)[0] ?? '').filter(
    (call) => call.method === 'POST' && call.atMs < post.atMs && externalIdOf(call) !== undefined,
  );
  const own = earlier.filter((call) => externalIdOf(call) === externalIdOf(post));
  const last = own.at(-1);
  const owners = ownersIn(record, post);
  const known = own.flatMap((call) => ownersIn(record, call));
  if (last === undefined || owners.length === 0 || owners.some((owner) => known.includes(owner))) return undefined;
  if (isPhoneGiven(record, owners, last.atMs, post.atMs)) return undefined;
  const changed = differences(record.names, post, last).filter((name) => !ofRequests.test(name));
  return earlier.find(
    (call) =>
      !own.includes(call) &&
      isAccepted(call) &&
      !differences(record.names, post, call).some((name) => changed.includes(name)),
  );
};
