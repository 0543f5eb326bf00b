import { omitUndefined } from '../../core/omit-undefined.ts';
import { expectReceived, showsCoupon } from '../../suites/coupons/awaiting.ts';
import { awaitCoupon } from '../../suites/flows/order-coupon.ts';
import { expectAccepted, expectAnswer, expectHolds, expectRefusal, expectThat } from '../../suites/judge/expect.ts';
import { path } from '../../suites/path.ts';
import { couponIn } from '../../suites/session/delivery-looks.ts';
import { mustBeAccepted } from '../../suites/session/given.ts';
import {
  awaitingCouponOf,
  type Coupon,
  type Customer,
  isAwaited,
  isModeled,
  liveOrders,
  type Machine,
  nthLatest,
  type Order,
  open,
  storedByPost,
} from './machine.ts';
import type { Status, StepOf } from './step.ts';

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';

/** Asserts that the flow ran for an order: it made a coupon and notified it. A giftback cancels the earlier unused ones. */
const expectFlowRan = async ({ shop, coupons }: Machine, order: Order): Promise<void> => {
  const read = await awaitCoupon(shop, order.given);
  expectAnswer(read, 200);
  expectThat(read, '/code', 'the code of the coupon that the flow made', isText);
  const found = couponIn(read);
  if (!found) return shop.unverified('not-reached', 'the coupon of the order shows no id');
  const { kind } = shop.flow.step;
  const earlier = coupons.filter((each) => each.customer === order.customer && each.kind === 'giftback');
  for (const each of earlier) if (kind === 'giftback' && each.state === 'unused') each.state = 'canceled';
  const made: Coupon = {
    ...found,
    kind,
    customer: order.customer,
    state: 'unused',
    isUsedByOrder: false,
    isAwaitingOrder: false,
    read,
  };
  coupons.push(made);
  order.made = made;
  const seen = await shop.deliveries(order.given, ({ attempts }) => attempts.length > 0, shop.clock.dispatchSeconds);
  const codes = [...new Set(seen.attempts.map(({ code }) => code))];
  expectHolds(seen, 'notified codes', `${made.code} alone`, codes, codes.length === 1 && codes[0] === made.code);
};

/** Applies the effect of an order that got a status: the flow runs once per order, or once per customer. */
const arrive = async (machine: Machine, order: Order): Promise<void> => {
  const { trigger, runMode } = machine.shop.flow;
  if (order.status !== trigger || order.hasEntered) return;
  if (runMode === 'once-per-customer' && order.customer.hasRunFlow) return;
  order.hasEntered = true;
  order.customer.hasRunFlow = true;
  await expectFlowRan(machine, order);
};

const use = (coupon: Coupon): void => {
  coupon.state = 'used';
  coupon.isUsedByOrder = true;
  coupon.isAwaitingOrder = false;
};

interface Posted {
  customer: Customer;
  status: Status;
  couponCode?: string;
}

const post = async (machine: Machine, { customer, status, couponCode }: Posted): Promise<Order> => {
  const given = await machine.shop.given.order({
    phone: customer.phone,
    status,
    ...omitUndefined({ couponCode }),
  });
  customer.shownNames = {};
  const none = { redeemed: undefined, made: undefined, received: undefined, hasEntered: false, isDeleted: false };
  const order: Order = { given, customer, status: storedByPost(status), ...none };
  machine.orders.push(order);
  return order;
};

/** Repeats the order's own coupon code in each PUT, because whether a PUT without it removes the coupon is open. */
const put = (machine: Machine, order: Order, status: Status, couponCode = order.redeemed?.code) => {
  order.customer.shownNames = {};
  const { couponCode: _, ...sent } = order.given;
  return machine.shop.put(path`/orders/${order.given.id}`, {
    body: machine.shop.body.order({ ...sent, status, ...omitUndefined({ couponCode }) }),
  });
};

/** Asserts that a new order without a code shows the coupon that awaits an order, and no other one. */
const expectOwnCoupon = async (machine: Machine, order: Order, awaiting: Coupon | undefined): Promise<void> => {
  const { shop, coupons, level } = machine;
  if (level === 'must') return;
  const coupon = ({ code, id }: Coupon) => ({ code, id, phone: order.customer.phone });
  if (awaiting) {
    await expectReceived(shop, order.given, coupon(awaiting));
    order.received = awaiting;
    open(awaiting);
  }
  for (const other of coupons.filter((each) => each.customer === order.customer && each.kind === 'registered')) {
    if (other === awaiting) continue;
    const isShown = await showsCoupon(shop, order.given, coupon(other));
    expectHolds(
      order.given.read,
      'the order',
      `does not show ${other.code}`,
      isShown ? 'it does' : 'it does not',
      !isShown,
    );
  }
};

