import type { PartnerAction, PartnerCall, PartnerRecord } from '../../core/partner-record.ts';
import { byCompany } from '../obligations/companies.ts';
import { isAtOnce, possibleActions } from '../obligations/model/actions.ts';
import { madeCoupon } from '../obligations/model/coupon-calls.ts';
import { isTakenBefore } from '../obligations/model/coupon-ends.ts';
import { isHeld } from '../obligations/model/coupon-evidence.ts';
import {
  askedCode,
  isExpired,
  isNotYetValid,
  isOfOtherCustomer,
  showsUnusable,
} from '../obligations/model/coupon-uses.ts';
import { isBroughtSince } from '../obligations/model/customer-references.ts';
import { heldFrom } from '../obligations/model/held-coupons.ts';
import { knownRecords } from '../obligations/model/known-records.ts';
import { orderIdIn } from '../obligations/model/notifications.ts';
import { answeredOrders, makesOrder } from '../obligations/model/order-stories.ts';
import { callsOn, endOf, fieldsOf, isAccepted, isTo, nameOf, partsOf } from '../obligations/model/read-call.ts';
import { isRefusedByScenario } from '../obligations/model/refused-needs.ts';
import { writesOf } from '../obligations/model/sent-orders.ts';
import { isRefusal } from './undone-actions.ts';

/**
 * The kind of an action. Some shops use a coupon on a new order only, have no orders on hold or read one list only, so those
 * kinds differ.
 */
const kindOf = ({ action, parameters }: PartnerAction): string =>
  JSON.stringify([action, Object.keys(parameters).toSorted(), parameters.status, parameters.list]);

/**
 * Whether the last lookup of a coupon showed it as used or not valid, or failed: 404, or no response. A scenario may also
 * refuse the list that the partner looks for it in.
 */
const isLastSeenUnusable = (record: PartnerRecord, refused: PartnerAction): boolean => {
  const code = askedCode(record, refused.parameters);
  if (code === undefined) return false;
  const orders = record.attempts.filter((attempt) => attempt.code === code).map(orderIdIn);
  const names: unknown[] = [code, madeCoupon(record, code)?.id, ...orders];
  const last = callsOn(record, 'coupons').findLast(
    (call) =>
      call.method === 'GET' &&
      call.atMs <= refused.toMs &&
      (partsOf(call).some((part) => names.includes(part)) ||
        (isTo(call, 'GET /coupons') && isRefusedByScenario(call) && call.atMs >= refused.fromMs)),
  );
  return last !== undefined && (!isAccepted(last) || showsUnusable(last, code));
};

/**
 * Whether the record explains why a coupon could not be used: it was gone, not valid yet, expired, unknown or above the
 * price. An existing order takes only an individual coupon that the platform has, and so may a new order with a code.
 */
const couldNotBeUsed = (record: PartnerRecord, refused: PartnerAction): boolean => {
  const { parameters, fromMs, toMs } = refused;
  const { couponCode, total, id } = parameters;
  const { calls, attempts } = record;
  const code = askedCode(record, refused.parameters);
  const coupon = madeCoupon(record, code);
  if (coupon === undefined) {
    const registered = calls.find(
      (call) => isTo(call, 'POST /coupons') && isAccepted(call) && fieldsOf(call).code === code,
    );
    const isOnOrder = id !== undefined || couponCode !== undefined;
    if (registered === undefined) return isOnOrder;
    return Number(fieldsOf(registered).minPurchaseValue) > (isOnOrder ? 0 : Number(total ?? 0));
  }
  const { cancelledMs, minPurchaseValue } = coupon;
  return (
    isExpired(record, coupon, toMs) ||
    isNotYetValid(record, coupon.code, fromMs, toMs) ||
    (cancelledMs !== null && cancelledMs <= toMs) ||
    (typeof total === 'number' ? total < minPurchaseValue : minPurchaseValue > 0) ||
    !attempts.some((attempt) => attempt.code === code && attempt.atMs <= toMs && isAccepted(attempt))
  );
};

