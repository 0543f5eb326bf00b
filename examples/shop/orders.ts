import type { Behavior } from './behavior.ts';
import type { Context } from './context.ts';
import type { Coupons } from './coupons.ts';
import type { Customers } from './customers.ts';
import { Declined, InvalidParameters } from './hook-errors.ts';
import { createOrderSends, type Neighbors } from './order-sends.ts';
import type { Coupon, Order, OrderNews, OrderStatus } from './records.ts';

export interface NewOrder {
  status: OrderStatus;
  /** The customer's phone. Default: the phone of the coupon's customer, or a new one. */
  phone?: string | undefined;
  /** The total price of the items. Default: the coupon's minimum, or one of the usual prices. */
  price?: number | undefined;
  couponCode?: string | undefined;
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

/** Orders in a row have other prices. */
const usualPrices = [100, 129.9, 114.5] as const;

/** On an existing order, the platform accepts only an individual coupon that it knows. @throws Declined for others. */
const checkForExisting = (coupon: Coupon, coupons: Coupons, { is }: Behavior): void => {
  if (coupon.origin === 'shared' && !is('puts shared coupons on orders that exist')) {
    throw new Declined(`the shared coupon ${coupon.code} is only given with a new order`);
  }
  if (!coupons.isKnown(coupon)) throw new Declined(`the platform does not know the coupon ${coupon.code}`);
};

export const createOrders = (context: Context, customers: Customers, coupons: Coupons): Orders => {
  const { state, save, work, newId, settings } = context;
  const { is, does } = settings.behavior;
  const latest: Neighbors['latest'] = {};
  let inTurn = Promise.resolve();

  const nextPrice = (): number => usualPrices[Object.keys(state.orders).length % usualPrices.length] ?? usualPrices[0];

  const find = (id: string): Order => {
    const order = state.orders[id];
    if (order === undefined) throw new InvalidParameters(`there is no order ${id}`);
    return order;
  };

  /** The order under a new id, with no news. */
  const copyOf = ({ customerId, price }: Order, status: OrderStatus): Order => ({
    id: newId(),
    customerId,
    price,
    status,
    news: [],
  });

  /** Changes the other orders when one is refused, as a faulty shop does. */
  const mistreatOthers = (refused: Order): void => {
    const others = Object.values(state.orders).filter((other) => other !== refused && other.news.length > 0);
    if (is('drops other orders when one is refused')) for (const other of others) other.news = [];
    if (is('sends other orders again as new when one is refused')) {
      for (const other of others) addNew(copyOf(other, other.status));
    }
  };

  const sendAll = createOrderSends(context, { customers, coupons, latest }, mistreatOthers);

  const add = (order: Order, ...news: OrderNews[]): Order => {
    order.news.push(...news);
    state.orders[order.id] = order;
    save();
    const send = (): Promise<void> => sendAll(order);
    if (is('drops other orders when one is refused')) inTurn = inTurn.then(send, send);
    void work.begin(() => (is('drops other orders when one is refused') ? inTurn : send()));
    return order;
  };

  const addNew = (order: Order, status = order.status, ...changes: OrderNews[]): Order => {
    latest.created = order;
    return add(order, { kind: 'creation', status, couponCode: order.couponCode }, ...changes);
  };

  /** @throws Declined if the coupon cannot be used for that price, which is its minimum when left out. */
  const couponFor = (code: string, price?: number): { coupon: Coupon; price: number } => {
    const coupon = coupons.of(code);
    const minimum = is('ignores the minimum purchase at checkout') ? 0 : coupon.minPurchaseValue;
    const paid = price ?? Math.max(nextPrice(), minimum);
    coupons.check(coupon, paid);
    return { coupon, price: paid };
  };

  const setStatus = (id: string, status: OrderStatus): Order => {
    const order = find(id);
    if (order.status === status) return order;
    if (is('pays every open order') && status === 'completed') {
      for (const open of Object.values(state.orders)) {
        if (open !== order && open.status === 'on-hold') add(open, { kind: 'change', status });
      }
    }
    order.status = status;
    latest.changed = order;
    const isSentAsNew =
      (is('pays by a new order') && status === 'completed') || (is('cancels by a new order') && status === 'canceled');
    return isSentAsNew ? addNew(copyOf(order, status)) : add(order, { kind: 'change', status });
  };

  const create = ({ status, phone, price, couponCode }: NewOrder): Order => {
    const redeemed = couponCode === undefined ? undefined : couponFor(couponCode, price);
    const known = Object.values(state.orders).find(({ customerId }) => state.customers[customerId]?.phone === phone);
    if (known !== undefined && is('takes the next order of a customer for the last'))
      return setStatus(known.id, status);
    const customer = customers.withPhone(phone ?? redeemed?.coupon.phone ?? undefined);
    if (redeemed !== undefined) redeemed.coupon.isUsed = true;
    const order: Order = {
      id: newId(),
      customerId: customer.id,
      status,
      price: redeemed?.price ?? price ?? nextPrice(),
      couponCode,
      news: [],
    };
    const change: OrderNews = { kind: 'change', status };
    if (does('opens orders on hold') && status !== 'on-hold') return addNew(order, 'on-hold', change);
    // the platform stores a new order in `processing` as `on-hold`
    return status === 'processing' && !is('processing only by POST') ? addNew(order, status, change) : addNew(order);
  };

  return {
    create,
    repeat(id) {
      const order = find(id);
      if (is('sends an order again as it was first')) return add(order, { kind: 'change', status: 'on-hold' });
      const { status, couponCode } = order;
      return addNew(is('sends an order again as a new one') ? { ...copyOf(order, status), couponCode } : order);
    },
    setStatus,
    redeemOn(id, code) {
      const order = find(id);
      const { coupon } = couponFor(code, order.price);
      checkForExisting(coupon, coupons, settings.behavior);
      coupon.isUsed = true;
      order.couponCode = code;
      const isKept = is('keeps its own coupons from orders that exist') && coupon.origin === 'shop';
      return add(order, { kind: 'change', status: order.status, couponCode: isKept ? undefined : code });
    },
    resume() {
      for (const order of Object.values(state.orders)) {
        if (order.news.length > 0) void work.begin(() => sendAll(order));
      }
    },
  };
};
