import { isObject, show } from '../../../core/json.ts';
import type { PartnerAction, PartnerCall, PartnerRecord } from '../../../core/partner-record.ts';
import { customerIdIn, phonesOfCustomer, referredTo } from '../model/customer-references.ts';
import { derived } from '../model/derived.ts';
import { isGone, type KnownRecords, knownRecords } from '../model/known-records.ts';
import {
  isOfCustomer,
  isPartOfPhone,
  isSamePhone,
  lastDigits,
  lastDigitsIn,
  phoneDigits,
  phonesIn,
} from '../model/named-fields.ts';
import { numbersOf, observation } from '../model/observation.ts';
import { type OrderStory, orderStories } from '../model/order-stories.ts';
import {
  callsOn,
  creates,
  externalIdOf,
  fieldsBelow,
  fieldsOf,
  isAccepted,
  isTo,
  isWrite,
  nameOf,
} from '../model/read-call.ts';
import { actionBefore } from '../model/repeated-sends.ts';
import { allOrderWrites } from '../model/sent-orders.ts';
import type { Obligation, Observation } from '../obligation.ts';

/** The last digits of an order's phones. */
export const digitsOf = (call: PartnerCall, names: PartnerRecord['names']): string[] =>
  lastDigitsIn(phonesOfCustomer(fieldsOf(call), names).map(({ value }) => value));

/** The phones of an order's customer; a change may also have the phone of somebody else, such as a courier. */
const phonesSentIn = ({ names }: PartnerRecord, call: PartnerCall): unknown[] =>
  phonesOfCustomer(fieldsOf(call), names)
    .filter((field) => creates(call, 'orders') || isOfCustomer(field, names))
    .map(({ value }) => value);

/** The last digits of those phones. */
export const digitsSentIn = (record: PartnerRecord, call: PartnerCall): string[] =>
  lastDigitsIn(phonesSentIn(record, call));

const areaName = /area|ddd|ddi|prefix|country/i;

/** Whether an order names the customer with a phone, perhaps with its area in another field, or a customer who was changed. */
const isOfPhone = (record: PartnerRecord, call: PartnerCall, phone: string, sinceMs: number): boolean => {
  const wanted = lastDigits(phone);
  const phones = phonesSentIn(record, call);
  const areas = fieldsBelow(fieldsOf(call)).flatMap(({ name, value }) =>
    areaName.test(name) ? phoneDigits(value) : [],
  );
  return (
    isAnyCustomerChanged(record, sinceMs, call.atMs) ||
    phones.some(
      (each) => lastDigits(each) === wanted || areas.some((area) => lastDigits(area + phoneDigits(each)) === wanted),
    )
  );
};

/** A phone of an order that was sent with more or fewer digits before; undefined if none was. */
const cutPhone = (record: PartnerRecord, call: PartnerCall, before: readonly PartnerCall[]): unknown => {
  const phones = phonesSentIn(record, call);
  const known = before.flatMap((write) => phonesSentIn(record, write));
  const digits = new Set(known.map(phoneDigits));
  if (phones.some((phone) => digits.has(phoneDigits(phone)))) return undefined;
  return phones.find((phone) => known.some((each) => isPartOfPhone(phone, each) || isPartOfPhone(each, phone)));
};

const customerUpdates = derived(({ actions }) => actions.filter(({ action }) => action === 'update-customer'));

/** Whether the partner was made to change any customer from one moment to another. */
export const isAnyCustomerChanged = (record: PartnerRecord, sinceMs: number, untilMs: number): boolean =>
  customerUpdates(record).some(({ fromMs }) => fromMs >= sinceMs && fromMs <= untilMs);

/** The order that a partner was made to create, with the phone of its customer. */
const making = ({ asked }: OrderStory): PartnerAction | undefined =>
  asked.find(({ action, parameters }) => action === 'create-order' && parameters.id === undefined);

/** For each id of a customer, the first order that names the customer by it, with the phone of its customer. */
const firstById = derived((record) => {
  const first = new Map<string, { atMs: number; phone: string }>();
  for (const story of orderStories(record)) {
    const phone = nameOf(making(story)?.parameters.phone);
    for (const call of phone === undefined ? [] : story.writes) {
      const id = customerIdIn(record, call);
      const known = id === undefined ? undefined : first.get(id);
      if (id === undefined || phone === undefined || (known && known.atMs <= call.atMs)) continue;
      first.set(id, { atMs: call.atMs, phone });
    }
  }
  return first;
});

/** Whether an order names its customer by the id that stood for a customer with another phone before. */
const isOfEarlierId = (record: PartnerRecord, call: PartnerCall, phone: string): boolean => {
  const first = firstById(record).get(customerIdIn(record, call) ?? '');
  // an id that stands for every guest is none
  if (phonesIn(fieldsOf(call), record.names).some(({ value }) => isSamePhone(value, phone))) return false;
  return (
    first !== undefined && !isSamePhone(first.phone, phone) && !isAnyCustomerChanged(record, first.atMs, call.atMs)
  );
};

/**
 * Whether an order has the id of one customer and the phone of another, each created under an id of its own. An account may
 * buy for somebody who has none, and a shop may have one account for all guests, which no action creates.
 */
