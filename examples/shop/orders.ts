import type { Context } from './context.ts';
import type { Coupons } from './coupons.ts';
import type { Customers } from './customers.ts';
import { Declined, InvalidParameters } from './hook-errors.ts';
import { createOrderSends } from './order-sends.ts';
import type { Coupon, Order, OrderNews, OrderStatus } from './records.ts';

export interface NewOrder {
  status: OrderStatus;
  /** The customer's phone. Default: the phone of the coupon's customer, or a new one. */
  phone?: string;
  /** The total price of the items. Default: the coupon's minimum, or 100. */
  price?: number;
  couponCode?: string;
}

/** The shop's orders. They go to the platform in the background, with the changes of each order in sequence. */
export interface Orders {
  /** @throws Declined for a coupon that cannot be used, InvalidParameters for a bad phone. */
  create(wanted: NewOrder): Order;
  /** Sends an existing order again. */
  repeat(id: string): Order;
  setStatus(id: string, status: OrderStatus): Order;
  /** Redeems a coupon on an existing order. @throws Declined if that is not possible. */
  redeemOn(id: string, code: string): Order;
  /** Continues with the news that the platform has not accepted yet. */
  resume(): void;
}

const usualPrice = 100;

export const createOrders = (context: Context, customers: Customers, coupons: Coupons): Orders => {
  const { state, save, work, newId, settings } = context;
  const { is, does } = settings.behavior;
  let inTurn = Promise.resolve();

  const find = (id: string): Order => {
    const order = state.orders[id];
    if (order === undefined) throw new InvalidParameters(`there is no order ${id}`);
    return order;
  };

  /** Changes the other orders when one is refused, as a faulty shop does. */
  const mistreatOthers = (refused: Order): void => {
    const others = Object.values(state.orders).filter((other) => other !== refused && other.news.length > 0);
    if (is('drops other orders when one is refused')) for (const other of others) other.news = [];
    if (is('sends other orders again as new when one is refused')) {
      for (const other of others) add(copyOf(other, other.status), { kind: 'creation', status: other.status });
    }
  };

  const sends = createOrderSends(context, { customers, coupons, onRefused: mistreatOthers });

  const add = (order: Order, ...news: OrderNews[]): Order => {
    order.news.push(...news);
    if (news.some(({ kind }) => kind === 'creation')) sends.created(order);
    state.orders[order.id] = order;
    save();
    const send = (): Promise<void> => sends.sendAll(order);
    if (is('drops other orders when one is refused')) inTurn = inTurn.then(send, send);
    void work.begin(() => (is('drops other orders when one is refused') ? inTurn : send()));
    return order;
  };

  const couponFor = (code: string, price: number | undefined): { coupon: Coupon; price: number } => {
    const coupon = coupons.of(code);
    const minimum = is('ignores the minimum purchase at checkout') ? 0 : coupon.minPurchaseValue;
    const paid = price ?? Math.max(usualPrice, minimum);
    coupons.check(coupon, paid);
    return { coupon, price: paid };
  };

  /** Copies the order under a new id. */
  const copyOf = ({ customerId, price }: Order, status: OrderStatus): Order => ({
    id: newId(),
    customerId,
    price,
    status,
    news: [],
  });

  const setStatus = (id: string, status: OrderStatus): Order => {
    const order = find(id);
    if (order.status === status) return order;
    if (is('pays every open order') && status === 'completed') {
      for (const open of Object.values(state.orders)) {
        if (open !== order && open.status === 'on-hold') add(open, { kind: 'change', status });
      }
    }
    order.status = status;
    sends.changed(order);
    const isSentAsNew =
      (is('pays by a new order') && status === 'completed') || (is('cancels by a new order') && status === 'canceled');
    return isSentAsNew
      ? add(copyOf(order, status), { kind: 'creation', status })
      : add(order, { kind: 'change', status });
  };

  const create = ({ status, phone, price, couponCode }: NewOrder): Order => {
    const redeemed = couponCode === undefined ? undefined : couponFor(couponCode, price);
    const known = Object.values(state.orders).find(({ customerId }) => state.customers[customerId]?.phone === phone);
    if (known !== undefined && is('takes the next order of a customer for the last'))
      return setStatus(known.id, status);
    const customer = customers.withPhone(phone ?? redeemed?.coupon.phone ?? undefined);
    if (redeemed !== undefined) redeemed.coupon.isUsed = true;
    const redemption = couponCode === undefined ? {} : { couponCode };
    const order: Order = {
      id: newId(),
      customerId: customer.id,
      status,
      price: redeemed?.price ?? price ?? usualPrice,
      ...redemption,
      news: [],
    };
    if (does('opens orders on hold') && status !== 'on-hold') {
      return add(order, { kind: 'creation', status: 'on-hold', ...redemption }, { kind: 'change', status });
    }
    return add(order, { kind: 'creation', status, ...redemption });
  };

  return {
    create,
    repeat(id) {
      const order = find(id);
      const { status, couponCode } = order;
      const redemption = couponCode === undefined ? {} : { couponCode };
      if (is('sends an order again as it was first')) return add(order, { kind: 'change', status: 'on-hold' });
      const repeated = is('sends an order again as a new one') ? copyOf(order, status) : order;
      return add(repeated, { kind: 'creation', status, ...redemption });
    },
    setStatus,
    redeemOn(id, code) {
      const order = find(id);
      const { coupon } = couponFor(code, order.price);
      // on an existing order, the platform accepts only an individual coupon that it knows
      if (coupon.origin === 'shared' && !is('puts shared coupons on orders that exist')) {
        throw new Declined(`the shared coupon ${code} is only given with a new order`);
      }
      const isUnregistered = coupon.origin === 'shop' && coupon.phone === null;
      if (isUnregistered && !is('puts unregistered coupons on orders that exist')) {
        throw new Declined(`the platform does not know the coupon ${code}`);
      }
      coupon.isUsed = true;
      order.couponCode = code;
      const isKept = is('keeps its own coupons from orders that exist') && coupon.origin === 'shop';
      return add(order, { kind: 'change', status: order.status, ...(isKept ? {} : { couponCode: code }) });
    },
    resume() {
      for (const order of Object.values(state.orders)) {
        if (order.news.length > 0) void work.begin(() => sends.sendAll(order));
      }
    },
  };
};