export const postOrder = async (machine: Machine, { customer, status }: StepOf<'post order'>): Promise<boolean> => {
  const of = machine.customers[customer % 2];
  if (!of || of.isDeleted || !isModeled(machine, status, 'POST')) return false;
  const awaiting = awaitingCouponOf(machine, of);
  // the lookup by order can show only one of the received coupon and the flow's coupon
  if (awaiting && status === machine.shop.flow.trigger) return false;
  const order = await post(machine, { customer: of, status });
  await expectOwnCoupon(machine, order, awaiting);
  await arrive(machine, order);
  return true;
};

export const changeOrder = async (
  machine: Machine,
  { order: nth, status }: StepOf<'change order'>,
): Promise<boolean> => {
  const order = nthLatest(
    liveOrders(machine).filter((each) => !isAwaited(machine, each)),
    nth,
  );
  if (!order || !isModeled(machine, status, 'PUT')) return false;
  mustBeAccepted(await put(machine, order, status), `putting an order into ${status}`);
  order.status = status;
  // whether a canceled order makes its coupon unused again is open
  if (status === 'canceled') open(order.redeemed);
  await arrive(machine, order);
  return true;
};

/** Sends the order unchanged, because whether a repeated post changes it is open. */
export const postOrderAgain = async (
  machine: Machine,
  { order: nth }: StepOf<'post order again'>,
): Promise<boolean> => {
  const order = nthLatest(
    liveOrders(machine).filter(
      (each) =>
        each.status !== 'processing' &&
        each.given.couponCode === undefined &&
        !each.redeemed &&
        !isAwaited(machine, each),
    ),
    nth,
  );
  if (!order) return false;
  const { shop } = machine;
  await shop.post('/orders', { body: shop.body.order({ ...order.given, status: order.status }) });
  const found = await shop.get(path`/orders/external/${String(order.given.externalId)}`);
  expectAnswer(found, 200, { id: order.given.id });
  return true;
};

export const deleteOrder = async (machine: Machine, { order: nth }: StepOf<'delete order'>): Promise<boolean> => {
  const order = nthLatest(liveOrders(machine), nth);
  if (!order) return false;
  mustBeAccepted(await machine.shop.del(path`/orders/${order.given.id}`), 'deleting an order');
  order.isDeleted = true;
  open(order.made, order.redeemed, order.received);
  return true;
};

const redeemable = ({ coupons }: Machine): Coupon[] =>
  coupons.filter(
    ({ kind, state, customer, isAwaitingOrder }) =>
      kind !== 'shared' && state === 'unused' && customer?.isDeleted === false && !isAwaitingOrder,
  );

export const redeem = async (machine: Machine, { by, coupon: nth, status }: StepOf<'redeem'>): Promise<boolean> => {
  const coupon = nthLatest(redeemable(machine), nth);
  if (!coupon?.customer || !isModeled(machine, status, by)) return false;
  const { customer, code } = coupon;
  // whether the redemption or the new giftback comes first is open
  if (coupon.kind === 'giftback' && status === machine.shop.flow.trigger) return false;
  if (by === 'POST') {
    const order = await post(machine, { customer, status, couponCode: code });
    order.redeemed = coupon;
    use(coupon);
    await arrive(machine, order);
    return true;
  }
  const order = nthLatest(
    liveOrders(machine).filter((each) => each.customer === customer && !each.received),
    0,
  );
  if (!order || isAwaited(machine, order)) return false;
  expectAccepted(await put(machine, order, status, code));
  // what happens to a coupon whose code is replaced is open
  open(order.redeemed);
  order.redeemed = coupon;
  order.status = status;
  use(coupon);
  if (status === 'canceled') open(coupon);
  await arrive(machine, order);
  return true;
};

export const tryCode = async (machine: Machine, { by, code, order: nth }: StepOf<'try code'>): Promise<boolean> => {
  const { shop } = machine;
  const order = nthLatest(liveOrders(machine), nth);
  const couponCode =
    code === 'unknown' ? shop.unique.name('nobodys') : machine.coupons.findLast(({ kind }) => kind === 'shared')?.code;
  if (!order || couponCode === undefined) return false;
  if (by === 'POST') {
    if (!isModeled(machine, 'on-hold', 'POST') || shop.flow.trigger === 'on-hold') return false;
    const stored = await post(machine, { customer: order.customer, status: 'on-hold', couponCode });
    if (code === 'unknown') expectAnswer(stored.given.read, 200, { couponUsed: null });
    return true;
  }
  const refused = await put(machine, order, order.status, couponCode);
  // the same body without the code was accepted
  expectRefusal(refused, { status: 422, message: 'Coupon code not found', control: order.given.read });
  return true;
};
