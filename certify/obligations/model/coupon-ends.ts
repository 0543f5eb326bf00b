import type { PartnerAction, PartnerCall, PartnerRecord } from '../../../core/partner-record.ts';
import { doneActions, possibleActions } from './actions.ts';
import { madeCoupon } from './coupon-calls.ts';
import { isAsked, isInOrderBefore, isSentAsUsed, isShownUnusable, ordersTaking } from './coupon-uses.ts';
import { momentMs } from './date-forms.ts';
import { derived, derivedByName } from './derived.ts';
import { knownRecords } from './known-records.ts';
import { answeredOrders } from './order-stories.ts';
import { callsOn, codeIn, fieldsOf, isAccepted, isTo, nameOf, registersCoupon } from './read-call.ts';

const registrationsByCode = derived((record) =>
  Map.groupBy(callsOn(record, 'coupons').filter(registersCoupon), codeIn),
);

/** The registrations of a coupon, with any answer. */
export const registrationsOf = (record: PartnerRecord, code: string): readonly PartnerCall[] =>
  registrationsByCode(record).get(code) ?? [];

/** Whether a coupon was registered before the first action that answers its code: a partner may register some ahead. */
export const isRegisteredAhead = (record: PartnerRecord, { code, fromMs }: PartnerAction): boolean =>
  code !== undefined &&
  registrationsOf(record, code).some((call) => isAccepted(call) && call.atMs < fromMs) &&
  !record.actions.some((earlier) => earlier.code === code && earlier.fromMs < fromMs);

/** Whether a shop has one coupon for everybody, which it answers each time and has registered. */
export const isOnlyShared = (record: PartnerRecord, { action, code, fromMs }: PartnerAction): boolean => {
  const shared = doneActions(record, 'register-shared-coupon').filter((each) => each.code !== undefined);
  return (
    action === 'register-shared-coupon' &&
    code !== undefined &&
    new Set(shared.map((each) => `${each.id} ${each.code}`)).size === 1 &&
    registrationsOf(record, code).some(
      (call) => isTo(call, 'POST /coupons/shared') && isAccepted(call) && call.atMs < fromMs,
    )
  );
};

/** The first moment at which an action was asked for that may have been done and is one of these; infinite without any. */
const firstAskedMs = (record: PartnerRecord, action: string, isOne: (asked: PartnerAction) => boolean): number =>
  Math.min(...possibleActions(record, action).flatMap((asked) => (isOne(asked) ? [asked.fromMs] : [])));

const customerAskedMs = (action: 'update-customer' | 'delete-customer') =>
  derivedByName((record, code) => {
    const known = knownRecords(record, 'customers');
    const registered = registrationsOf(record, code).map((call) => fieldsOf(call));
    const made = madeCoupon(record, code);
    const customers = [...registered, ...(made ? [made] : [])].flatMap(({ phone }) => known.find({ phone }) ?? []);
    return firstAskedMs(record, action, (asked) => customers.some((customer) => known.named(asked) === customer));
  });

/** When the customer of a coupon was first to be updated. */
const updateAskedMs = customerAskedMs('update-customer');
/** When the customer of a coupon was to be deleted. */
const deletionAskedMs = customerAskedMs('delete-customer');

/** Whether the customer of a coupon was to be updated by a moment. */
export const isCustomerUpdated = (record: PartnerRecord, code: string, atMs: number): boolean =>
  updateAskedMs(record, code) <= atMs;

/** When the order that brought a coupon was to be canceled. */
const cancelAskedMs = (record: PartnerRecord, code: string): number =>
  firstAskedMs(record, 'cancel-order', ({ parameters }) => {
    const id = nameOf(parameters.id);
    return id !== undefined && (answeredOrders(record).get(id) ?? id) === madeCoupon(record, code)?.orderExternalId;
  });

/** When a coupon became of no use: it expired, its customer was to be deleted, or its order to be canceled. */
const endMs = derivedByName((record, code) => {
  const dates = [madeCoupon(record, code), ...registrationsOf(record, code).map((call) => fieldsOf(call))];
  // a date that cannot be read is left out
  const expiriesMs = dates
    .map((dated) => momentMs(String(dated?.expiryDate)) - Date.parse(record.startedAt))
    .filter((expiryMs) => !Number.isNaN(expiryMs));
  return Math.min(...expiriesMs, cancelAskedMs(record, code), deletionAskedMs(record, code));
});

/** Whether a coupon was of no use any more at a moment. */
export const isOver = (record: PartnerRecord, code: string, atMs: number): boolean => atMs >= endMs(record, code);

/** Whether an order may have used a coupon by a moment: it has the code, or the coupon awaited it. */
export const isTakenBefore = (record: PartnerRecord, code: string, atMs: number): boolean =>
  isSentAsUsed(record, code, atMs) ||
  registrationsOf(record, code).some(
    (call) => isAccepted(call) && ordersTaking(record, call).some((order) => order.atMs < atMs),
  );

/** Whether a coupon may be over: something used it or was to use it, a response showed it so, or it was replaced. */
export const mayBeOver = (record: PartnerRecord, code: string, atMs: number): boolean =>
  isOver(record, code, atMs) ||
  isAsked(record, code, atMs) ||
  isInOrderBefore(record, code, atMs) ||
  isShownUnusable(record, code, atMs) ||
  (madeCoupon(record, code)?.cancelledMs ?? null) !== null;
