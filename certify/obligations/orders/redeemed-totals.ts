import type { PartnerAction, PartnerCall, PartnerRecord } from '../../../core/partner-record.ts';
import { madeCoupon } from '../model/coupon-calls.ts';
import { registrationsOf } from '../model/coupon-ends.ts';
import { fieldsBelow, fieldsOf, isTo, nameOf } from '../model/read-call.ts';
import { worthOf } from '../model/redemptions.ts';
import { couponCodeOf, totalFieldOf, totalOf } from '../model/sent-orders.ts';
import { costOf } from './order-bodies.ts';

/** What is left of an amount after the discount of an order's coupon; undefined if the discount is not known. */
export const leftToPay = (record: PartnerRecord, call: PartnerCall, amount: number): number | undefined => {
  const code = nameOf(couponCodeOf(call));
  const registration = registrationsOf(record, code ?? '').find((each) => isTo(each, 'POST /coupons'));
  const { type, amount: discount } = madeCoupon(record, code) ?? (registration && fieldsOf(registration)) ?? {};
  if (typeof discount !== 'number') return undefined;
  return amount - (type === 'percent' ? (amount * discount) / 100 : discount);
};

/** Whether an order says a discount of its own, which may leave nothing to pay. */
const saysDiscount = (call: PartnerCall): boolean =>
  fieldsBelow(fieldsOf(call)).some(({ name, value }) => /discount|desconto/i.test(name) && Number(value) !== 0);

/** A total that is this many times less than its items has another cause than a discount of the shop. */
const farTimes = 10;

/** Whether the total of an order is far below both what its items cost and what its coupon leaves of the requested amount. */
export const isFarBelowItems = (record: PartnerRecord, call: PartnerCall, asked: number): boolean => {
  const total = totalFieldOf(call, record.names);
  const least = Math.min(costOf(call, record.names) ?? 0, leftToPay(record, call, asked) ?? 0);
  return typeof total === 'number' && least > 0 && total * farTimes <= least && !(total === 0 && saysDiscount(call));
};

/** The requested amount of a redemption, and the order that came of it. */
interface Redeemed {
  action: PartnerAction;
  call: PartnerCall;
  total: number;
}

/** Freight may double the total of a single order. */
const fewestMultiplied = 2;

/**
 * The redemptions whose order has a multiple of the requested amount, to the cent, as its total. Its items are worth no
 * more than half of it, and most redemptions are so.
 */
export const multipliedOf = (
  names: PartnerRecord['names'],
  redeemed: readonly Redeemed[],
): ReadonlySet<PartnerAction> => {
  const multiplied = redeemed.filter(({ call, total }) => {
    const [sent, cost] = [totalOf(call, names) ?? 0, costOf(call, names) ?? 0];
    const times = Math.round(sent / total);
    return times >= 2 && cost > 0 && sent >= 2 * cost && Math.abs(sent - times * total) < 1 / 100;
  });
  const areMost = multiplied.length >= fewestMultiplied && multiplied.length > redeemed.length / 2;
  return new Set(areMost ? multiplied.map(({ action }) => action) : []);
};

/** Whether two amounts differ by a cent at most, as a discount that is rounded does. */
const isNear = (amount: number, other: number): boolean => Math.abs(amount - other) < 0.015;

/**
 * Whether an order came with the total of another redemption, to the cent, and neither with its own nor with what its
 * discount leaves of that. Whole amounts may be equal by chance.
 */
export const isTotalOfAnother = (
  record: PartnerRecord,
  redemptions: readonly Redeemed[],
  action: PartnerAction,
): boolean => {
  const own = redemptions.find((each) => each.action === action);
  const sent = own && totalOf(own.call, record.names);
  if (own === undefined || sent === undefined || Number.isInteger(sent)) return false;
  const left = leftToPay(record, own.call, own.total);
  if (left === undefined || isNear(sent, own.total) || isNear(sent, left)) return false;
  // items that are worth more show that something was taken off the total
  if ((worthOf(own.call, record.names) ?? sent) > sent + 0.005) return false;
  return redemptions.some(
    ({ action: other, call, total }) =>
      total === sent && couponCodeOf(call) !== couponCodeOf(own.call) && other.fromMs <= own.call.atMs,
  );
};
