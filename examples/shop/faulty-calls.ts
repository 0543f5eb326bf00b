import type { Behavior } from './behavior.ts';
import type { FaultName } from './faults.ts';
import { isObject, type JsonObject } from './json.ts';
import type { OutgoingCall } from './outgoing-call.ts';
import type { Settings } from './settings.ts';
import type { Surroundings } from './surroundings.ts';

type Change = (call: OutgoingCall) => OutgoingCall;

const calls = {
  reads: /^GET /,
  creations: /^POST /,
  updates: /^PUT /,
  removals: /^DELETE /,
  orders: /^(POST|PUT) \/orders/,
  newOrders: /^POST \/orders$/,
  newStores: /^POST \/stores$/,
  newCarts: /^POST \/abandoned-carts$/,
  newCustomers: /^POST \/customers$/,
  newProducts: /^POST \/products$/,
  ownRecords: /^POST \/(orders|stores|abandoned-carts)$/,
  newCoupons: /^POST \/coupons$/,
  sharedCoupons: /^POST \/coupons\/shared$/,
  registrations: /^(POST|PUT) \/webhooks/,
  couponsByCode: /^(GET|PUT) \/coupons\/code\//,
  changedCustomers: /^PUT \/customers\//,
  lists: /^GET \/products\?/,
  changes: /^GET \/products\?.*updatedAt=/,
};

const on =
  (route: RegExp, change: Change): Change =>
  (call) =>
    route.test(`${call.method} ${call.path}`) ? change(call) : call;

const onResend =
  (change: Change): Change =>
  (call) =>
    call.resend > 0 ? change(call) : call;

const body =
  (change: (sent: JsonObject) => JsonObject): Change =>
  (call) =>
    typeof call.body === 'object' ? { ...call, body: change(call.body) } : call;

const set = (fields: JsonObject): Change => body((sent) => ({ ...sent, ...fields }));

const leftOut = (name: string): Change => body(({ [name]: _, ...rest }) => rest);

const field = (name: string, change: (value: unknown) => unknown): Change =>
  body((sent) => (sent[name] === undefined ? sent : { ...sent, [name]: change(sent[name]) }));

const renamed = (name: string, other: string): Change =>
  body(({ [name]: value, ...rest }) => (value === undefined ? rest : { ...rest, [other]: value }));

const customer = (change: (sent: JsonObject) => JsonObject): Change =>
  field('customer', (sent) => (isObject(sent) ? change(sent) : sent));

const items = (change: (item: JsonObject) => JsonObject): Change =>
  field('lineItems', (list) => (Array.isArray(list) ? list.filter(isObject).map(change) : list));

const header =
  (name: string, value: string): Change =>
  (call) => ({
    ...call,
    headers: { ...call.headers, [name]: value },
  });

const headerLeftOut =
  (name: string): Change =>
  (call) => ({ ...call, headers: Object.fromEntries(Object.entries(call.headers).filter(([each]) => each !== name)) });

const query =
  (change: (parameters: URLSearchParams) => void): Change =>
  (call) => {
    const [path, text] = call.path.split('?');
    const parameters = new URLSearchParams(text);
    change(parameters);
    return { ...call, path: `${path}?${parameters}` };
  };

const path =
  (change: (sent: string) => string): Change =>
  (call) => ({ ...call, path: change(call.path) });

const status = (right: string, wrong: string): Change =>
  on(
    calls.orders,
    field('status', (sent) => (sent === right ? wrong : sent)),
  );

/** Writes a date-time as day, month and year. */
const slashed = (date: unknown): string => String(date).slice(0, 10).split('-').toReversed().join('/');

