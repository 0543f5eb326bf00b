import { isObject, type JsonObject } from '../../core/json.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { parsedJson } from '../../fixtures/reading/parsed-json.ts';
import type { FieldNames } from '../field-names.ts';
import { customerPhonesIn } from '../obligations/model/named-fields.ts';
import { nameOf } from '../obligations/model/read-call.ts';
import type { Forward, HttpCall } from './forward.ts';

/** Stands for what the platform asks for and the partner did not send; responses show null in its place. */
const absent = '«absent»';

/** A number as text; anything else as it is. */
const plain = (value: unknown): unknown => (typeof value === 'number' ? String(value) : value);

const withPlain = (body: JsonObject, ...names: string[]): JsonObject => ({
  ...body,
  ...Object.fromEntries(names.filter((name) => name in body).map((name) => [name, plain(body[name])])),
});

/** Leaves out a field whose value is an object or a list, if that is not what the platform reads. */
const withoutCompound = (body: JsonObject, name: string): JsonObject => {
  const { [name]: value, ...rest } = body;
  return typeof value === 'object' ? rest : body;
};

/** The first of several addresses; undefined if it is empty. */
export const addressIn = (value: unknown): unknown => {
  const first = Array.isArray(value) ? value[0] : value;
  const isEmpty = first === null || first === '' || (isObject(first) && Object.keys(first).length === 0);
  return isEmpty ? undefined : first;
};

const customerOf = (body: JsonObject, { customerAddress }: FieldNames): JsonObject => {
  const { [customerAddress]: address, ...customer } = withPlain(
    body,
    ...['externalId', 'phone', 'firstName', 'lastName', 'email'],
  );
  return { ...customer, ...omitUndefined({ [customerAddress]: addressIn(address) }) };
};

/** A new customer, whose phone may have another name. In a change, that may be a second phone. */
const newCustomerOf = (body: JsonObject, names: FieldNames): JsonObject => {
  const [phone] = customerPhonesIn(body, names);
  return nameOf(body.phone) === undefined && phone !== undefined ? { ...body, phone: phone.value } : body;
};

const cartOf = (body: JsonObject, isNew: boolean, names: FieldNames): JsonObject => {
  const { lineItems, [names.orderCustomer]: sent, ...rest } = withPlain(body, 'externalId');
  const customer = isObject(sent) ? customerOf(sent, names) : {};
  // a cart may be of somebody whom nobody knows
  const known = nameOf(customer.phone) === undefined ? { ...customer, phone: absent } : customer;
  return {
    ...rest,
    ...omitUndefined({ lineItems: Array.isArray(lineItems) ? lineItems : undefined }),
    ...(sent === undefined && !isNew ? {} : { [names.orderCustomer]: known }),
  };
};

const storeOf = (body: JsonObject, isNew: boolean, { storeName }: FieldNames): JsonObject => {
  const store = withPlain(body, 'externalId', storeName);
  const isNamed = nameOf(store[storeName]) !== undefined;
  return isNamed || !isNew ? store : { ...store, [storeName]: absent };
};

const orderOf = (body: JsonObject, names: FieldNames): JsonObject => {
  const order = withoutCompound(body, names.orderTotal);
  const { [names.orderCustomer]: customer } = order;
  return isObject(customer) ? { ...order, [names.orderCustomer]: customerOf(customer, names) } : order;
};

/** The usual forms of ISO 8601 with a blank, or with a zone that has no minutes. */
const dateOf = (value: unknown): unknown =>
  typeof value === 'string' ? value.replace(/^(\S{10}) /, '$1T').replace(/:\S+[+-]\d{2}$/, '$&:00') : value;

/** Fields of a shared coupon that the document does not show, with the type that the platform reads. */
const sharedTypes: Readonly<Record<string, string>> = {
  type: 'string',
  amount: 'number',
  minPurchaseValue: 'number',
  expiryDate: 'string',
};

const registrationOf = ({ path }: HttpCall, body: JsonObject): JsonObject => {
  const types = { acumulative: 'boolean', ...(path === '/coupons/shared' ? sharedTypes : {}) };
  const read = Object.entries(body).filter(
    ([name, value]) => !Object.hasOwn(types, name) || typeof value === types[name as keyof typeof types],
  );
  return { ...Object.fromEntries(read), ...omitUndefined({ expiryDate: dateOf(body.expiryDate) }) };
};

const formed = (call: HttpCall, body: JsonObject, names: FieldNames): JsonObject | undefined => {
  const isNew = call.method === 'POST';
  switch (call.path.split('/')[1]) {
    case 'customers':
      return customerOf(isNew ? newCustomerOf(body, names) : body, names);
    case 'products':
      return withoutCompound(withPlain(body, 'externalId', 'name', 'provider'), 'price');
    case 'stores':
      return storeOf(body, isNew, names);
    case 'abandoned-carts':
      return cartOf(body, isNew, names);
    case 'orders':
      return orderOf(body, names);
    case 'coupons':
      return isNew ? registrationOf(call, body) : undefined;
    default:
      return undefined;
  }
};

/**
 * Lets records have any form that the document leaves open. It states the types of a few fields; the platform that Selo
 * plays has types for more, and asks for a store's name and a cart's customer. What was sent is judged elsewhere.
 */
export const withOpenForms =
  (forward: Forward, names: FieldNames): Forward =>
  async (call) => {
    const body = ['POST', 'PUT'].includes(call.method) ? parsedJson(call.body) : undefined;
    const other = isObject(body) ? formed(call, body, names) : undefined;
    const answer = await forward(other === undefined ? call : { ...call, body: JSON.stringify(other) });
    return { ...answer, body: answer.body.replaceAll(JSON.stringify(absent), 'null') };
  };
