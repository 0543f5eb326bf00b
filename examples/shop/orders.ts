import type { Call } from './client.ts';
import type { Context } from './context.ts';
import type { Coupons } from './coupons.ts';
import type { Customers } from './customers.ts';
import { Declined, Nonsense } from './hook-errors.ts';
import { isObject, type JsonObject, textIn } from './json.ts';
import type { Outcome } from './platform.ts';
import { purchaseBody } from './platform-names.ts';
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
  /** @throws Declined for a coupon that cannot be used, Nonsense for a bad phone. */
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
const mixingMs = 50;

const discounted = (price: number, { type, amount }: Coupon): number => {
  const discount = type === 'percent' ? (price * amount) / 100 : amount;
  return Math.max(0, Math.round((price - discount) * 100) / 100);
};

export const createOrders = (context: Context, customers: Customers, coupons: Coupons): Orders => {
  const { state, save, work, platform, newId, note, settings } = context;
  const { is, does } = settings.behavior;
  const busy = new Set<string>();
  const late: OrderNews[] = [];
  let inTurn = Promise.resolve();
  let latestId = '';
  /** The customer and the coupon of the latest order. */
  let latest: { customerId: string; couponCode?: string } = { customerId: '' };

  const find = (id: string): Order => {
    const order = state.orders[id];
    if (order === undefined) throw new Nonsense(`there is no order ${id}`);
    return order;
  };

  const bodyOf = (order: Order, { kind, status, couponCode }: OrderNews): JsonObject => {
    const code = is('mixes redemptions at once') ? (latest.couponCode ?? couponCode) : couponCode;
    const redemption = couponCode === undefined ? {} : { couponCode: code };
    if (kind === 'change' && does('changes orders with only the status')) return { status, ...redemption };
    const customer = state.customers[is('mixes customers of orders at once') ? latest.customerId : order.customerId];
    if (customer === undefined) throw new Error(`order ${order.id} has no customer`);
    const coupon = order.couponCode === undefined ? undefined : coupons.of(order.couponCode);
    const isReduced = coupon !== undefined && does('total after discount');
    const total = isReduced ? discounted(order.price, coupon) : order.price;
    const purchase = purchaseBody(customer, order.price, total);
    const isReferred = does('names customers on file by external id');
    return {
      externalId: order.id,
      status,
      ...redemption,
      ...purchase,
      ...(isReferred && { customer: { externalId: customer.id } }),
    };
  };

  const lookupOf = ({ id, platformId }: Order): string =>
    platformId !== undefined && does('reads back by id') ? `/orders/${platformId}` : `/orders/external/${id}`;

  /** Reads the platform's id of the order, and checks that the order was stored as sent. */
  const readBack = async (order: Order, { status, couponCode }: OrderNews): Promise<void> => {
    const stored = await platform.send({ method: 'GET', path: lookupOf(order) });
    if (stored.kind !== 'taken' || !isObject(stored.body)) return note(`order ${order.id} cannot be read back`);
    const platformId = textIn(stored.body, 'id');
    if (platformId !== undefined) order.platformId = platformId;
    save();
    // the platform stores a new order in `processing` as `on-hold`
    if (stored.body.status !== status && status !== 'processing') {
      note(`order ${order.id} is stored as ${String(stored.body.status)} and not as ${status}`);
    }
    if (couponCode !== undefined && stored.body.couponUsed === null) {
      note(`coupon ${couponCode} of order ${order.id} may be unknown to the platform`);
    }
  };

  const sendCreation = async (order: Order, news: OrderNews): Promise<Outcome> => {
    const customer = state.customers[order.customerId];
    if (customer !== undefined) await customers.introduce(customer);
    // leaves time for another order
    if (is('mixes redemptions at once')) await work.pause(mixingMs);
    const call: Call = { method: 'POST', path: '/orders', body: bodyOf(order, news) };
    return does('looks before it sends again')
      ? platform.sendUnlessFound(call, `/orders/external/${order.id}`)
      : platform.send(call);
  };

  const sendChange = async (order: Order, news: OrderNews): Promise<Outcome> => {
    if (order.platformId === undefined) await readBack(order, news);
    const others = Object.values(state.orders).flatMap((other) => (other === order ? [] : (other.platformId ?? [])));
    // the response leaves time for another change
    if (is('mixes orders that change at once')) await readBack(order, news);
    const latest = is('mixes orders that change at once') ? state.orders[latestId]?.platformId : undefined;
    const another = is('changes another order') ? others[0] : latest;
    const id = is('changes orders by external id') ? order.id : (another ?? order.platformId);
    if (id === undefined) return { kind: 'unreachable', why: 'the platform’s id of it is not known' };
    return platform.send({ method: 'PUT', path: `/orders/${id}`, body: bodyOf(order, news) });
  };

  /** Changes the other orders when one is refused, as a faulty shop does. */
  const mistreatOthers = (refused: Order): void => {
    const others = Object.values(state.orders).filter((other) => other !== refused && other.news.length > 0);
    if (is('drops other orders when one is refused')) for (const other of others) other.news = [];
    if (is('sends other orders again as new when one is refused')) {
      for (const other of others) add(copyOf(other, other.status), { kind: 'creation', status: other.status });
    }
  };

  /** Sends one piece of news. Resolves with whether the next one may follow. */
  const sendNews = async (order: Order, news: OrderNews): Promise<boolean> => {
    const outcome = await (news.kind === 'creation' ? sendCreation(order, news) : sendChange(order, news));
    if (is('sends older changes last') && outcome.kind === 'refused' && outcome.why === 'dropped') late.push(news);
    if (outcome.kind === 'unreachable') {
      note(`order ${order.id} has to wait: ${outcome.why}`);
      return false;
    }
    if (outcome.kind === 'refused') {
      mistreatOthers(order);
      note(`order ${order.id} was refused: ${outcome.why}`);
    }
    const isUnknown = outcome.kind === 'refused' && news.kind === 'creation';
    // the platform cannot change an order that it does not have
    order.news = isUnknown ? [] : order.news.slice(1);
    save();
    if (is('believes the id that a creation answers') && news.kind === 'creation' && outcome.kind === 'taken') {
      order.platformId = String(textIn(outcome.body, 'id'));
      save();
      return true;
    }
    if (outcome.kind === 'taken' && !does('never reads back')) await readBack(order, news);
    return true;
  };

  const sendAll = async (order: Order): Promise<void> => {
    if (busy.has(order.id)) return;
    if (is('forgets an order while it sends another') && busy.size > 0) {
      order.news = [];
      return save();
    }
    busy.add(order.id);
    try {
      for (let next = order.news[0]; next !== undefined; next = order.news[0]) {
        if (!(await sendNews(order, next))) return;
      }
      for (const news of late.splice(0)) await sendChange(order, news);
    } finally {
      busy.delete(order.id);
    }
  };

  const add = (order: Order, ...news: OrderNews[]): Order => {
    order.news.push(...news);
    if (news.some(({ kind }) => kind === 'creation')) latest = order;
    state.orders[order.id] = order;
    save();
    const send = (): Promise<void> => sendAll(order);
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
    latestId = id;
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
        if (order.news.length > 0) void work.begin(() => sendAll(order));
      }
    },
  };
};
