import type { FaultName } from './faults.ts';
import { isObject, type JsonObject, textIn } from './json.ts';
import type { OutgoingCall } from './outgoing-call.ts';
import type { Surroundings } from './surroundings.ts';

type Answered = { status: number; body: unknown } | { lost: string };

/** What a faulty shop remembers of its calls. */
interface Memory {
  /** Accepted bodies by method and kind of record, such as `POST orders`; the latest comes last. */
  accepted: Map<string, JsonObject[]>;
  /** The paths of records on the platform, by the shop's ids. */
  paths: Map<string, string>;
}

/** A call with a body, which may be empty. */
type Sent = Omit<OutgoingCall, 'body'> & { body: JsonObject };

type Change = (call: Sent, memory: Memory) => Partial<OutgoingCall>;

const kindIn = (path: string): string => path.split(/[/?]/)[1] ?? '';

const sentBefore = (call: Sent, { accepted }: Memory, method = 'POST'): JsonObject[] =>
  accepted.get(`${method} ${kindIn(call.path)}`) ?? [];

/** The latest other record of that kind. */
const another = (call: Sent, memory: Memory): JsonObject | undefined =>
  sentBefore(call, memory).findLast(
    ({ externalId }) => externalId !== call.body.externalId && memory.paths.get(String(externalId)) !== call.path,
  );

const pathOfAnother = (call: Sent, memory: Memory): string =>
  memory.paths.get(String(another(call, memory)?.externalId)) ?? call.path;

const on =
  (route: RegExp, change: Change): Change =>
  (call, memory) =>
    route.test(`${call.method} ${call.path}`) ? change(call, memory) : {};

const onResend = (route: RegExp, change: Change): Change =>
  on(route, (call, memory) => (call.resend > 0 ? change(call, memory) : {}));

const set =
  (fields: (body: JsonObject) => JsonObject): Change =>
  ({ body }) => ({ body: { ...body, ...fields(body) } });

const isKnown = (call: Sent, memory: Memory): boolean =>
  sentBefore(call, memory).some(({ externalId }) => externalId === call.body.externalId);

const hoursMs = 3_600_000;
const shifted = (date: unknown, hours: number): string =>
  new Date(Date.parse(String(date)) + hours * hoursMs).toISOString();

const shiftedQuery =
  (name: string): Change =>
  (call) => {
    const [path, text] = call.path.split('?');
    const parameters = new URLSearchParams(text);
    const date = parameters.get(name);
    if (date !== null) parameters.set(name, shifted(date, 3));
    return { path: `${path}?${parameters}` };
  };

const orders = /^(POST|PUT) \/orders/;
const newOrders = /^POST \/orders$/;
const changedOrders = /^PUT \/orders\//;
const newCoupons = /^POST \/coupons$/;
const changedCustomers = /^PUT \/customers\//;
const lists = /^GET \/(products|customers)\?/;

