import { type JsonObject, show } from '../../../core/json.ts';
import type { PartnerAction, PartnerCall, PartnerRecord } from '../../../core/partner-record.ts';
import { callsDuring, doneActions, isAtOnce, possibleActions } from '../model/actions.ts';
import { phonesOfCustomer } from '../model/customer-references.ts';
import {
  documentedFields,
  type KnownRecord,
  type KnownRecords,
  type KnownResource,
  knownRecords,
} from '../model/known-records.ts';
import { isPartOfPhone, isSamePhone, lastDigits, lastDigitsIn, phoneDigits } from '../model/named-fields.ts';
import { numbersOf, observation, ofCall } from '../model/observation.ts';
import { makesOrder } from '../model/order-stories.ts';
import {
  callsOf,
  callsOn,
  creates,
  fieldsOf,
  isAccepted,
  isTo,
  nameOf,
  partsOf,
  recordsIn,
} from '../model/read-call.ts';
import { actionBefore } from '../model/repeated-sends.ts';
import type { Obligation } from '../obligation.ts';
import { isBeforeDeletion } from './customer-identity.ts';
import { changedValues, sentUpdates } from './customer-updates.ts';
import { emptiedCustomers } from './emptied-fields.ts';
import {
  keptCustomers,
  lostUpdates,
  overtakenUpdates,
  staleUpdates,
  unchangedByPost,
  unchangedCustomers,
} from './kept-customers.ts';

const source = 'Endpoints › Endpoints table';

const isSame = (name: string, one: unknown, other: unknown): boolean =>
  name === 'phone' ? phoneDigits(one).endsWith(lastDigits(other)) : nameOf(one) === nameOf(other);

/** Writes and removals of other records than the one that the action names, with what they changed of them. */
const changedOthers = (
  record: PartnerRecord,
  resource: KnownResource,
  known: KnownRecords,
  action: PartnerAction,
): { call: PartnerCall; changed: string }[] => {
  const own = known.named(action);
  if (own === undefined) return [];
  const calls = callsOn(record, resource).filter(isAccepted);
  return callsDuring(record, action).flatMap((call) => {
    const other = known.about(call);
    if (other === undefined || other === own || other.sinceMs >= action.fromMs || !isAccepted(call)) return [];
    if (isTo(call, `DELETE /${resource}/:id`)) {
      const isBack = calls.some(
        (later) => later.method === 'POST' && later.atMs > call.atMs && known.about(later) === other,
      );
      return isBack ? [] : [{ call, changed: 'deleted' }];
    }
    if (!isTo(call, `PUT /${resource}/:id`)) return [];
    const before = calls.filter(({ atMs }) => atMs < action.fromMs);
    const said: JsonObject[] = before.flatMap((earlier) => [
      ...(known.about(earlier) === other ? [fieldsOf(earlier)] : []),
      ...recordsIn(earlier).filter((shown): shown is JsonObject => isShownAs(shown, call)),
    ]);
    // the effect of an earlier change may come late
    const earlierChange = possibleActions(record, 'update-customer').findLast(
      (each) => each.fromMs < action.fromMs && known.named(each) === other,
    );
    const isUnderWay =
      earlierChange !== undefined &&
      !before.some((put) => put.method === 'PUT' && put.atMs >= earlierChange.fromMs && known.about(put) === other);
    // one of several requests for it, unless that has a value of the other customer
    const isRest = earlierChange !== undefined && isAtOnce(record, earlierChange, action);
    const ofOwn = calls.filter((each) => known.about(each) === own).map(fieldsOf);
    const fields = Object.entries(fieldsOf(call)).filter(
      ([name, value]) =>
        documentedFields[resource].includes(name) &&
        nameOf(value) !== undefined &&
        said.some((earlier) => nameOf(earlier[name]) !== undefined) &&
        !said.some((earlier) => isSame(name, earlier[name], value)),
    );
    const changed = fields.map(([name, value]) => `${name} ${show(value)}`).join(' and ');
    const isMixed = fields.some(([name, value]) => ofOwn.some((body) => isSame(name, body[name], value)));
    const isLate = isUnderWay || (isRest && !isMixed);
    return changed === '' || isLate ? [] : [{ call, changed: `given ${changed}` }];
  });
};

const isShownAs = (shown: unknown, call: PartnerCall): boolean =>
  typeof shown === 'object' && shown !== null && 'id' in shown && shown.id === partsOf(call)[1];

const changesNoOther =
  (resource: KnownResource, what: string, ...actions: string[]): Obligation['judge'] =>
  (record) => {
    const known = knownRecords(record, resource);
    return doneActions(record, ...actions).flatMap((action) => {
      const id = nameOf(action.parameters.id);
      if (id === undefined) return [];
      const others = changedOthers(record, resource, known, action);
      const [first] = others;
      return [
        observation(
          others.length === 0,
          { actions: [action.number], calls: others.map(({ call }) => call.number) },
          `${action.action} was about ${id}, and ${first?.call.method} ${first?.call.path} is of another ${what}, which was ${first?.changed}`,
        ),
      ];
    });
  };

