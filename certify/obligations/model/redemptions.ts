import { valueAt } from '../../../core/json.ts';
import type { PartnerAction, PartnerCall, PartnerRecord } from '../../../core/partner-record.ts';
import { callsDuring, doneActions } from './actions.ts';
import { registrationsOf } from './coupon-ends.ts';
import { askedCode, individualCodes, isToBeRefused, ordersTaking } from './coupon-uses.ts';
import { derived } from './derived.ts';
import { answeredOrders } from './order-stories.ts';
import { callsOf, creates, externalIdOf, fieldsOf, isAccepted, isFailed, nameOf } from './read-call.ts';
import { isRefusedByScenario, wasRefused } from './refused-needs.ts';
import { allOrderWrites, couponCodeOf, lineItemsOf, orderNames, orderOf } from './sent-orders.ts';
import { isToUnknownRecord } from './service-ids.ts';

/**
 * Whether the platform has that order, as far as it was answered: it accepted the creation, or names it in an answer.
 */
const isStored = (record: PartnerRecord, externalId: string): boolean =>
  allOrderWrites(record).some(
    (call) => creates(call, 'orders') && isAccepted(call) && externalIdOf(call) === externalId,
  ) || [...orderNames(record).values()].includes(externalId);

/** Whether an order takes a coupon without its code. The coupon awaits an order, and this is a new one of that customer. */
const takesAwaiting = (record: PartnerRecord, code: string, fromMs: number, order: string | undefined): boolean =>
  registrationsOf(record, code).some((registration) =>
    ordersTaking(record, registration).some((call) =>
      order === undefined ? call.atMs >= fromMs : externalIdOf(call) === order,
    ),
  );

/** Whether a code comes again with a write that is sent again after it failed. */
const isCarriedOver = (record: PartnerRecord, call: PartnerCall, code: string): boolean => {
  if (!isFailed(call)) return true;
  const again = callsOf(record).filter(
    (later) => later.atMs > call.atMs && later.method === call.method && later.path === call.path && isAccepted(later),
  );
  const same = again.filter((later) => externalIdOf(later) === externalIdOf(call));
  return same.length === 0 || same.some((later) => nameOf(couponCodeOf(later)) === code);
};

/** A redemption that the partner accepted, with the orders that report it. */
interface RedemptionReport {
  action: PartnerAction;
  code: string;
  /** The partner's id of the order that the coupon is put on; undefined for a new order. */
  order: string | undefined;
  reports: readonly PartnerCall[];
}

/** The accepted redemptions that an order has to report. */
export const redemptionReports = derived((record): readonly RedemptionReport[] => {
  const names = orderNames(record);
  const answered = answeredOrders(record);
  return doneActions(record, 'redeem', 'create-order').flatMap((action) => {
    const { parameters, fromMs } = action;
    const code = askedCode(record, parameters);
    const named = nameOf(parameters.id);
    const order = answered.get(named ?? '') ?? named;
    // the platform cannot report on an order that it does not have, and another obligation judges the refusal
    if (code === undefined || (order !== undefined && !isStored(record, order))) return [];
    // a partner may refuse a coupon that is no longer valid without a request
    if (isToBeRefused(record, action)) return [];
    const carrying = allOrderWrites(record).filter(
      (call) => call.atMs >= fromMs && nameOf(couponCodeOf(call)) === code && !isToUnknownRecord(record, call),
    );
    const reports = carrying.filter(
      (call) =>
        (order === undefined || [order, undefined].includes(orderOf(call, names))) && isCarriedOver(record, call, code),
    );
    // the first step of a redemption may be an order without the code, perhaps while the next action is under way
    const during = callsDuring(record, action);
    const isStopped = allOrderWrites(record).some(
      (call) =>
        isRefusedByScenario(call) &&
        call.atMs >= fromMs &&
        (during.includes(call) || (action.id !== undefined && orderOf(call, names) === action.id)),
    );
    if (reports.length === 0 && (isStopped || wasRefused(record, action))) return [];
    if (reports.length === 0 && takesAwaiting(record, code, fromMs, order)) return [];
    // on an order that exists, the platform takes only a coupon for one customer
    if (reports.length === 0 && order !== undefined && !individualCodes(record).has(code)) return [];
    // another obligation judges a code on another order
    if (order !== undefined && carrying.some((call) => isAccepted(call) && !reports.includes(call))) return [];
    return [{ action, code, order, reports }];
  });
});

/** The worth of an order before a discount, as far as its body shows it: its total or the sum of its items, the higher. */
export const worthOf = (call: PartnerCall, { orderTotal }: PartnerRecord['names']): number | undefined => {
  const { [orderTotal]: total } = fieldsOf(call);
  const costs = lineItemsOf(call).map((item) => Number(valueAt(item, '/price')) * Number(valueAt(item, '/quantity')));
  const sum = costs.length > 0 ? costs.reduce((all, cost) => all + cost, 0) : Number.NaN;
  const said = [total, sum].filter((worth) => typeof worth === 'number' && !Number.isNaN(worth)).map(Number);
  return said.length > 0 ? Math.max(...said) : undefined;
};