/** Whether an order may have used the coupon before: a shop may put it on the next order of its customer by itself. */
const isTaken = (record: PartnerRecord, { parameters, fromMs }: PartnerAction): boolean => {
  const code = askedCode(record, parameters);
  return code !== undefined && isTakenBefore(record, code, fromMs);
};

/** Whether a coupon is to be marked as used that the partner sent and the platform never accepted. */
const isNotRegistered = (record: PartnerRecord, refused: PartnerAction): boolean => {
  if (refused.action !== 'mark-coupon-used') return false;
  const sent = callsOn(record, 'coupons').filter(
    (call) =>
      isTo(call, 'POST /coupons') &&
      call.atMs <= refused.toMs &&
      fieldsOf(call).code === askedCode(record, refused.parameters),
  );
  return sent.length > 0 && !sent.some(isAccepted);
};

/** Actions that use a coupon; an order does if it is created with one. */
const uses = ['redeem', 'mark-coupon-used', 'create-order'];

/** Actions after which a partner may refuse others for the same record. */
const ending: Readonly<Record<string, readonly string[]>> = {
  redeem: uses,
  'mark-coupon-used': uses,
  'pay-order': ['pay-order', 'cancel-order'],
  'cancel-order': ['pay-order', 'cancel-order'],
  'update-customer': ['delete-customer'],
  'delete-customer': ['delete-customer'],
};

/** Actions that a partner may refuse while one of these is under way for the same record. */
const busyWith: Readonly<Record<string, readonly string[]>> = {
  'update-customer': ['create-customer', 'update-customer'],
  'delete-customer': ['create-customer'],
  'pay-order': ['create-order'],
  'cancel-order': ['create-order'],
  synchronize: ['synchronize'],
  'register-webhook': ['unregister-webhook'],
};

/** The actions that explain a refusal. */
const endingOf = ({ action, parameters }: PartnerAction): readonly string[] =>
  (parameters.couponCode === undefined ? ending[action] : uses) ?? [];

/** Actions that an order which is paid or canceled may be closed to. */
const changes = ['create-order', 'pay-order', 'cancel-order', 'redeem'];

/** Whether an order was to be canceled before, or was canceled by the shop itself. It may be deleted. */
const isOfCanceledOrder = (record: PartnerRecord, { action, number, fromMs, parameters }: PartnerAction): boolean => {
  const id = nameOf(parameters.id);
  if (id === undefined || !changes.includes(action)) return false;
  const writes = writesOf(record, answeredOrders(record).get(id) ?? id);
  return (
    possibleActions(record, 'cancel-order').some(
      (earlier) => earlier.number < number && earlier.parameters.id === id,
    ) || writes.some((call) => call.atMs < fromMs && isAccepted(call) && fieldsOf(call).status === 'canceled')
  );
};

/** Whether an order was paid before: a partner may leave such an order as it is. */
const isOfPaidOrder = (record: PartnerRecord, { action, number, parameters: { id } }: PartnerAction): boolean =>
  changes.includes(action) &&
  id !== undefined &&
  possibleActions(record, 'create-order', 'redeem', 'pay-order').some(
    (earlier) =>
      earlier.number < number &&
      (earlier.action === 'pay-order'
        ? earlier.parameters.id === id
        : earlier.id === id && makesOrder(earlier) && (earlier.parameters.status ?? 'completed') === 'completed'),
  );

const subjectOf = ({ parameters: { code, couponCode, id } }: PartnerAction): unknown => code ?? couponCode ?? id;

/** The last request before the end of an action that made a registration or removed one. */
const lastRegistering = (record: PartnerRecord, { toMs }: PartnerAction): PartnerCall | undefined =>
  callsOn(record, 'webhooks').findLast(
    (call) => call.atMs <= toMs && (isTo(call, 'POST /webhooks') || isTo(call, 'DELETE /webhooks/:id')),
  );

/** Whether the partner may know no registration: the last one was deleted, or a scenario disturbed its response. */
const isUnregistered = (record: PartnerRecord, refused: PartnerAction): boolean => {
  if (refused.action !== 'change-webhook' && refused.action !== 'unregister-webhook') return false;
  const last = lastRegistering(record, refused);
  return last === undefined || last.method === 'DELETE' || last.fault !== undefined || !isAccepted(last);
};