const namesTwoCustomers = (record: PartnerRecord, call: PartnerCall): boolean => {
  const { [record.names.orderCustomer]: customer } = fieldsOf(call);
  if (!isObject(customer)) return false;
  const { id, externalId, phone } = customer;
  const known = knownRecords(record, 'customers');
  const [named, owner] = [known.find({ id, externalId }), known.find({ phone })];
  if (named === undefined || owner === undefined || named === owner) return false;
  const writes = callsOn(record, 'customers').filter((write) => isWrite(write) && write.atMs < call.atMs);
  const creationOf = (each: typeof named): PartnerCall | undefined =>
    writes.find(
      (write) =>
        creates(write, 'customers') &&
        isAccepted(write) &&
        externalIdOf(write) !== undefined &&
        known.about(write) === each,
    );
  const [made, ofOwner] = [creationOf(named), creationOf(owner)];
  if (made === undefined || ofOwner === undefined || actionBefore(record, made)?.action !== 'create-customer')
    return false;
  const hadPhone = writes.some((write) => known.about(write) === named && isSamePhone(fieldsOf(write).phone, phone));
  const isChanged = customerUpdates(record).some(
    (action) =>
      action.fromMs >= made.atMs &&
      action.fromMs <= call.atMs &&
      [named, owner, undefined].includes(known.named(action)),
  );
  return !hadPhone && !isChanged && !isGone(record, made, call.atMs);
};

/** Writes of an order that name another known customer, by phone or by id. */
const otherCustomers = (record: PartnerRecord): Observation[] => {
  const { names } = record;
  const known = knownRecords(record, 'customers');
  const orders = new Map<string, Set<string | undefined>>();
  for (const call of allOrderWrites(record)) {
    for (const digits of digitsOf(call, names)) {
      orders.set(digits, (orders.get(digits) ?? new Set()).add(externalIdOf(call)));
    }
  }
  return orderStories(record).flatMap((story) => otherCustomersOf(record, story, known, orders));
};

/** Whether a change of an order comes with an action on another one. Another obligation judges it. */
const isUnasked = (record: PartnerRecord, asked: readonly PartnerAction[], call: PartnerCall): boolean => {
  const action = actionBefore(record, call);
  return isTo(call, 'PUT /orders/:id') && action !== undefined && !asked.includes(action);
};

const otherCustomersOf = (
  record: PartnerRecord,
  story: OrderStory,
  known: KnownRecords,
  orders: ReadonlyMap<string, ReadonlySet<string | undefined>>,
): Observation[] => {
  const { names } = record;
  const { order, asked, writes } = story;
  const made = making(story);
  const wanted = nameOf(made?.parameters.phone);
  const own = wanted === undefined ? undefined : known.find({ phone: wanted });
  const isOfOther = (phone: string): boolean => [...(orders.get(phone) ?? [])].some((each) => each !== order);
  const digits = writes.map((call) => digitsOf(call, names));
  return writes.flatMap((call, index) => {
    const said = digits.slice(0, index).flat();
    const before = wanted === undefined ? said : [...said.slice(0, 1), lastDigits(wanted)];
    const phones = digits[index] ?? [];
    const isChanged = isAnyCustomerChanged(record, writes[0]?.atMs ?? 0, call.atMs);
    const referred = referredTo(record, call);
    const isOtherPhone =
      before.length > 0 &&
      phones.length > 0 &&
      !phones.some((phone) => before.includes(phone)) &&
      phones.every(isOfOther);
    const isOtherId =
      (own !== undefined && referred !== undefined && referred !== own) ||
      namesTwoCustomers(record, call) ||
      (wanted !== undefined && isOfEarlierId(record, call, wanted));
    const cut = cutPhone(record, call, writes.slice(0, index));
    if (
      isChanged ||
      isUnasked(record, asked, call) ||
      (phones.length === 0 && customerIdIn(record, call) === undefined && cut === undefined)
    )
      return [];
    return [
      observation(
        !isOtherPhone && !isOtherId && cut === undefined,
        { calls: [call.number], actions: made ? [made.number] : [] },
        cut === undefined
          ? `order ${order} was sent as one of another customer`
          : `order ${order} was sent with the phone ${show(cut)}, and with more or fewer digits of it before; the platform distinguishes customers by their phone`,
      ),
    ];
  });
};

export const orderCustomers: readonly Obligation[] = [
  {
    id: 'PART-127',
    text: 'A request about an order that names a customer names the one of the order',
    source: 'Resources and their fields › Order fields known',
    statements: ['S067', 'S040'],
    level: 'must',
    needs: 'orders',
    judge: (record) => [
      ...otherCustomers(record),
      ...orderStories(record).flatMap((story) => {
        const { order, asked, writes } = story;
        const made = making(story);
        const phone = nameOf(made?.parameters.phone);
        const naming = writes.filter(
          (call) => isAccepted(call) && phonesSentIn(record, call).length > 0 && !isUnasked(record, asked, call),
        );
        if (made === undefined || phone === undefined || naming.length === 0) return [];
        const other = naming.find((call) => !isOfPhone(record, call, phone, made.fromMs));
        return [
          observation(
            other === undefined,
            { actions: [made.number], calls: numbersOf(other === undefined ? naming : [other]) },
            `order ${order} of the customer with ${made.parameters.phone} was sent without that phone, which is how the platform distinguishes customers`,
          ),
        ];
      }),
    ],
  },
];
