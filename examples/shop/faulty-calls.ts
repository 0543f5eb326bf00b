import type { Behavior } from './behavior.ts';
import {
  type Change,
  type Changes,
  calls,
  customer,
  field,
  filter,
  header,
  items,
  kindIn,
  type OutgoingCall,
  on,
  query,
  renamed,
  resent,
  type Scene,
  set,
  type Which,
  without,
} from './faulty-call-changes.ts';
import { changesByEarlierCalls } from './faulty-memory.ts';
import { isObject, textIn } from './json.ts';
import type { Settings } from './settings.ts';
import type { Surroundings } from './surroundings.ts';

const withoutZone = (date: unknown): string => String(date).replace(/(\.\d+)?(Z|[+-]\d\d:\d\d)$/, '');
const dateAlone = (date: unknown): string => String(date).slice(0, 10);
const dayFirst = (date: unknown): string => dateAlone(date).split('-').toReversed().join('/');
const hoursMs = 3_600_000;
const shifted =
  (hours: number) =>
  (date: unknown): string =>
    new Date(Date.parse(String(date)) + hours * hoursMs).toISOString();

const toNumber = (phone: unknown): number => Number(String(phone).slice(1));

const bearer = (which: Which, prefix: string): Change =>
  header(which, 'Authorization', ({ token }) => `${prefix}${token}`);

const status = (right: string, wrong: string): Change =>
  field(calls.orders, 'status', (sent) => (sent === right ? wrong : sent));

const anotherId = (which: Which): Change => set(which, (_body, { newUuid }) => ({ externalId: newUuid() }));

const headers: Changes = {
  'bearer in lower case': bearer(calls.every, 'bearer '),
  'bearer in lower case on PUT': bearer(calls.updates, 'bearer '),
  'bearer in capitals': bearer(calls.every, 'BEARER '),
  'token without Bearer': bearer(calls.every, ''),
  'no token on reads': header(calls.reads, 'Authorization'),
  'no token on resends': header(resent(calls.every), 'Authorization'),
  'no token on removals': header(calls.removals, 'Authorization'),
  'no second header': header(calls.every, 'second header'),
  'no second header on removals': header(calls.removals, 'second header'),
  'no second header on reads': header(calls.reads, 'second header'),
  'no second header on resends': header(resent(calls.every), 'second header'),
  'token as second header': header(calls.every, 'second header', ({ token }) => token),
  'no Content-Type on POST': header(calls.creations, 'Content-Type'),
  'no Content-Type on PUT': header(calls.updates, 'Content-Type'),
  'no Content-Type on resends': header(resent(calls.every), 'Content-Type'),
  'Content-Type text/plain': header(calls.writes, 'Content-Type', () => 'text/plain'),
};

const formats: Changes = {
  'form instead of JSON': on(calls.writes, (call, scene) => ({
    ...header(calls.every, 'Content-Type', () => 'application/x-www-form-urlencoded')(call, scene),
    body: String(
      new URLSearchParams(Object.entries(call.body).map(([name, value]): [string, string] => [name, String(value)])),
    ),
  })),
  'malformed JSON': on(calls.orders, ({ body }) => ({ body: JSON.stringify(body).replace(/\}$/, ',}') })),
  'PATCH instead of PUT': on(calls.updates, () => ({ method: 'PATCH' })),
  'codes unescaped in paths': on(calls.couponsByCode, ({ path }) => ({
    // an HTTP client rejects a space in a path
    path: decodeURIComponent(path)
      .replaceAll(' ', '+')
      .replaceAll(/[^\x21-\x7e]/g, encodeURIComponent),
  })),
};

const numbers: Changes = {
  'total as text': field(calls.orders, 'total', String),
  'total with a decimal comma': field(calls.orders, 'total', (total) => Number(total).toFixed(2).replace('.', ',')),
  'price as text': items((item) => ({ ...item, price: String(item.price) })),
  'quantity as text': items((item) => ({ ...item, quantity: String(item.quantity) })),
  'discount as text': set(calls.newOrders, { discount: '0.00' }),
  'amount as text': field(calls.newCoupons, 'amount', String),
  'minimum purchase as text': field(calls.newCoupons, 'minPurchaseValue', String),
  'shared amount as text': field(calls.sharedCoupons, 'amount', String),
  'changes the total on a resend': field(resent(calls.newOrders), 'total', (total) => Number(total) + 1),
};

const dates: Changes = {
  'expiry without zone': field(calls.every, 'expiryDate', withoutZone),
  'expiry as a date without time': field(calls.every, 'expiryDate', dateAlone),
  'expiry as DD/MM/YYYY': field(calls.every, 'expiryDate', dayFirst),
  'no expiry on registration': without(calls.every, 'expiryDate'),
  'after without zone': filter(calls.productLists, 'after', withoutZone),
  'after as a date without time': filter(calls.productLists, 'after', dateAlone),
  'after as DD/MM/YYYY': filter(calls.productLists, 'after', dayFirst),
  'after in seconds': filter(calls.productLists, 'after', (date) => String(Date.parse(date) / 1000)),
  'updatedAt without zone': filter(calls.productLists, 'updatedAt', withoutZone),
  'updatedAt as a date without time': filter(calls.productLists, 'updatedAt', dateAlone),
  'reads lists from three hours later': filter(calls.lists, 'after', shifted(3)),
  'reads changes from three hours later': filter(calls.lists, 'updatedAt', shifted(3)),
};