/** Whether the registration that is asked for is there already, and was not to be removed since. */
const isRegistered = (record: PartnerRecord, refused: PartnerAction): boolean => {
  if (refused.action !== 'register-webhook') return false;
  const last = lastRegistering(record, refused);
  if (last?.method !== 'POST' || !isAccepted(last)) return false;
  return !possibleActions(record, 'unregister-webhook').some(
    ({ fromMs }) => fromMs > last.atMs && fromMs <= refused.toMs,
  );
};

/** Whether two actions are under way at the same time. */
const isDuring = (one: PartnerAction, other: PartnerAction): boolean =>
  one !== other && one.fromMs < other.toMs && other.fromMs < one.toMs;

const isBusy = (record: PartnerRecord, refused: PartnerAction): boolean => {
  const subject = subjectOf(refused);
  return record.actions.some(
    (other) =>
      other.outcome !== 'cannot' &&
      busyWith[refused.action]?.includes(other.action) === true &&
      (subject === undefined || subject === (subjectOf(other) ?? other.id)) &&
      (isDuring(other, refused) || (other.number < refused.number && isAtOnce(record, other, refused))),
  );
};

/** Whether the coupon came just before: it is not held yet, and it is read only later, or a request about it is under way. */
const isAtWork = (record: PartnerRecord, { parameters, fromMs }: PartnerAction): boolean => {
  const code = askedCode(record, parameters);
  if (code === undefined || heldFrom(record, code, 0).some((state) => isHeld(state) && state.atMs <= fromMs))
    return false;
  const made = madeCoupon(record, code);
  const names: unknown[] = [code, made?.id, made?.orderId];
  const about = callsOn(record, 'coupons').filter((call) => partsOf(call).some((part) => names.includes(part)));
  const [firstRead] = about.filter((call) => call.method === 'GET' && isAccepted(call));
  const isReadLater = made !== undefined && firstRead !== undefined && firstRead.atMs >= fromMs;
  return isReadLater || about.some((call) => call.atMs < fromMs && endOf(call) >= fromMs);
};

/** Whether a customer is to be deleted who has orders, carts or coupons: many shops have to keep such a customer. */
const isOfNeededCustomer = (record: PartnerRecord, refused: PartnerAction): boolean => {
  if (refused.action !== 'delete-customer') return false;
  const customer = knownRecords(record, 'customers').named(refused);
  return customer !== undefined && isBroughtSince(record, customer, 0);
};

const isExplained = (record: PartnerRecord, refused: PartnerAction): boolean =>
  record.actions.some(
    (earlier) =>
      (earlier.number < refused.number || isDuring(earlier, refused)) &&
      earlier.outcome !== 'cannot' &&
      endingOf(refused).includes(earlier.action) &&
      subjectOf(earlier) === subjectOf(refused),
  ) ||
  isOfCanceledOrder(record, refused) ||
  isOfPaidOrder(record, refused) ||
  isOfOtherCustomer(record, refused) ||
  isOfNeededCustomer(record, refused) ||
  isAtWork(record, refused) ||
  isLastSeenUnusable(record, refused) ||
  isTaken(record, refused) ||
  ((refused.action === 'redeem' || refused.parameters.couponCode !== undefined) && couldNotBeUsed(record, refused)) ||
  isNotRegistered(record, refused) ||
  isUnregistered(record, refused) ||
  isRegistered(record, refused);

/**
 * Actions that the partner refused without a reason in the record. An action that it says it never performs is no
 * refusal.
 */
export const unexplainedRefusals = (records: readonly PartnerRecord[]): PartnerAction[] => {
  const done = new Set(
    records.flatMap(({ actions }) => actions.filter(({ outcome }) => outcome === 'done').map(kindOf)),
  );
  return records.flatMap((record) => {
    const parts = byCompany(record);
    return record.actions.filter(
      (action) =>
        action.outcome === 'cannot' &&
        (isRefusal(action) || done.has(kindOf(action))) &&
        // a partner may do one thing at a time for both companies
        !isBusy(record, action) &&
        !parts.some((part) => part.actions.some(({ number }) => number === action.number) && isExplained(part, action)),
    );
  });
};
