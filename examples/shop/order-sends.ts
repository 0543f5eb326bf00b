import type { Call } from './client.ts';
import type { Context } from './context.ts';
import type { Coupons } from './coupons.ts';
import type { Customers } from './customers.ts';
import { isObject, type JsonObject, textIn } from './json.ts';
import type { Outcome } from './platform.ts';
import { purchaseBody } from './platform-names.ts';
import type { Coupon, Order, OrderNews } from './records.ts';

interface Neighbors {
  customers: Customers;
  coupons: Coupons;
  /** Called when the platform refuses an order or a change of it. */
  onRefused(order: Order): void;
}

/** Sends the news of orders to the platform. */
export interface OrderSends {
  /** Sends the news of an order in sequence, until one of them has to wait. */
  sendAll(order: Order): Promise<void>;
  /** Notes the latest order, for faults that mix orders up. */
  created(order: Order): void;
  /** Notes the latest changed order, for faults that mix orders up. */
  changed(order: Order): void;
}

const mixingMs = 50;

const discounted = (price: number, { type, amount }: Coupon): number => {
  const discount = type === 'percent' ? (price * amount) / 100 : amount;
  return Math.max(0, Math.round((price - discount) * 100) / 100);
};

export const createOrderSends = (context: Context, { customers, coupons, onRefused }: Neighbors): OrderSends => {
  const { state, save, work, platform, note, settings } = context;
  const { is, does } = settings.behavior;
  const busy = new Set<string>();
  const late: OrderNews[] = [];
  let latestCreated: Order | undefined;
  let latestChanged: Order | undefined;

  const bodyOf = (order: Order, { kind, status, couponCode }: OrderNews): JsonObject => {
    const code = is('mixes redemptions at once') ? (latestCreated?.couponCode ?? couponCode) : couponCode;
    const redemption = couponCode === undefined ? {} : { couponCode: code };
    if (kind === 'change' && does('changes orders with only the status')) return { status, ...redemption };
    const customer =
      state.customers[is('mixes customers of orders at once') ? (latestCreated?.customerId ?? '') : order.customerId];
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
    if (stored.kind !== 'accepted' || !isObject(stored.body)) return note(`order ${order.id} cannot be read back`);
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
    const lastChanged = is('mixes orders that change at once') ? latestChanged?.platformId : undefined;
    const another = is('changes another order') ? others[0] : lastChanged;
    const id = is('changes orders by external id') ? order.id : (another ?? order.platformId);
    if (id === undefined) return { kind: 'unreachable', why: 'the platform’s id of it is not known' };
    return platform.send({ method: 'PUT', path: `/orders/${id}`, body: bodyOf(order, news) });
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
      onRefused(order);
      note(`order ${order.id} was refused: ${outcome.why}`);
    }
    const isUnknown = outcome.kind === 'refused' && news.kind === 'creation';
    // the platform cannot change an order that it does not have
    order.news = isUnknown ? [] : order.news.slice(1);
    save();
    if (is('believes the id that a creation answers') && news.kind === 'creation' && outcome.kind === 'accepted') {
      order.platformId = String(textIn(outcome.body, 'id'));
      save();
      return true;
    }
    if (outcome.kind === 'accepted' && !does('never reads back')) await readBack(order, news);
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

  return {
    sendAll,
    created(order) {
      latestCreated = order;
    },
    changed(order) {
      latestChanged = order;
    },
  };
};