const statuses: Changes = {
  'canceled with two Ls': status('canceled', 'cancelled'),
  'paid instead of completed': status('completed', 'paid'),
  'pending instead of on-hold': status('on-hold', 'pending'),
  'refunded instead of canceled': status('canceled', 'refunded'),
  'statuses in capitals': field(calls.orders, 'status', (sent) => String(sent).toUpperCase()),
  'no status': without(calls.orders, 'status'),
  'paid orders as processing': status('completed', 'processing'),
  'unpaid orders as completed': status('on-hold', 'completed'),
};

const externalIds: Changes = {
  'no external id on orders': without(calls.orders, 'externalId'),
  'no external id on stores': without(calls.newStores, 'externalId'),
  'no external id on carts': without(calls.newCarts, 'externalId'),
  'empty external id on orders': set(calls.orders, { externalId: '' }),
  'misspells externalId': renamed(calls.ownRecords, 'externalId', 'external_id'),
  'external id as a number': set(calls.newOrders, (_body, { now }) => ({ externalId: now() })),
  'external id of stores as a number': field(calls.newStores, 'externalId', (id) =>
    Number(String(id).replace(/\D/g, '').slice(0, 12)),
  ),
  'one external id for all orders': set(calls.orders, { externalId: 'order' }),
  'new external id on resend': anotherId(resent(calls.newOrders)),
  'new external id on resent stores': anotherId(resent(calls.newStores)),
  'new external id on resent carts': anotherId(resent(calls.newCarts)),
  'new external id on resent coupons': anotherId(resent(calls.newCoupons)),
  'coupon external id too long': field(calls.newCoupons, 'externalId', (id) => String(id).padEnd(300, 'x')),
  'coupons without external id': without(calls.newCoupons, 'externalId'),
  'shared external id 0': set(calls.sharedCoupons, { externalId: 0 }),
  'shared external id negative': field(calls.sharedCoupons, 'externalId', (id) => -Number(id)),
  'shared external id as text': anotherId(calls.sharedCoupons),
  'shared external id with decimals': field(calls.sharedCoupons, 'externalId', (id) => Number(id) / 100 + 0.001),
  'shared external id over the limit': set(calls.sharedCoupons, { externalId: 2_147_483_648 }),
  'one external id for all products': set(calls.newProducts, { externalId: 'product' }),
  'one external id for all customers': set(calls.newCustomers, { externalId: 'customer' }),
  'one external id for all stores': set(calls.newStores, { externalId: 'store' }),
  'one external id for all carts': set(calls.newCarts, { externalId: 'cart' }),
  'one external id for all its coupons': set(calls.newCoupons, { externalId: 'coupon' }),
  'one external id for the orders of a customer': on(calls.orders, ({ body }) => {
    const phone = textIn(body.customer, 'phone');
    return phone === undefined ? {} : { body: { ...body, externalId: `order of ${phone}` } };
  }),
};

const records: Changes = {
  'items without a list': field(calls.orders, 'lineItems', (list) => (Array.isArray(list) ? list[0] : list)),
  'items without a product': items(({ name: _, ...item }) => item),
  'names the order as its store': on(calls.changedOrders, ({ path, body }) => ({
    body: { ...body, storeId: path.slice('/orders/'.length) },
  })),
  'no address': on(calls.writes, ({ body: { address: _, ...body } }) => ({
    body: isObject(body.customer) ? { ...body, customer: { ...body.customer, address: undefined } } : body,
  })),
  'empty address': customer(calls.orders, (sent) => ({ ...sent, address: {} })),
  'no phone': customer(calls.orders, ({ phone: _, ...rest }) => rest),
  'no customer': without(calls.orders, 'customer'),
  'orders under one phone': customer(calls.orders, (sent) => ({ ...sent, phone: '+5511900000009' })),
  'phone as a number': on(calls.writes, ({ body }) => ({
    body: {
      ...body,
      ...(body.phone !== undefined && { phone: toNumber(body.phone) }),
      ...(isObject(body.customer) && { customer: { ...body.customer, phone: toNumber(body.customer.phone) } }),
    },
  })),
  'one phone for all customers': set(calls.newCustomers, { phone: '+5511911112222' }),
  'customers without phone': without(calls.newCustomers, 'phone'),
  'updates customers by posting': on(calls.changedCustomers, () => ({ method: 'POST', path: '/customers' })),
  // a price that rises with each request
  'changes products by posting': set(calls.newProducts, (_body, { now }) => ({ price: (now() % 10_000_000) / 100 })),
};

