import type { Call } from './client.ts';
import type { Context } from './context.ts';
import type { Coupons } from './coupons.ts';
import type { Customers } from './customers.ts';
import { isObject, type JsonObject, textIn } from './json.ts';
import type { Outcome } from './platform.ts';
import { purchaseBody } from './platform-names.ts';
import type { Coupon, Order, OrderNews } from './records.ts';

export interface Neighbors {
  customers: Customers;
  coupons: Coupons;
  /** The latest orders, for faults that mix orders up. */
  latest: { created?: Order; changed?: Order };
}

/** Sends one piece of news of an order, and reads the order back. */
interface OrderCalls {
  create(order: Order, news: OrderNews): Promise<Outcome>;
  change(order: Order, news: OrderNews): Promise<Outcome>;
  /** Reads the platform's id of the order, and checks that the order was stored as sent. */
  readBack(order: Order, news: OrderNews): Promise<void>;
}

const mixingMs = 50;

const discounted = (price: number, { type, amount }: Coupon): number => {
  const discount = type === 'percent' ? (price * amount) / 100 : amount;
  return Math.max(0, Math.round((price - discount) * 100) / 100);
};

const createOrderCalls = (context: Context, { customers, coupons, latest }: Neighbors): OrderCalls => {
  const { state, save, work, platform, note, settings } = context;
  const { is, does } = settings.behavior;

  const totalOf = ({ price, couponCode }: Order): number => {
    const isReduced = couponCode !== undefined && does('total after discount');
    return isReduced ? discounted(price, coupons.of(couponCode)) : price;
  };

  const bodyOf = (order: Order, { kind, status, couponCode }: OrderNews): JsonObject => {
    const code = is('mixes redemptions at once') ? (latest.created?.couponCode ?? couponCode) : couponCode;
    const redemption = couponCode === undefined ? {} : { couponCode: code };
    if (kind === 'change' && does('changes orders with only the status')) return { status, ...redemption };
    const bought = is('mixes customers of orders at once') ? latest.created : order;
    const customer = bought && state.customers[bought.customerId];
    if (customer === undefined) throw new Error(`order ${order.id} has no customer`);
    return {
      externalId: order.id,
      status,
      ...redemption,
      ...purchaseBody(customer, order.price, totalOf(order)),
      ...(does('names customers on file by external id') && { customer: { externalId: customer.id } }),
      ...(does('names customers on file by phone') && { customer: { phone: customer.phone } }),
    };
  };

  const readBack = async (order: Order, { status, couponCode }: OrderNews): Promise<void> => {
    const { id, platformId } = order;
    const isReadById = platformId !== undefined && does('reads back by id');
    const path = isReadById ? `/orders/${platformId}` : `/orders/external/${id}`;
    const stored = await platform.send({ method: 'GET', path });
    if (stored.kind !== 'accepted' || !isObject(stored.body)) return note(`order ${id} cannot be read back`);
    const storedId = textIn(stored.body, 'id');
    if (storedId !== undefined) order.platformId = storedId;
    save();
    // a new order in `processing` is stored as `on-hold` until its change
    if (stored.body.status !== status && status !== 'processing') {
      note(`order ${id} is stored as ${String(stored.body.status)} and not as ${status}`);
    }
    if (couponCode !== undefined && stored.body.couponUsed === null) {
      note(`coupon ${couponCode} of order ${id} may be unknown to the platform`);
    }
  };

  /** The platform's id under which the order is changed; a faulty shop takes one of another order. */
  const idForChange = (order: Order): string | undefined => {
    if (is('changes orders by external id')) return order.id;
    const another = Object.values(state.orders).find((other) => other !== order && other.platformId !== undefined);
    if (is('changes another order')) return another?.platformId ?? order.platformId;
    if (is('mixes orders that change at once')) return latest.changed?.platformId ?? order.platformId;
    return order.platformId;
  };

  return {
    async create(order, news) {
      const customer = state.customers[order.customerId];
      if (customer !== undefined) await customers.introduce(customer);
      // leaves time for another order
      if (is('mixes redemptions at once')) await work.pause(mixingMs);
      const call: Call = { method: 'POST', path: '/orders', body: bodyOf(order, news) };
      return does('looks before it sends again')
        ? platform.sendUnlessFound(call, `/orders/external/${order.id}`)
        : platform.send(call);
    },
    async change(order, news) {
      if (order.platformId === undefined) await readBack(order, news);
      // the response leaves time for another change
      if (is('mixes orders that change at once')) await readBack(order, news);
      const id = idForChange(order);
      if (id === undefined) return { kind: 'unreachable', why: 'the platform’s id of it is not known' };
      return platform.send({ method: 'PUT', path: `/orders/${id}`, body: bodyOf(order, news) });
    },
    readBack,
  };
};

/**
 * Creates the function that sends the news of an order in sequence, until one of them has to wait. `onRefused` is called
 * when the platform refuses an order or a change of it.
 */
export const createOrderSends = (
  context: Context,
  neighbors: Neighbors,
  onRefused: (order: Order) => void,
): ((order: Order) => Promise<void>) => {
  const { save, note, settings } = context;
  const { is, does } = settings.behavior;
  const calls = createOrderCalls(context, neighbors);
  const busy = new Set<string>();
  const late: OrderNews[] = [];

  /** Sends one piece of news. Resolves with whether the next one may follow. */
  const sendNews = async (order: Order, news: OrderNews): Promise<boolean> => {
    const isNew = news.kind === 'creation';
    const outcome = await (isNew ? calls.create(order, news) : calls.change(order, news));
    if (is('sends older changes last') && outcome.kind === 'refused' && outcome.why === 'dropped') late.push(news);
    if (outcome.kind === 'unreachable') {
      note(`order ${order.id} has to wait: ${outcome.why}`);
      return false;
    }
    if (outcome.kind === 'refused') {
      onRefused(order);
      note(`order ${order.id} was refused: ${outcome.why}`);
    }
    // the platform cannot change an order that it does not have
    order.news = outcome.kind === 'refused' && isNew ? [] : order.news.slice(1);
    save();
    if (outcome.kind !== 'accepted') return true;
    if (is('believes the id that a creation answers') && isNew) {
      order.platformId = String(textIn(outcome.body, 'id'));
      save();
    } else if (!does('never reads back')) await calls.readBack(order, news);
    return true;
  };

  return async (order) => {
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
      for (const news of late.splice(0)) await calls.change(order, news);
    } finally {
      busy.delete(order.id);
    }
  };
};
