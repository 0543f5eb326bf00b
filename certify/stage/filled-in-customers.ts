import { parsedJson } from '../../fixtures/parsed-json.ts';
import { isObject, type JsonObject } from '../../suites/json.ts';
import { nameOf } from '../../suites/partner/read-call.ts';
import type { AskPlatform, Forward } from './forward.ts';

interface CustomersOptions {
  askPlatform: AskPlatform;
  /** Credentials of the partner's company. */
  headers: Record<string, string>;
  /** The customer in an order. */
  orderCustomer: string;
}

/** Where the customer is looked up that a value refers to; none where it is no reference. */
const lookupsOf = (value: unknown): string[] => {
  if (isObject(value)) {
    const [id, externalId] = [nameOf(value.id), nameOf(value.externalId)];
    return [
      ...(id === undefined ? [] : [`/customers/${encodeURIComponent(id)}`]),
      ...(externalId === undefined ? [] : [`/customers/external/${encodeURIComponent(externalId)}`]),
    ];
  }
  const name = nameOf(value);
  return name === undefined ? [] : lookupsOf({ id: name, externalId: name });
};

/**
 * Has orders name a customer who is on file by an id alone, as the document leaves open how an order refers to one: the
 * platform that Selo plays reads phone and address in the order, so they are filled in on the way to it.
 */
export const withFilledInCustomers = (
  forward: Forward,
  { askPlatform, headers, orderCustomer }: CustomersOptions,
): Forward => {
  const onFile = async (value: unknown): Promise<JsonObject | undefined> => {
    for (const url of lookupsOf(value)) {
      const { status, text } = await askPlatform({ method: 'GET', url, headers, body: '' });
      const found = status === 200 ? parsedJson(text) : undefined;
      if (isObject(found)) return found;
    }
    return undefined;
  };

  return async (call) => {
    const body = /^(POST|PUT) \/orders\b/.test(`${call.method} ${call.path}`) ? parsedJson(call.body) : undefined;
    if (!isObject(body)) return await forward(call);
    const { [orderCustomer]: sent = body.customerId, ...rest } = body;
    if (isObject(sent) && nameOf(sent.phone) !== undefined) return await forward(call);
    const found = await onFile(sent);
    if (found === undefined) return await forward(call);
    const customer = { ...found, ...(isObject(sent) ? sent : {}) };
    return await forward({ ...call, body: JSON.stringify({ ...rest, [orderCustomer]: customer }) });
  };
};