const coupons: Changes = {
  'coupons without phone': without(calls.newCoupons, 'phone'),
  'coupons without amount': without(calls.newCoupons, 'amount'),
  'coupons without code': without(calls.newCoupons, 'code'),
  'percentage instead of percent': field(calls.every, 'type', () => 'percentage'),
  'redeems without couponCode': without(calls.orders, 'couponCode'),
  'misspells couponCode': renamed(calls.orders, 'couponCode', 'coupon_code'),
  'couponCode as a list': field(calls.orders, 'couponCode', (code) => [code]),
  'redeems with its own id': field(calls.orders, 'couponCode', (_code, { newUuid }) => newUuid()),
  'redeems in lower case': field(calls.orders, 'couponCode', (code) => String(code).toLowerCase()),
  'totals without cents': field(calls.orders, 'total', (total) => Math.trunc(Number(total))),
  'sends redemptions in cents': on(calls.orders, ({ body }) =>
    body.couponCode === undefined ? {} : { body: { ...body, total: Number(body.total) * 100 } },
  ),
  'marks as used with only used': without(calls.updates, 'awaitingOrder'),
  'marks as used with only awaitingOrder': without(calls.updates, 'used'),
  'marks as used with awaitingOrder true': field(calls.updates, 'awaitingOrder', () => true),
  'marks as used with texts': set(calls.updates, ({ used, awaitingOrder }) =>
    used === undefined ? {} : { used: String(used), awaitingOrder: String(awaitingOrder) },
  ),
};

const ownCoupons: Changes = {
  'registers its amounts in cents': field(calls.newCoupons, 'amount', (amount) => Number(amount) * 100),
  'registers the other type': field(calls.newCoupons, 'type', (type) =>
    type === 'percent' ? 'fixed_cart' : 'percent',
  ),
  'registers without its minimum': without(calls.newCoupons, 'minPurchaseValue'),
  'registers for another phone': set(calls.newCoupons, { phone: '+5511966667777' }),
  'registers under another code': field(calls.newCoupons, 'code', (code) => `${String(code)}-X`),
  'registers its time as UTC': field(calls.newCoupons, 'expiryDate', shifted(-3)),
  'registers UTC as its time': field(calls.newCoupons, 'expiryDate', shifted(3)),
  'registers a day too long': field(calls.newCoupons, 'expiryDate', shifted(24)),
  'registers shared amounts in cents': field(calls.sharedCoupons, 'amount', (amount) => Number(amount) * 100),
};

const lists: Changes = {
  'names its company': query(calls.productLists, (sent, { newUuid }) => sent.set('companyId', newUuid())),
  'no after': query(calls.productLists, (sent) => sent.delete('after')),
  'page from 0': query(calls.productLists, (sent) => sent.set('page', String(Number(sent.get('page')) - 1))),
  'page size 100': query(calls.productLists, (sent) => sent.set('pageSize', '100')),
  'page size 0': query(calls.productLists, (sent) => sent.set('pageSize', '0')),
  'no page': query(calls.productLists, (sent) => sent.delete('page')),
  'no page size': query(calls.productLists, (sent) => sent.delete('pageSize')),
};

const registrations: Changes = {
  'registers another event': set(calls.registrations, { event: 'coupon.created' }),
  'registers without event': without(calls.registrations, 'event'),
  'registers only a path': field(calls.registrations, 'targetUrl', (url) => new URL(String(url)).pathname),
};

const changes: Changes = {
  ...headers,
  ...formats,
  ...numbers,
  ...dates,
  ...statuses,
  ...externalIds,
  ...records,
  ...coupons,
  ...ownCoupons,
  ...lists,
  ...registrations,
  ...changesByEarlierCalls,
};

interface FaultyCalls {
  /** Changes a call before it is sent. */
  change(call: OutgoingCall): OutgoingCall;
  /** Remembers an accepted call and its response. */
  learn(call: OutgoingCall, answer: unknown): void;
}

/** Changes the calls of a shop with a fault, some of them by its earlier calls. */
export const createFaultyCalls = (
  { fault }: Behavior,
  platform: Settings['platform'],
  { now, newUuid, randomBytes }: Surroundings,
): FaultyCalls => {
  const change = fault && changes[fault];
  const scene: Scene = { now, newUuid, randomBytes, platform, accepted: new Map(), paths: new Map() };
  return {
    change: (call) =>
      change === undefined
        ? call
        : { ...call, ...change({ ...call, body: isObject(call.body) ? call.body : {} }, scene) },
    learn({ method, path, body }, answer) {
      if (change === undefined) return;
      const kind = kindIn(path);
      const [id, externalId] = [textIn(answer, 'id'), textIn(answer, 'externalId')];
      if (method === 'GET' && id !== undefined && externalId !== undefined)
        scene.paths.set(externalId, `/${kind}/${id}`);
      const key = `${method} ${kind}`;
      if (method !== 'GET' && isObject(body)) scene.accepted.set(key, [...(scene.accepted.get(key) ?? []), body]);
    },
  };
};
