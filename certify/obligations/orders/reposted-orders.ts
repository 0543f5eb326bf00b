import { isObject, show } from '../../../core/json.ts';
import type { PartnerCall, PartnerRecord } from '../../../core/partner-record.ts';
import { possibleActions } from '../model/actions.ts';
import { isNotFound } from '../model/coupon-calls.ts';
import { observation, ofCall } from '../model/observation.ts';
import { answeredOrders, orderStories } from '../model/order-stories.ts';
import {
  callsOn,
  creates,
  endOf,
  externalIdOf,
  fieldsOf,
  isAccepted,
  isSent,
  isTo,
  mayBeStored,
  nameOf,
  partsOf,
  recordsIn,
} from '../model/read-call.ts';
import { actionBefore, differences } from '../model/repeated-sends.ts';
import { allOrderWrites, deletionsOf, hasStatus, orderNames, orderOf, writesOf } from '../model/sent-orders.ts';
import type { Observation } from '../obligation.ts';

/** Whether an order was looked up between two writes, and never shown, or at last not found. */
const isIdWithheld = (record: PartnerRecord, externalId: string, from: PartnerCall, until: PartnerCall): boolean => {
  const lookups = callsOn(record, 'orders').filter(
    (call) =>
      call.atMs >= endOf(from) &&
      call.atMs <= until.atMs &&
      isTo(call, 'GET /orders/external/:externalId') &&
      partsOf(call)[2] === externalId,
  );
  const last = lookups.at(-1);
  return last !== undefined && (isNotFound(last) || !lookups.some(isAccepted));
};

/** Whether a response showed the partner, before a call, that the platform has an order. */
const isSeenStored = (
  record: PartnerRecord,
  externalId: string,
  earlier: readonly PartnerCall[],
  call: PartnerCall,
): boolean => {
  const isKnownBefore = (other: PartnerCall): boolean => isAccepted(other) && endOf(other) <= call.atMs;
  const shows = (shown: unknown): boolean => isObject(shown) && nameOf(shown.externalId) === externalId;
  const since = earlier[0]?.atMs ?? 0;
  return (
    earlier.some(isKnownBefore) ||
    callsOn(record, 'orders').some(
      (read) =>
        read.method === 'GET' &&
        read.atMs >= since &&
        isKnownBefore(read) &&
        (partsOf(read)[2] === externalId || recordsIn(read).some(shows)),
    )
  );
};

/** The fields of an order that may differ from its first POST by what happened to it since. */
const changeable = (
  record: PartnerRecord,
  externalId: string,
  first: PartnerCall,
  call: PartnerCall,
): readonly string[] => {
  const { orderCustomer, orderTotal } = record.names;
  const [creation, ...changes] = orderStories(record).find(({ order }) => order === externalId)?.asked ?? [];
  const sinceMs = creation?.fromMs ?? first.atMs;
  const isAsked = (name: string): boolean =>
    changes.some(({ action, fromMs }) => action === name && fromMs <= call.atMs);
  const isRedeemed = isAsked('redeem');
  // a sale that is voided is worth nothing
  const isOtherWorth = isRedeemed || isAsked('cancel-order');
  const isCustomerChanged = possibleActions(record, 'update-customer').some(
    ({ fromMs }) => fromMs >= sinceMs && fromMs <= call.atMs,
  );
  return [
    'status',
    ...(isRedeemed ? ['couponCode'] : []),
    ...(isOtherWorth ? ['lineItems', orderTotal] : []),
    ...(isCustomerChanged ? [orderCustomer] : []),
  ];
};

/** What is wrong in a POST of an order that was posted before; undefined if nothing is. */
const wrongIn = (
  record: PartnerRecord,
  externalId: string,
  earlier: readonly PartnerCall[],
  before: PartnerCall,
  call: PartnerCall,
): string | undefined => {
  const changed = differences(record.names, call, before);
  if (!isSeenStored(record, externalId, earlier, call)) {
    const allowed = changeable(record, externalId, earlier[0] ?? before, call);
    const others = changed.filter((name) => !allowed.includes(name));
    return others.length === 0 ? undefined : others.join(' and ');
  }
  // an order that was changed by PUT is sent again with the change
  const said = new Set(earlier.map((write) => fieldsOf(write).status));
  const isByPut = (name: string): boolean =>
    earlier.some(
      (write) =>
        write.method === 'PUT' && name in fieldsOf(write) && !differences(record.names, call, write).includes(name),
    );
  const fresh = changed.filter((name) => {
    // a code is sent once
    if (name === 'couponCode' && !isSent(fieldsOf(call), name)) return false;
    return !(name === 'status' ? said.has(fieldsOf(call).status) : isByPut(name));
  });
  if (fresh.length > 0) return fresh.join(' and ');
  const now = earlier.findLast((write) => isAccepted(write) && hasStatus(write));
  const isOld = now !== undefined && hasStatus(call) && fieldsOf(call).status !== fieldsOf(now).status;
  return isOld ? `status than it has by now, ${show(fieldsOf(now).status)}` : undefined;
};

/** Whether an order was deleted while it was to be changed. A refused PUT leaves nothing else. */
const isReplaced = (record: PartnerRecord, externalId: string, removal: PartnerCall): boolean => {
  const action = actionBefore(record, removal);
  if (action === undefined || !isAccepted(removal) || !['pay-order', 'redeem'].includes(action.action)) return false;
  const id = nameOf(action.parameters.id) ?? '';
  const puts = writesOf(record, externalId).filter(
    (call) => call.method === 'PUT' && call.atMs >= action.fromMs && call.atMs < removal.atMs,
  );
  return (answeredOrders(record).get(id) ?? id) === externalId && puts.every(isAccepted);
};

/** Orders that are posted again, each compared with what was sent of it before; and those that are changed by PUT. */
export const repostedOrders = (record: PartnerRecord): Observation[] => {
  const names = orderNames(record);
  const sent = allOrderWrites(record).filter(mayBeStored);
  return sent.flatMap((call, index) => {
    if (isTo(call, 'PUT /orders/:id')) return call.fault === undefined ? [ofCall(call, true)] : [];
    const externalId = externalIdOf(call);
    if (externalId === undefined) return [];
    const removal = deletionsOf(record, externalId).findLast((other) => other.atMs < call.atMs && mayBeStored(other));
    if (removal !== undefined && isReplaced(record, externalId, removal)) {
      const seen = `order ${externalId} was deleted and posted again while it was to be changed; a change should be a PUT /orders/:id`;
      return [observation(false, { calls: [removal.number, call.number] }, seen)];
    }
    // a deleted order that is sent again is another order
    const earlier = sent
      .slice(0, index)
      .filter((write) => orderOf(write, names) === externalId && write.atMs > (removal?.atMs ?? 0));
    const before = earlier.findLast((write) => creates(write, 'orders'));
    if (before === undefined) return [];
    // a partner that cannot look the order up has no id for a PUT
    if (isIdWithheld(record, externalId, before, call)) return [];
    const wrong = wrongIn(record, externalId, earlier, before, call);
    return [
      observation(
        wrong === undefined,
        { calls: [before.number, call.number] },
        `order ${externalId} was posted and then posted again with another ${wrong}; a change should be a PUT /orders/:id, and another order has another externalId`,
      ),
    ];
  });
};
