import { expectAccepted, expectAnswer } from '../../suites/judge/expect.ts';
import { path } from '../../suites/path.ts';
import { mustBeAccepted } from '../../suites/session/given.ts';
import { awaitingCouponOf, type Coupon, type Machine, nthLatest } from './machine.ts';
import type { StepOf } from './step.ts';

export const registerCoupon = async (
  machine: Machine,
  { customer: index, awaitingOrder }: StepOf<'register coupon'>,
): Promise<boolean> => {
  const customer = machine.customers[index % 2];
  if (!customer || customer.isDeleted) return false;
  // the document does not say which of several waiting coupons an order receives
  if (awaitingOrder && awaitingCouponOf(machine, customer)) return false;
  const { code, id, read } = await machine.shop.given.coupon({ phone: customer.phone, awaitingOrder });
  const kind = 'registered';
  machine.coupons.push({
    code,
    id,
    read,
    kind,
    customer,
    state: 'unused',
    isUsedByOrder: false,
    isAwaitingOrder: awaitingOrder,
  });
  return true;
};

export const registerSharedCoupon = async ({ shop, coupons }: Machine): Promise<boolean> => {
  const { code, id, read } = await shop.given.sharedCoupon();
  const unused = { state: 'unused', isUsedByOrder: false, isAwaitingOrder: false } as const;
  coupons.push({ code, id, read, kind: 'shared', customer: undefined, ...unused });
  return true;
};

const changeable = ({ coupons }: Machine): Coupon[] =>
  coupons.filter(
    ({ kind, state, customer }) =>
      kind !== 'shared' && state !== 'canceled' && state !== 'open' && !customer?.isDeleted,
  );

const pathBy = (by: 'id' | 'code', { id, code }: Coupon): string =>
  by === 'id' ? path`/coupons/${id}` : path`/coupons/code/${code}`;

export const markCouponAsUsed = async (
  machine: Machine,
  { coupon: nth, by }: StepOf<'mark coupon as used'>,
): Promise<boolean> => {
  const coupon = nthLatest(changeable(machine), nth);
  if (!coupon) return false;
  expectAccepted(await machine.shop.put(pathBy(by, coupon), { body: { used: true, awaitingOrder: false } }));
  coupon.state = 'used';
  coupon.isAwaitingOrder = false;
  return true;
};

export const nameCoupon = async (machine: Machine, { coupon: nth, by }: StepOf<'name coupon'>): Promise<boolean> => {
  const coupon = nthLatest(changeable(machine), nth);
  if (!coupon) return false;
  const { shop } = machine;
  const externalId = shop.unique.name('named');
  mustBeAccepted(await shop.put(pathBy(by, coupon), { body: { externalId } }), 'naming a coupon');
  expectAnswer(await shop.get(path`/coupons/external/${externalId}`), 200, { id: coupon.id, code: coupon.code });
  return true;
};