const without = /(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

const changesFor = (
  { token, access }: Settings['platform'],
  { now, newUuid }: Surroundings,
): Partial<Record<FaultName, Change>> => {
  const prefix = (text: string): Change => header('Authorization', `${text}${token}`);
  return {
    'bearer in lower case': prefix('bearer '),
    'bearer in lower case on PUT': on(calls.updates, prefix('bearer ')),
    'bearer in capitals': prefix('BEARER '),
    'token without Bearer': prefix(''),
    'no token on reads': on(calls.reads, headerLeftOut('Authorization')),
    'no token on resends': onResend(headerLeftOut('Authorization')),
    'no token on removals': on(calls.removals, headerLeftOut('Authorization')),
    'no second header': headerLeftOut(access.header),
    'no second header on removals': on(calls.removals, headerLeftOut(access.header)),
    'no second header on reads': on(calls.reads, headerLeftOut(access.header)),
    'no second header on resends': onResend(headerLeftOut(access.header)),
    'token as second header': header(access.header, token),
    'no Content-Type on POST': on(calls.creations, headerLeftOut('Content-Type')),
    'no Content-Type on PUT': on(calls.updates, headerLeftOut('Content-Type')),
    'no Content-Type on resends': onResend(headerLeftOut('Content-Type')),
    'Content-Type text/plain': (call) => (call.body ? header('Content-Type', 'text/plain')(call) : call),
    'form instead of JSON': (call) =>
      typeof call.body === 'object'
        ? {
            ...header('Content-Type', 'application/x-www-form-urlencoded')(call),
            body: new URLSearchParams(
              Object.entries(call.body).map(([name, value]): [string, string] => [name, String(value)]),
            ).toString(),
          }
        : call,
    'malformed JSON': on(calls.orders, (call) => ({ ...call, body: JSON.stringify(call.body).replace(/\}$/, ',}') })),
    'PATCH instead of PUT': on(calls.updates, (call) => ({ ...call, method: 'PATCH' })),

    'total as text': on(calls.orders, field('total', String)),
    'total with a decimal comma': on(
      calls.orders,
      field('total', (total) => Number(total).toFixed(2).replace('.', ',')),
    ),
    'items without a list': on(
      calls.orders,
      field('lineItems', (list) => (Array.isArray(list) ? list[0] : list)),
    ),
    'price as text': items((item) => ({ ...item, price: String(item.price) })),
    'discount as text': on(calls.newOrders, set({ discount: '0.00' })),
    'items without a product': items(({ name: _, ...item }) => item),
    'names the order as its store': (call) => {
      const [, id] = /^PUT \/orders\/(.+)$/.exec(`${call.method} ${call.path}`) ?? [];
      return id === undefined ? call : set({ storeId: id })(call);
    },
    'names its company': on(
      calls.lists,
      query((parameters) => parameters.set('companyId', newUuid())),
    ),
    'quantity as text': items((item) => ({ ...item, quantity: String(item.quantity) })),
    'amount as text': on(calls.newCoupons, field('amount', String)),
    'minimum purchase as text': on(calls.newCoupons, field('minPurchaseValue', String)),
    'shared amount as text': on(calls.sharedCoupons, field('amount', String)),

    'expiry without zone': field('expiryDate', (date) => String(date).replace(without, '')),
    'expiry as a date without time': field('expiryDate', (date) => String(date).slice(0, 10)),
    'expiry as DD/MM/YYYY': field('expiryDate', slashed),
    'no expiry on registration': leftOut('expiryDate'),
    'after without zone': on(
      calls.lists,
      query((sent) => sent.set('after', (sent.get('after') ?? '').replace(without, ''))),
    ),
    'after as a date without time': on(
      calls.lists,
      query((sent) => sent.set('after', (sent.get('after') ?? '').slice(0, 10))),
    ),
    'after as DD/MM/YYYY': on(
      calls.lists,
      query((sent) => sent.set('after', slashed(sent.get('after')))),
    ),
    'after in seconds': on(
      calls.lists,
      query((sent) => sent.set('after', String(Date.parse(sent.get('after') ?? '') / 1000))),
    ),
    'no after': on(
      calls.lists,
      query((sent) => sent.delete('after')),
    ),
    'updatedAt without zone': on(
      calls.changes,
      query((sent) => sent.set('updatedAt', (sent.get('updatedAt') ?? '').replace(without, ''))),
    ),
    'updatedAt as a date without time': on(
      calls.changes,
      query((sent) => sent.set('updatedAt', (sent.get('updatedAt') ?? '').slice(0, 10))),
    ),

    'canceled with two Ls': status('canceled', 'cancelled'),
    'paid instead of completed': status('completed', 'paid'),
    'pending instead of on-hold': status('on-hold', 'pending'),
    'refunded instead of canceled': status('canceled', 'refunded'),
    'statuses in capitals': on(
      calls.orders,
      field('status', (sent) => String(sent).toUpperCase()),
    ),
    'no status': on(calls.orders, leftOut('status')),
    'paid orders as processing': status('completed', 'processing'),
    'unpaid orders as completed': status('on-hold', 'completed'),

    'no external id on orders': on(calls.orders, leftOut('externalId')),
    'no external id on stores': on(calls.newStores, leftOut('externalId')),
    'no external id on carts': on(calls.newCarts, leftOut('externalId')),
    'empty external id on orders': on(calls.orders, set({ externalId: '' })),
    'misspells externalId': on(calls.ownRecords, renamed('externalId', 'external_id')),
    'external id as a number': on(calls.newOrders, (call) => set({ externalId: now() })(call)),
    'external id of stores as a number': on(
      calls.newStores,
      field('externalId', (id) => Number(String(id).replace(/\D/g, '').slice(0, 12))),
    ),
    'one external id for all orders': on(calls.orders, set({ externalId: 'order' })),
    'new external id on resend': on(
      calls.newOrders,
      onResend((call) => set({ externalId: newUuid() })(call)),
    ),
    'new external id on resent stores': on(
      calls.newStores,
      onResend((call) => set({ externalId: newUuid() })(call)),
    ),
    'new external id on resent carts': on(
      calls.newCarts,
      onResend((call) => set({ externalId: newUuid() })(call)),
    ),
    'coupon external id too long': on(
      calls.newCoupons,
      field('externalId', (id) => String(id).padEnd(300, 'x')),
    ),
    'coupons without external id': on(calls.newCoupons, leftOut('externalId')),
    'shared external id 0': on(calls.sharedCoupons, set({ externalId: 0 })),
    'shared external id negative': on(
      calls.sharedCoupons,
      field('externalId', (id) => -Number(id)),
    ),
    'shared external id as text': on(calls.sharedCoupons, (call) => set({ externalId: newUuid() })(call)),
    'shared external id with decimals': on(
      calls.sharedCoupons,
      field('externalId', (id) => Number(id) / 100 + 0.001),
    ),
    'shared external id over the limit': on(calls.sharedCoupons, set({ externalId: 2_147_483_648 })),

    'no address': on(
      calls.orders,
      customer(({ address: _, ...rest }) => rest),
    ),
    'empty address': on(
      calls.orders,
      customer((sent) => ({ ...sent, address: {} })),
    ),
    'no phone': on(
      calls.orders,
      customer(({ phone: _, ...rest }) => rest),
    ),
    'no customer': on(calls.orders, leftOut('customer')),
    'orders under one phone': on(
      calls.orders,
      customer((sent) => ({ ...sent, phone: '+5511900000009' })),
    ),
    'phone as a number': (call) =>
      customer((sent) => ({ ...sent, phone: Number(String(sent.phone).slice(1)) }))(
        field('phone', (phone) => Number(String(phone).slice(1)))(call),
      ),
    'customers without phone': on(calls.newCustomers, leftOut('phone')),
    'updates customers by posting': on(calls.changedCustomers, (call) => ({
      ...call,
      method: 'POST',
      path: '/customers',
    })),
    'changes products by posting': on(calls.newProducts, (call) =>
      // a price that rises with each request
      set({ price: (now() % 10_000_000) / 100 })(call),
    ),
    'coupons without phone': on(calls.newCoupons, leftOut('phone')),
    'coupons without amount': on(calls.newCoupons, leftOut('amount')),
    'coupons without code': on(calls.newCoupons, leftOut('code')),
    'percentage instead of percent': field('type', () => 'percentage'),

    'redeems without couponCode': on(calls.orders, leftOut('couponCode')),
    'misspells couponCode': on(calls.orders, renamed('couponCode', 'coupon_code')),
    'couponCode as a list': on(
      calls.orders,
      field('couponCode', (code) => [code]),
    ),
    'redeems with its own id': on(
      calls.orders,
      field('couponCode', () => newUuid()),
    ),
    'redeems in lower case': on(
      calls.orders,
      field('couponCode', (code) => String(code).toLowerCase()),
    ),
    'marks as used with only used': on(calls.updates, leftOut('awaitingOrder')),
    'marks as used with only awaitingOrder': on(calls.updates, leftOut('used')),
    'marks as used with awaitingOrder true': on(
      calls.updates,
      field('awaitingOrder', () => true),
    ),
    'marks as used with texts': (call) =>
      field('used', String)(on(calls.updates, field('awaitingOrder', String))(call)),

    'page from 0': on(
      calls.lists,
      query((sent) => sent.set('page', String(Number(sent.get('page')) - 1))),
    ),
    'page size 100': on(
      calls.lists,
      query((sent) => sent.set('pageSize', '100')),
    ),
    'page size 0': on(
      calls.lists,
      query((sent) => sent.set('pageSize', '0')),
    ),
    'no page': on(
      calls.lists,
      query((sent) => sent.delete('page')),
    ),
    'no page size': on(
      calls.lists,
      query((sent) => sent.delete('pageSize')),
    ),

    'registers another event': on(calls.registrations, set({ event: 'coupon.created' })),
    'registers without event': on(calls.registrations, leftOut('event')),
    'registers only a path': on(
      calls.registrations,
      field('targetUrl', (url) => new URL(String(url)).pathname),
    ),
    'codes unescaped in paths': on(
      calls.couponsByCode,
      // an HTTP client rejects a space in a path
      path((sent) =>
        decodeURIComponent(sent)
          .replaceAll(' ', '+')
          .replaceAll(/[^\x21-\x7e]/g, encodeURIComponent),
      ),
    ),
    'changes the total on a resend': on(calls.newOrders, onResend(field('total', (total) => Number(total) + 1))),
  };
};

/** Creates the change that a fault makes to each call. */
export const createFaultInjector = (
  { fault }: Behavior,
  platform: Settings['platform'],
  surroundings: Surroundings,
): Change => (fault && changesFor(platform, surroundings)[fault]) ?? ((call) => call);