/** Changes of one customer that carry the partner's id, or the phone, of another. */
const mixedCustomers: Obligation['judge'] = (record) => {
  const known = knownRecords(record, 'customers');
  return callsOn(record, 'customers').flatMap((call) => {
    if (!isTo(call, 'PUT /customers/:id') || !isAccepted(call)) return [];
    const [onPath, inBody] = [known.about(call), known.inBody(call)];
    const isKnown = [onPath, inBody].every((each) => each !== undefined && each.sinceMs < call.atMs);
    return isKnown
      ? [ofCall(call, onPath === inBody, 'carries the data of another customer, who is known already')]
      : [];
  });
};

/**
 * Customers that the partner was made to create, and whom a PUT gives another phone although no update was asked for. The data
 * is of somebody else, for instance of the customer of an order. The account of a shop, which orders bring, may change.
 */
const givenPhones: Obligation['judge'] = (record) => {
  const known = knownRecords(record, 'customers');
  const calls = callsOn(record, 'customers').filter(isAccepted);
  const updates = possibleActions(record, 'update-customer');
  return [...Map.groupBy(calls, (call) => known.about(call))].flatMap(([customer, own]) => {
    const made = own.find((call) => creates(call, 'customers'));
    const isAsked = made !== undefined && actionBefore(record, made)?.action === 'create-customer';
    if (customer === undefined || !isAsked || lastDigitsIn([fieldsOf(made).phone]).length === 0) return [];
    const isUpdated = ({ atMs }: PartnerCall): boolean =>
      updates.some((action) => action.fromMs <= atMs && [customer, undefined].includes(known.named(action)));
    const first = fieldsOf(made).phone;
    return own
      .filter((call) => isTo(call, 'PUT /customers/:id') && lastDigitsIn([fieldsOf(call).phone]).length > 0)
      .map((call) => {
        const { phone } = fieldsOf(call);
        const seen = `gave the phone ${show(phone)} to the customer with ${show(first)}, whom the partner was not asked to change`;
        // another obligation judges a part of the same phone
        const isOther = !isSamePhone(phone, first) && !isPartOfPhone(phone, first);
        return ofCall(call, !isOther || isUpdated(call) || isBeforeDeletion(record, call), seen);
      });
  });
};

/** Whether an order named a customer by the phone before a moment. */
const isNamedBefore = (record: PartnerRecord, customer: KnownRecord, atMs: number): boolean =>
  callsOn(record, 'orders').some(
    (call) =>
      call.atMs < atMs &&
      phonesOfCustomer(fieldsOf(call), record.names).some(
        ({ value }) => knownRecords(record, 'customers').find({ phone: value }) === customer,
      ),
  );

/** Deletions of customers that no action asked for, and that the partner does not create again. */
const unaskedRemovals: Obligation['judge'] = (record) => {
  const known = knownRecords(record, 'customers');
  const calls = callsOf(record).filter(isAccepted);
  return calls.flatMap((call) => {
    const removed = isTo(call, 'DELETE /customers/:id') ? known.about(call) : undefined;
    if (removed === undefined) return [];
    const asked = possibleActions(record, 'delete-customer').filter(({ fromMs }) => fromMs <= call.atMs);
    const isAsked = asked.some((action) => [removed, undefined].includes(known.named(action)));
    const isBack = calls.some(
      (later) => later.method === 'POST' && later.atMs > call.atMs && known.about(later) === removed,
    );
    const action = actionBefore(record, call);
    // who buys as a guest may be forgotten after the sale
    const isNew = removed.sinceMs >= (action?.fromMs ?? 0) && !isNamedBefore(record, removed, action?.fromMs ?? 0);
    const isGuest = action !== undefined && makesOrder(action) && action.outcome !== 'cannot' && isNew;
    return [
      observation(
        isAsked || isBack || isGuest,
        { calls: [call.number], actions: numbersOf(action ? [action] : []) },
        `${call.method} ${call.path} removed a customer whom the partner was not made to delete; ${action?.action ?? 'nothing'} came before`,
      ),
    ];
  });
};

export const heldRecords: readonly Obligation[] = [
  {
    id: 'PART-128',
    text: 'A customer that the partner was asked to change is changed on the platform',
    source,
    statements: ['S119'],
    level: 'must',
    isPromised: true,
    needs: 'customers',
    judge: sentUpdates,
  },
  {
    id: 'PART-143',
    text: 'The update of a customer contains what changed, and no later request puts older values back',
    source,
    statements: ['S119'],
    level: 'must',
    isPromised: true,
    needs: 'customers',
    judge: (record) => [
      ...changedValues(record),
      ...keptCustomers(record),
      ...unchangedCustomers(record),
      ...unchangedByPost(record),
      ...overtakenUpdates(record),
      ...staleUpdates(record),
      ...lostUpdates(record),
      ...emptiedCustomers(record),
    ],
  },
  {
    id: 'PART-129',
    text: 'The update or deletion of one customer changes no other, and no customer is deleted unasked',
    source,
    statements: ['S119', 'S120'],
    level: 'must',
    arisesWith: ['customers'],
    judge: (record) => [
      ...changesNoOther('customers', 'customer', 'update-customer', 'create-customer', 'delete-customer')(record),
      ...mixedCustomers(record),
      ...givenPhones(record),
      ...unaskedRemovals(record),
    ],
  },
  {
    id: 'PART-130',
    text: 'A resent product changes no other product',
    source,
    statements: ['S034'],
    level: 'should',
    inferred: 'the document shows no route that changes a product',
    needs: 'products',
    judge: changesNoOther('products', 'product', 'create-product'),
  },
];
