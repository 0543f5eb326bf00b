import type { Catalogue } from './catalogue.ts';
import type { Context } from './context.ts';
import type { Coupons } from './coupons.ts';
import type { Customers } from './customers.ts';
import { CannotDo, InvalidParameters } from './hook-errors.ts';
import type { JsonObject } from './json.ts';
import type { NewOrder, Orders } from './orders.ts';
import { type Coupon, type OrderStatus, orderStatuses } from './records.ts';
import type { WebhookRegistration } from './registration.ts';
import { type Reading, synchronize } from './synchronize.ts';

interface Parts {
  context: Context;
  registration: WebhookRegistration;
  customers: Customers;
  catalogue: Catalogue;
  orders: Orders;
  coupons: Coupons;
}

/** The response to an accepted action: the shop's own id of the new record. */
export interface Accepted {
  id: string;
  code?: string;
}

/** Performs an action. @throws CannotDo, Declined or InvalidParameters, with a message for the caller. */
export type Act = (action: string, parameters: JsonObject) => Accepted;

const text = (parameters: JsonObject, name: string): string | undefined => {
  const value = parameters[name];
  if (value === undefined) return undefined;
  if (typeof value !== 'string' || value === '') throw new InvalidParameters(`${name} should be a text`);
  return value;
};

const neededText = (parameters: JsonObject, name: string): string => {
  const value = text(parameters, name);
  if (value === undefined) throw new InvalidParameters(`${name} is missing`);
  return value;
};

const number = (parameters: JsonObject, name: string): number | undefined => {
  const value = parameters[name];
  if (value === undefined) return undefined;
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0)
    throw new InvalidParameters(`${name} is no number`);
  return value;
};

const status = (parameters: JsonObject): OrderStatus => {
  const wanted = text(parameters, 'status') ?? 'completed';
  const known = orderStatuses.find((each) => each === wanted);
  if (known === undefined) throw new InvalidParameters(`status is none of ${orderStatuses.join(', ')}`);
  return known;
};

const momentMs = (parameters: JsonObject, name: string): number | undefined => {
  const value = text(parameters, name);
  if (value === undefined) return undefined;
  const moment = Date.parse(value);
  if (Number.isNaN(moment)) throw new InvalidParameters(`${name} is no date`);
  return moment;
};

const firstMs = Date.parse('2020-01-01T00:00:00Z');

const pageSize = (parameters: JsonObject): number => {
  const size = number(parameters, 'pageSize') ?? 50;
  if (!Number.isInteger(size) || size < 1 || size > 50) throw new InvalidParameters('pageSize is not from 1 to 50');
  return size;
};

const list = (parameters: JsonObject): Reading['list'] => {
  const wanted = neededText(parameters, 'list');
  if (wanted !== 'products' && wanted !== 'customers') throw new CannotDo(`the shop reads no list of ${wanted}`);
  return wanted;
};

const reading = (parameters: JsonObject): Reading => ({
  list: list(parameters),
  sinceMs: momentMs(parameters, 'since') ?? firstMs,
  changedSinceMs: momentMs(parameters, 'changedSince'),
  pageSize: pageSize(parameters),
});

const newOrder = (parameters: JsonObject): NewOrder => ({
  status: status(parameters),
  phone: text(parameters, 'phone'),
  price: number(parameters, 'total'),
  couponCode: text(parameters, 'couponCode'),
});

const withCode = ({ id, code }: Coupon): Accepted => ({ id, code });

const ticket = 'ticket ';

export const createAct = ({ context, registration, customers, catalogue, orders, coupons }: Parts): Act => {
  const { work, platform, newId, note, settings } = context;
  const { is } = settings.behavior;

  const redeem = (parameters: JsonObject): Accepted => {
    const couponCode = neededText(parameters, 'code');
    const id = text(parameters, 'id');
    const price = number(parameters, 'total');
    if (is('marks as used instead of sending the order')) return { id: coupons.markUsed(couponCode).id };
    if (id !== undefined) return { id: orders.redeemOn(id, couponCode).id };
    return { id: orders.create({ status: 'completed', couponCode, price }).id };
  };

  const readCouponsConfig = async (): Promise<void> => {
    const config = await platform.send({ method: 'GET', path: '/coupons-config' });
    if (config.kind !== 'accepted') note(`the configuration of coupons cannot be read: ${config.why}`);
  };

  const actions: Record<string, (parameters: JsonObject) => Accepted> = {
    'register-webhook': () => ({ id: registration.register() }),
    'change-webhook': () => ({ id: registration.change() }),
    'unregister-webhook': () => ({ id: registration.remove() }),
    'create-customer': (parameters) => ({ id: customers.create(text(parameters, 'id')).id }),
    'update-customer': (parameters) => ({ id: customers.update(neededText(parameters, 'id')).id }),
    'delete-customer': (parameters) => ({ id: customers.remove(neededText(parameters, 'id')).id }),
    'create-product': (parameters) => ({ id: catalogue.createProduct(text(parameters, 'id')) }),
    'create-store': (parameters) => ({ id: catalogue.createStore(text(parameters, 'id')) }),
    'create-cart': (parameters) => ({ id: catalogue.createCart(text(parameters, 'id')) }),
    'create-order'(parameters) {
      const id = text(parameters, 'id');
      return { id: id === undefined ? orders.create(newOrder(parameters)).id : orders.repeat(id).id };
    },
    'pay-order': (parameters) => ({ id: orders.setStatus(neededText(parameters, 'id'), 'completed').id }),
    'cancel-order': (parameters) => ({ id: orders.setStatus(neededText(parameters, 'id'), 'canceled').id }),
    redeem,
    'make-coupon': (parameters) => withCode(coupons.make(text(parameters, 'code'))),
    'register-coupon': (parameters) => withCode(coupons.register(text(parameters, 'code'), customers.withPhone())),
    'register-shared-coupon': (parameters) => withCode(coupons.registerShared(text(parameters, 'code'))),
    'mark-coupon-used': (parameters) => ({ id: coupons.markUsed(neededText(parameters, 'code')).id }),
    synchronize(parameters) {
      const wanted = reading(parameters);
      void work.begin(() => synchronize(context, wanted));
      return { id: newId() };
    },
    'read-coupons-config'() {
      void work.begin(readCouponsConfig);
      return { id: newId() };
    },
  };

  return (action, parameters) => {
    const act = Object.hasOwn(actions, action) ? actions[action] : undefined;
    if (act === undefined) throw new CannotDo(`the shop knows no action ${action}`);
    if (!settings.behavior.does('answers hooks with ids of its own')) return act(parameters);
    const { id } = parameters;
    const accepted = act(typeof id === 'string' ? { ...parameters, id: id.slice(ticket.length) } : parameters);
    return { ...accepted, id: `${ticket}${accepted.id}` };
  };
};
