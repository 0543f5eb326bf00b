import type { PartnerAction, PartnerRecord } from '../../core/partner-record.ts';
import { validityStartMs } from '../obligations/model/coupon-calls.ts';
import { callsOn, fieldsOf, isAccepted, isTo, partsOf } from '../obligations/model/read-call.ts';

/** The kind of an action: a shop may use a coupon on a new order, and never on one that is there. */
const kindOf = ({ action, parameters }: PartnerAction): string =>
  JSON.stringify([action, Object.keys(parameters).toSorted()]);

/** Whether the platform last answered a look-up of a coupon so that it cannot be known: not found, or no answer at all. */
const isHidden = (record: PartnerRecord, names: readonly unknown[], untilMs: number): boolean => {
  const last = callsOn(record, 'coupons').findLast(
    (call) => call.method === 'GET' && call.atMs <= untilMs && partsOf(call).some((part) => names.includes(part)),
  );
  return last !== undefined && !isAccepted(last);
};

/**
 * Whether the record shows why a coupon could not be used then: it was used, gone, not valid yet, expired, not known, not shown, or too high for the
 * order. An order that exists takes only the code of an individual coupon that the platform has, and so may one that is
 * created with a code.
 */
const isUnusable = (
  record: PartnerRecord,
  { parameters: { code: redeemed, couponCode, total, id }, fromMs, toMs }: PartnerAction,
): boolean => {
  const { calls, coupons, attempts, startedAt } = record;
  const code = redeemed ?? couponCode;
  const coupon = coupons.find((each) => each.code === code);
  if (isHidden(record, [code, coupon?.id], toMs)) return true;
  if (coupon === undefined) {
    const registered = calls.find(
      (call) => isTo(call, 'POST /coupons') && isAccepted(call) && fieldsOf(call).code === code,
    );
    const isOnOrder = id !== undefined || couponCode !== undefined;
    return isOnOrder && (registered === undefined || Number(fieldsOf(registered).minPurchaseValue) > 0);
  }
  const { expiryDate, cancelledMs, minPurchaseValue } = coupon;
  return (
    (startedAt !== undefined && Date.parse(expiryDate) <= Date.parse(startedAt) + toMs) ||
    (startedAt !== undefined && (validityStartMs(record, coupon.code, toMs) ?? 0) > Date.parse(startedAt) + fromMs) ||
    (cancelledMs !== null && cancelledMs <= toMs) ||
    (typeof total === 'number' ? total < minPurchaseValue : minPurchaseValue > 0) ||
    !attempts.some((attempt) => attempt.code === code && attempt.atMs <= toMs && isAccepted(attempt))
  );
};

/** Actions that use a coupon; an order does where it is created with one. */
const uses = ['redeem', 'mark-coupon-used', 'create-order'];

/** Actions after which another may rightly be refused for the same record. */
const ending: Readonly<Record<string, readonly string[]>> = {
  redeem: uses,
  'mark-coupon-used': uses,
  'pay-order': ['pay-order', 'cancel-order'],
  'cancel-order': ['pay-order', 'cancel-order'],
  'update-customer': ['delete-customer'],
  'delete-customer': ['delete-customer'],
};

const subjectOf = ({ parameters: { code, couponCode, id } }: PartnerAction): unknown => code ?? couponCode ?? id;

/**
 * Whether the partner may not know of a registration: the last one was deleted, or a scenario disturbed the answer to it,
 * which may not have had its id.
 */
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
      ending[refused.action]?.includes(earlier.action) &&
      subjectOf(earlier) === subjectOf(refused),
  ) ||
  ((refused.action === 'redeem' || refused.parameters.couponCode !== undefined) && isUnusable(record, refused)) ||
  isUnregistered(record, refused);

/**
 * Actions that the partner refused, though it takes on actions of that kind and the record shows no reason. What it never
 * does is no refusal.
 */
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