const changesFor = ({ newUuid, randomBytes }: Surroundings): Partial<Record<FaultName, Change>> => {
  const newPhone = (): string => `+55119${10_000_000 + (randomBytes(4).readUInt32BE() % 90_000_000)}`;
  const asNew =
    (route: RegExp): Change =>
    (call, memory) =>
      on(route, (sent) => (isKnown(sent, memory) ? set(() => ({ externalId: newUuid() }))(sent, memory) : {}))(
        call,
        memory,
      );
  const withOne =
    (route: RegExp, externalId: string): Change =>
    (call, memory) =>
      on(
        route,
        set(() => ({ externalId })),
      )(call, memory);

  return {
    'pays another order with only its status': on(changedOrders, (call, memory) =>
      call.body.status === 'completed' ? { path: pathOfAnother(call, memory), body: { status: 'completed' } } : {},
    ),
    'cancels another order in its place': on(changedOrders, (call, memory) =>
      call.body.status === 'canceled' ? { path: pathOfAnother(call, memory), body: { status: 'canceled' } } : {},
    ),
    'gives a paid order another customer': on(changedOrders, (call, memory) => {
      const customer = another(call, memory)?.customer;
      return call.body.status === 'completed' && customer !== undefined ? { body: { ...call.body, customer } } : {};
    }),
    'names another customer by external id': on(newOrders, (call, { accepted }) => {
      const others = accepted.get('POST customers') ?? [];
      const { externalId } = others.at(-2) ?? {};
      return externalId === undefined ? {} : { body: { ...call.body, customer: { externalId } } };
    }),
    'keeps a coupon for the next orders': on(newOrders, (call, memory) => {
      const redeemed = [...sentBefore(call, memory), ...sentBefore(call, memory, 'PUT')];
      const couponCode = call.body.couponCode ?? redeemed.findLast(({ couponCode: code }) => code)?.couponCode;
      return couponCode === undefined ? {} : { body: { ...call.body, couponCode } };
    }),
    'one external id for the orders of a customer': on(orders, (call) => {
      const phone = isObject(call.body.customer) ? textIn(call.body.customer, 'phone') : undefined;
      return phone === undefined ? {} : { body: { ...call.body, externalId: `order of ${phone}` } };
    }),
    'sends redemptions in cents': on(orders, (call) =>
      call.body.couponCode === undefined ? {} : { body: { ...call.body, total: Number(call.body.total) * 100 } },
    ),
    'one external id for all products': withOne(/^POST \/products$/, 'product'),
    'one external id for all customers': withOne(/^POST \/customers$/, 'customer'),
    'one external id for all stores': withOne(/^POST \/stores$/, 'store'),
    'one external id for all carts': withOne(/^POST \/abandoned-carts$/, 'cart'),
    'one external id for all its coupons': withOne(newCoupons, 'coupon'),
    'one phone for all customers': on(
      /^POST \/customers$/,
      set(() => ({ phone: '+5511911112222' })),
    ),
    'sends a product again without its provider': on(/^POST \/products$/, (call, memory) => {
      const { provider: _, ...rest } = call.body;
      return isKnown(call, memory) ? { body: rest } : {};
    }),
    'sends a product again under another name': on(/^POST \/products$/, (call, memory) =>
      isKnown(call, memory) ? { body: { ...call.body, name: `${String(call.body.name)} (again)` } } : {},
    ),
    'sends a store again as a new one': asNew(/^POST \/stores$/),
    'sends a cart again as a new one': asNew(/^POST \/abandoned-carts$/),
    'sends a product again with another id': asNew(/^POST \/products$/),
    'sends a customer again with another phone': on(/^POST \/customers$/, (call, memory) =>
      isKnown(call, memory) ? { body: { ...call.body, phone: newPhone() } } : {},
    ),
    'changes a phone by another customer': on(changedCustomers, (call) => ({
      method: 'POST',
      path: '/customers',
      body: { ...call.body, phone: newPhone() },
    })),
    'sends customers as they were': on(changedCustomers, (call, memory) => {
      const before = sentBefore(call, memory).find(({ externalId }) => externalId === call.body.externalId);
      return before === undefined ? {} : { body: before };
    }),
    'deletes another customer in its place': on(/^DELETE \/customers\//, (call, memory) => ({
      path: memory.paths.get(String(sentBefore(call, memory).at(-1)?.externalId)) ?? call.path,
    })),
    'resends redemptions without their code': onResend(orders, ({ body: { couponCode: _, ...body } }) => ({ body })),
    'resends changes without their status': onResend(changedOrders, ({ body: { status: _, ...body } }) => ({ body })),
    'resends changes to another order': onResend(changedOrders, (call, memory) => ({
      path: pathOfAnother(call, memory),
    })),
    'resends orders with another customer': onResend(newOrders, (call, memory) => ({
      body: { ...call.body, customer: another(call, memory)?.customer ?? call.body.customer },
    })),
    'new external id on resent coupons': onResend(
      newCoupons,
      set(() => ({ externalId: newUuid() })),
    ),
    'new phone on resent customers': onResend(
      /^POST \/customers$/,
      set(() => ({ phone: newPhone() })),
    ),

    'registers its amounts in cents': on(
      newCoupons,
      set(({ amount }) => ({ amount: Number(amount) * 100 })),
    ),
    'registers the other type': on(
      newCoupons,
      set(({ type }) => ({ type: type === 'percent' ? 'fixed_cart' : 'percent' })),
    ),
    'registers without its minimum': on(newCoupons, ({ body: { minPurchaseValue: _, ...body } }) => ({ body })),
    'registers for another phone': on(
      newCoupons,
      set(() => ({ phone: '+5511966667777' })),
    ),
    'registers under another code': on(
      newCoupons,
      set(({ code }) => ({ code: `${String(code)}-X` })),
    ),
    'registers its time as UTC': on(
      newCoupons,
      set(({ expiryDate }) => ({ expiryDate: shifted(expiryDate, -3) })),
    ),
    'registers UTC as its time': on(
      newCoupons,
      set(({ expiryDate }) => ({ expiryDate: shifted(expiryDate, 3) })),
    ),
    'registers a day too long': on(
      newCoupons,
      set(({ expiryDate }) => ({ expiryDate: shifted(expiryDate, 24) })),
    ),
    'registers shared amounts in cents': on(
      /^POST \/coupons\/shared$/,
      set(({ amount }) => ({ amount: Number(amount) * 100 })),
    ),
    'reads lists from three hours later': on(lists, shiftedQuery('after')),
    'reads changes from three hours later': on(lists, shiftedQuery('updatedAt')),
  };
};

/** Changes a call by earlier calls, as a faulty shop does; `learn` records each response. */
export const createFaultyMemory = (
  fault: FaultName | undefined,
  surroundings: Surroundings,
): { inject(call: OutgoingCall): OutgoingCall; learn(call: OutgoingCall, answer: Answered): void } => {
  const change = fault && changesFor(surroundings)[fault];
  const memory: Memory = { accepted: new Map(), paths: new Map() };
  return {
    inject(call) {
      if (change === undefined) return call;
      const body = isObject(call.body) ? call.body : {};
      const changed = change({ ...call, body }, memory);
      return { ...call, ...changed };
    },
    learn({ method, path, body }, answer) {
      if (change === undefined || 'lost' in answer || answer.status >= 300) return;
      const externalId = textIn(answer.body, 'externalId');
      const id = textIn(answer.body, 'id');
      if (method === 'GET' && id !== undefined && externalId !== undefined) {
        memory.paths.set(externalId, `/${kindIn(path)}/${id}`);
      }
      const key = `${method} ${kindIn(path)}`;
      if (method !== 'GET' && isObject(body)) memory.accepted.set(key, [...(memory.accepted.get(key) ?? []), body]);
    },
  };
};
