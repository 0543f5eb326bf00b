import type { PartnerAction, PartnerCall, PartnerRecord } from '../../../core/partner-record.ts';
import { doneActions, possibleActions } from './actions.ts';
import { madeCoupon } from './coupon-calls.ts';
import { askedCode, isExpired, isInOrderBefore, isSentAsUsed, isShownUnusable, ordersTaking } from './coupon-uses.ts';
import { momentMs } from './date-forms.ts';
import { derived } from './derived.ts';
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

const askedBy = (record: PartnerRecord, action: string, atMs: number): PartnerAction[] =>
  possibleActions(record, action).filter(({ fromMs }) => fromMs <= atMs);

/** Whether the customer of a coupon was to be changed in such a way by a moment. */
export const isCustomerAsked = (
  record: PartnerRecord,
  action: 'update-customer' | 'delete-customer',
  code: string,
  atMs: number,
): boolean => {
  const known = knownRecords(record, 'customers');
  const registered = registrationsOf(record, code).map((call) => fieldsOf(call));
  const made = madeCoupon(record, code);
  return [...registered, ...(made ? [made] : [])].some(({ phone }) => {
    const customer = known.find({ phone });
    return customer !== undefined && askedBy(record, action, atMs).some((each) => known.named(each) === customer);
  });
};

/** Whether the order that brought a coupon was to be canceled by a moment. */
const isOfCanceled = (record: PartnerRecord, code: string, atMs: number): boolean =>
  askedBy(record, 'cancel-order', atMs).some(({ parameters }) => {
    const id = nameOf(parameters.id);
    return id !== undefined && (answeredOrders(record).get(id) ?? id) === madeCoupon(record, code)?.orderExternalId;
  });

/** When registered coupons expire, by code, in milliseconds since the session began. A date that cannot be read is left out. */
const expiriesMs = derived((record): ReadonlyMap<unknown, number> => {
  const startedMs = Date.parse(record.startedAt);
  const dated = [...registrationsByCode(record)].map(([code, calls]) => {
    const moments = calls.map((call) => momentMs(String(fieldsOf(call).expiryDate)) - startedMs);
    return [code, Math.min(...moments.filter((expiresMs) => !Number.isNaN(expiresMs)))] as const;
  });
  return new Map(dated);
});

/** Whether a coupon is of no use any more: it had expired, its customer was to be deleted, or its order to be canceled. */
export const isOver = (record: PartnerRecord, code: string, atMs: number): boolean => {
  const made = madeCoupon(record, code);
  return (
    atMs >= (expiriesMs(record).get(code) ?? Number.POSITIVE_INFINITY) ||
    (made !== undefined && isExpired(record, made, atMs)) ||
    isOfCanceled(record, code, atMs) ||
    isCustomerAsked(record, 'delete-customer', code, atMs)
  );
};

/** Whether an order may have used a coupon by a moment: it has the code, or the coupon awaited it. */
export const isTakenBefore = (record: PartnerRecord, code: string, atMs: number): boolean =>
  isSentAsUsed(record, code, atMs) ||
  registrationsOf(record, code).some(
    (call) => isAccepted(call) && ordersTaking(record, call).some((order) => order.atMs < atMs),
  );

/** Whether a coupon may be over: something used it or was to use it, a response showed it so, or it was replaced. */
export const mayBeOver = (record: PartnerRecord, code: string, atMs: number): boolean =>
  isOver(record, code, atMs) ||
  record.actions.some(
    ({ parameters, fromMs, outcome }) =>
      outcome !== 'cannot' && fromMs <= atMs && askedCode(record, parameters) === code,
  ) ||
  isInOrderBefore(record, code, atMs) ||
  isShownUnusable(record, code, atMs) ||
  (madeCoupon(record, code)?.cancelledMs ?? null) !== null;
