import {
  type Change,
  type Changes,
  calls,
  field,
  kindIn,
  on,
  resent,
  type Scene,
  type Sent,
  set,
  type Which,
  without,
} from './faulty-call-changes.ts';
import type { JsonObject } from './json.ts';
import { newPhone } from './records.ts';

const sentBefore = ({ path }: Sent, { accepted }: Scene, method = 'POST'): JsonObject[] =>
  accepted.get(`${method} ${kindIn(path)}`) ?? [];

/** The latest other record of that kind. */
const another = (call: Sent, scene: Scene): JsonObject | undefined =>
  sentBefore(call, scene).findLast(
    ({ externalId }) => externalId !== call.body.externalId && scene.paths.get(String(externalId)) !== call.path,
  );

const toAnother: Change = (call, scene) => ({
  path: scene.paths.get(String(another(call, scene)?.externalId)) ?? call.path,
});

/** Only for a record that was sent before. */
const again = (which: Which, change: Change): Change =>
  on(which, (call, scene) =>
    sentBefore(call, scene).some(({ externalId }) => externalId === call.body.externalId) ? change(call, scene) : {},
  );

const againAsNew = (which: Which): Change =>
  again(
    which,
    set(which, (_body, { newUuid }) => ({ externalId: newUuid() })),
  );

const anotherPhone = (which: Which): Change =>
  set(which, (_body, { randomBytes }) => ({ phone: newPhone(randomBytes) }));

/** Sends the status of an order, and nothing else, to another order. */
const statusToAnother = (status: string): Change =>
  on(calls.changedOrders, (call, scene) =>
    call.body.status === status ? { ...toAnother(call, scene), body: { status } } : {},
  );

const mixUps: Changes = {
  'pays another order with only its status': statusToAnother('completed'),
  'cancels another order in its place': statusToAnother('canceled'),
  'gives a paid order another customer': on(calls.changedOrders, (call, scene) => {
    const customer = another(call, scene)?.customer;
    return call.body.status === 'completed' && customer !== undefined ? { body: { ...call.body, customer } } : {};
  }),
  'pays an order with the items of another': on(calls.changedOrders, (call, scene) => {
    const { lineItems, total } = another(call, scene) ?? {};
    return call.body.status === 'completed' && lineItems !== undefined
      ? { body: { ...call.body, lineItems, total } }
      : {};
  }),
  'names another customer by external id': on(calls.newOrders, ({ body }, { accepted }) => {
    const { externalId } = accepted.get('POST customers')?.at(-2) ?? {};
    return externalId === undefined ? {} : { body: { ...body, customer: { externalId } } };
  }),
  'keeps a coupon for the next orders': on(calls.newOrders, (call, scene) => {
    const redeemed = [...sentBefore(call, scene), ...sentBefore(call, scene, 'PUT')];
    const couponCode = call.body.couponCode ?? redeemed.findLast(({ couponCode: code }) => code)?.couponCode;
    return couponCode === undefined ? {} : { body: { ...call.body, couponCode } };
  }),
  'changes a phone by another customer': on(calls.changedCustomers, (call, scene) => ({
    ...anotherPhone(calls.every)(call, scene),
    method: 'POST',
    path: '/customers',
  })),
  'sends customers as they were': on(calls.changedCustomers, (call, scene) => {
    const body = sentBefore(call, scene).find(({ externalId }) => externalId === call.body.externalId);
    return body === undefined ? {} : { body };
  }),
  'deletes another customer in its place': on(calls.removedCustomers, (call, scene) => ({
    path: scene.paths.get(String(sentBefore(call, scene).at(-1)?.externalId)) ?? call.path,
  })),
};

const repeats: Changes = {
  'sends a product again without its provider': again(calls.newProducts, without(calls.every, 'provider')),
  'sends a product again under another name': again(
    calls.newProducts,
    field(calls.every, 'name', (name) => `${String(name)} (again)`),
  ),
  'sends a store again as a new one': againAsNew(calls.newStores),
  'sends a cart again as a new one': againAsNew(calls.newCarts),
  'sends a product again with another id': againAsNew(calls.newProducts),
  'sends a customer again with another phone': again(calls.newCustomers, anotherPhone(calls.every)),
  'resends redemptions without their code': without(resent(calls.orders), 'couponCode'),
  'resends changes without their status': without(resent(calls.changedOrders), 'status'),
  'resends changes to another order': on(resent(calls.changedOrders), toAnother),
  'resends orders with another customer': on(resent(calls.newOrders), (call, scene) => ({
    body: { ...call.body, customer: another(call, scene)?.customer ?? call.body.customer },
  })),
  'new phone on resent customers': anotherPhone(resent(calls.newCustomers)),
};

/** Faults that mix up records, or send one again differently. */
export const changesByEarlierCalls: Changes = { ...mixUps, ...repeats };
