import { isObject, type JsonObject } from '../../core/json.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { parsedJson } from '../../fixtures/reading/parsed-json.ts';
import type { FieldNames } from '../field-names.ts';
import { addressesIn, customerPhonesIn, phoneDigits } from '../obligations/model/named-fields.ts';
import { nameOf } from '../obligations/model/read-call.ts';
import type { AskJson, Forward } from './forward.ts';
import { addressIn } from './open-forms.ts';

interface CustomersOptions {
  /** Asks as the partner. */
  askJson: AskJson;
  names: FieldNames;
}

/** Writes whose body names a customer. */
const namesCustomer = /^(POST|PUT) \/(orders|abandoned-carts)\b/;

/** What identifies a customer, with the path of its lookup. */
const keys = [
  ['id', ''],
  ['externalId', 'external/'],
  ['phone', 'phone/'],
] as const;

/** The paths at which to look up the customer that a value refers to; empty if it is no reference. */
const lookupsOf = (value: unknown): string[] => {
  if (isObject(value)) {
    return keys.flatMap(([key, path]) => {
      const name = nameOf(value[key]);
      return name === undefined ? [] : [`/customers/${path}${encodeURIComponent(name)}`];
    });
  }
  const name = nameOf(value);
  return name === undefined ? [] : lookupsOf({ id: name, externalId: name, phone: name });
};

/**
 * What the partner sent of each customer. The registration of a coupon may make a customer with the phone alone, and a
 * creation leaves that one as it is. The document does not say whether there is such a customer.
 */
const createClaims = (names: FieldNames) => {
  const sent = new Map<string, JsonObject>();
  const phoneIn = (fields: JsonObject): string => phoneDigits(customerPhonesIn(fields, names)[0]?.value);
  return {
    note(customer: JsonObject): void {
      for (const key of [nameOf(customer.externalId), phoneIn(customer)]) if (key) sent.set(key, customer);
    },
    /** What was sent under an id. */
    of: (value: unknown): JsonObject | undefined => sent.get(nameOf(isObject(value) ? value.externalId : value) ?? ''),
    /** A stored customer with what it lacks. */
    added: (stored: JsonObject): JsonObject => ({
      ...sent.get(phoneIn(stored)),
      ...Object.fromEntries(Object.entries(stored).filter(([, value]) => value !== null)),
    }),
  };
};

/**
 * Lets orders and abandoned carts name their customer in any form. The document requires a phone and an address, and
 * does not say where they are sent. The platform that Selo plays reads both in the customer of the body. What is
 * missing there is filled in from the stored customer, from the rest of the body, or from the record that an update is
 * about.
 */
export const withFilledInCustomers = (forward: Forward, { askJson, names }: CustomersOptions): Forward => {
  const claims = createClaims(names);
  const found = async (url: string): Promise<JsonObject | undefined> => {
    const { status, json } = await askJson('GET', url);
    return status === 200 && isObject(json) ? json : undefined;
  };

  const onFile = async (value: unknown): Promise<JsonObject | undefined> => {
    for (const url of lookupsOf(value)) {
      const stored = await found(url);
      if (stored !== undefined) return claims.added(stored);
    }
    const claimed = claims.of(value);
    const [url] = claimed === undefined ? [] : lookupsOf({ phone: customerPhonesIn(claimed, names)[0]?.value });
    const stored = url === undefined ? undefined : await found(url);
    // with another id it is another customer
    return stored !== undefined && nameOf(stored.externalId) === undefined ? claims.added(stored) : undefined;
  };

  /** The customer of the order or cart that an update is about, as it was sent with it and as it is now. */
  const ofStoredRecord = async ({ method, path }: Parameters<Forward>[0]): Promise<JsonObject | undefined> => {
    if (method !== 'PUT') return undefined;
    const { json: record } = await askJson('GET', path);
    const { [names.orderCustomer]: customer } = isObject(record) ? record : {};
    return isObject(customer) ? { ...customer, ...(await onFile(customer)) } : await onFile(customer);
  };

  return async (call) => {
    const isCreation = call.method === 'POST' && call.path === '/customers';
    const isNaming = namesCustomer.test(`${call.method} ${call.path}`);
    const body = isCreation || isNaming ? parsedJson(call.body) : undefined;
    if (isCreation && isObject(body)) claims.note(body);
    if (!(isNaming && isObject(body))) return await forward(call);
    const { [names.orderCustomer]: sent = body.customerId, ...rest } = body;
    // an update may leave the customer out
    if (sent === undefined && call.method === 'PUT') return await forward(call);
    const own = isObject(sent) ? sent : {};
    const [said] = addressesIn(body, names);
    const mentioned = own.phone ?? customerPhonesIn(body, names)[0]?.value;
    const isWhole = nameOf(own.phone) !== undefined && said !== undefined;
    const known = isWhole
      ? undefined
      : ((await onFile(sent)) ?? (await onFile({ phone: mentioned })) ?? (await ofStoredRecord(call)));
    const phone = own.phone ?? known?.phone ?? mentioned;
    const ownAddress = addressIn(own[names.customerAddress]) ?? said?.value ?? known?.[names.customerAddress];
    // only the creation of an order needs an address
    const address = ownAddress ?? (await ofStoredRecord(call))?.[names.customerAddress];
    const customer = {
      ...known,
      ...own,
      ...omitUndefined({ phone }),
      ...(address === undefined ? {} : { [names.customerAddress]: address }),
    };
    if (Object.keys(customer).length === 0) return await forward(call);
    return await forward({ ...call, body: JSON.stringify({ ...rest, [names.orderCustomer]: customer }) });
  };
};
