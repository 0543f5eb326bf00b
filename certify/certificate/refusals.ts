import type { PartnerAction, PartnerRecord } from '../../core/partner-record.ts';
import { madeCoupon } from '../obligations/model/coupon-calls.ts';
import { askedCode, isExpired, isNotYetValid, showsUnusable } from '../obligations/model/coupon-uses.ts';
import { orderIdIn } from '../obligations/model/notifications.ts';
import { callsOn, fieldsOf, isAccepted, isTo, partsOf } from '../obligations/model/read-call.ts';

/** The kind of an action. Some shops use a coupon on a new order only, so those kinds differ. */
const kindOf = ({ action, parameters }: PartnerAction): string =>
  JSON.stringify([action, Object.keys(parameters).toSorted()]);

/** Whether the last lookup of a coupon showed it as used or not valid, or failed: 404, or no response. */
const isLastSeenUnusable = (record: PartnerRecord, refused: PartnerAction): boolean => {
  const code = askedCode(refused.parameters);
  if (code === undefined) return false;
  const orders = record.attempts.filter((attempt) => attempt.code === code).map(orderIdIn);
  const names: unknown[] = [code, madeCoupon(record, code)?.id, ...orders];
  const last = callsOn(record, 'coupons').findLast(
    (call) => call.method === 'GET' && call.atMs <= refused.toMs && partsOf(call).some((part) => names.includes(part)),
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
  const code = askedCode(refused.parameters);
  const coupon = madeCoupon(record, code);
  if (coupon === undefined) {
    const registered = calls.find(
      (call) => isTo(call, 'POST /coupons') && isAccepted(call) && fieldsOf(call).code === code,
    );
    const isOnOrder = id !== undefined || couponCode !== undefined;
    return isOnOrder && (registered === undefined || Number(fieldsOf(registered).minPurchaseValue) > 0);
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

/** Whether a coupon is to be marked as used that the partner sent and the platform never accepted. */
const isNotRegistered = (record: PartnerRecord, refused: PartnerAction): boolean => {
  if (refused.action !== 'mark-coupon-used') return false;
  const sent = callsOn(record, 'coupons').filter(
    (call) =>
      isTo(call, 'POST /coupons') && call.atMs <= refused.toMs && fieldsOf(call).code === askedCode(refused.parameters),
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

/** The actions that explain a refusal. */
const endingOf = ({ action, parameters }: PartnerAction): readonly string[] =>
  (parameters.couponCode === undefined ? ending[action] : uses) ?? [];

const subjectOf = (action: PartnerAction): unknown => askedCode(action.parameters) ?? action.parameters.id;

/** Whether the partner may know no registration: the last one was deleted, or a scenario disturbed its response. */
const isUnregistered = (record: PartnerRecord, { action, toMs }: PartnerAction): boolean => {
  if (action !== 'change-webhook' && action !== 'unregister-webhook') return false;
  const last = callsOn(record, 'webhooks').findLast(
    (call) => call.atMs <= toMs && (isTo(call, 'POST /webhooks') || isTo(call, 'DELETE /webhooks/:id')),
  );
  return last === undefined || last.method === 'DELETE' || last.fault !== undefined || !isAccepted(last);
};

const isExplained = (record: PartnerRecord, refused: PartnerAction): boolean =>
  record.actions.some(
    (earlier) =>
      earlier.number < refused.number &&
      earlier.outcome === 'done' &&
      endingOf(refused).includes(earlier.action) &&
      subjectOf(earlier) === subjectOf(refused),
  ) ||
  isLastSeenUnusable(record, refused) ||
  ((refused.action === 'redeem' || refused.parameters.couponCode !== undefined) && couldNotBeUsed(record, refused)) ||
  isNotRegistered(record, refused) ||
  isUnregistered(record, refused);

/** Actions that the partner refused without a reason in the record. An action that it never performs is no refusal. */
export const unexplainedRefusals = (records: readonly PartnerRecord[]): PartnerAction[] => {
  const done = new Set(
    records.flatMap(({ actions }) => actions.filter(({ outcome }) => outcome === 'done').map(kindOf)),
  );
  return records.flatMap((record) =>
    record.actions.filter(
      (action) => action.outcome === 'cannot' && done.has(kindOf(action)) && !isExplained(record, action),
    ),
  );
};
