import type { Answer, Call, Handle } from '../../platform/http/call.ts';
import { callsTo, sentFields, type TimelessWrap } from '../../suites/broken-handling.ts';
import { type Defect, defectsOf, type PlatformChange } from '../../suites/defect.ts';
import { path } from '../../suites/path.ts';
import { callItself } from '../broken-calls.ts';

const createsCustomers = callsTo('POST /customers');
const createsProducts = callsTo('POST /products');
const createsOrders = callsTo('POST /orders');
const createsStores = callsTo('POST /stores');
const createsPartnerRecords = (call: Call): boolean =>
  createsOrders(call) || createsStores(call) || callsTo('POST /abandoned-carts')(call);

/** The record at a path; undefined when there is none. */
const recordAt = async (handle: Handle, call: Call, at: string): Promise<Record<string, unknown> | undefined> => {
  const { status, body } = await callItself(handle, call, 'GET', at);
  return status === 200 ? Object(body) : undefined;
};

interface ResentCustomer {
  sent: Record<string, unknown>;
  phone: string;
  /** The stored customer with this phone. */
  known: Record<string, unknown> | undefined;
  put(fields: object): Answer | Promise<Answer>;
}

/** Lets a platform do something else before it stores a customer that is posted. */
const beforeCustomers =
  (act: (customer: ResentCustomer) => unknown): TimelessWrap =>
  (handle) =>
  async (call) => {
    const sent = createsCustomers(call) ? sentFields(call) : {};
    const { phone } = sent;
    if (typeof phone === 'string') {
      const known = await recordAt(handle, call, path`/customers/phone/${phone}`);
      const put = (fields: object) => callItself(handle, call, 'PUT', path`/customers/${String(known?.id)}`, fields);
      await act({ sent, phone, known, put });
    }
    return handle(call);
  };

/** Counts the calls with each key, from 1. */
const counting = (): ((key: string) => number) => {
  const counts = new Map<string, number>();
  return (key) => {
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count;
  };
};

/** A customer that is posted again gets back the fields of the first post. */
const revertsCustomers: TimelessWrap = (handle) => {
  const firstByPhone = new Map<string, Record<string, unknown>>();
  return beforeCustomers(async ({ sent, phone, known, put }) => {
    const first = firstByPhone.get(phone);
    if (first && known) await put(first);
    if (!known) firstByPhone.set(phone, sent);
  })(handle);
};

/** The third post of a customer changes it. */
const changesAtThird: TimelessWrap = (handle) => {
  const count = counting();
  return beforeCustomers(async ({ sent, phone, known, put }) => {
    if (known && count(phone) === 2) await put({ ...sent, firstName: `${known.firstName} (2)` });
  })(handle);
};

const customerDefects = defectsOf({
  'LAW-31': {
    'takes over the e-mail of a customer that is sent again under the same name': {
      wrap: beforeCustomers(async ({ sent, known, put }) => {
        const isSame = known !== undefined && sent.firstName === known.firstName;
        if (isSame && sent.email !== known.email) await put({ ...sent, ...known, email: sent.email });
      }),
    },
    'goes back to what was sent first when a changed customer is sent again': {
      wrap: revertsCustomers,
      also: ['CUST-17'],
    },
    'changes a customer that is sent for the third time': { wrap: changesAtThird, also: ['CUST-13'] },
  },
});

/** Identifies products by another key. */
const knowing = (product: (sent: { name: string; provider: string | null }) => string): PlatformChange => ({
  policy: { identity: { product } },
});

/** The third post of a product changes its externalId. */
const renamesAtThird: TimelessWrap = (handle) => {
  const count = counting();
  return async (call) => {
    const { name, provider, externalId } = createsProducts(call) ? sentFields(call) : {};
    const key = `${call.headers.authorization} ${JSON.stringify([name, provider])}`;
    const answer = await handle(call);
    if (typeof name !== 'string' || answer.status !== 200 || count(key) !== 3) return answer;
    const known = await recordAt(handle, call, path`/products/name/${name}`);
    const fields = { name, provider, externalId };
    if (known) await callItself(handle, call, 'PUT', path`/products/${String(known.id)}`, fields);
    return answer;
  };
};

const productDefects = defectsOf({
  'LAW-32': {
    'knows a product by its name and provider written one after the other': knowing(
      ({ name, provider }) => name + (provider ?? ''),
    ),
    'knows a product by its name and provider with a hyphen between': knowing(({ name, provider }) =>
      provider === null ? name : `${name}-${provider}`,
    ),
    'knows a product by the first 64 letters of its name': knowing(({ name, provider }) =>
      JSON.stringify([name.slice(0, 64), provider]),
    ),
    'takes over the externalId of a product that is sent for the third time': { wrap: renamesAtThird },
  },
});

/** Creates a second record with the externalId of the call: first with another one, since the platform knows this one. */
const makesAnother = async (handle: Handle, call: Call): Promise<Answer> => {
  const { externalId, ...sent } = sentFields(call);
  const temporary = `${externalId} meanwhile`;
  const answer = await callItself(handle, call, 'POST', call.path, { ...sent, externalId: temporary });
  const made = await recordAt(handle, call, call.path + path`/external/${temporary}`);
  if (made) await callItself(handle, call, 'PUT', call.path + path`/${String(made.id)}`, { ...sent, externalId });
  return answer;
};

/** The first phone or name in the body. */
const ownerIn = ({ body }: Call): string => /"(?:phone|name)":"([^"]*)"/.exec(body)?.[1] ?? '';

const keyOf = (call: Call): string =>
  `${call.headers.authorization} ${call.path} ${JSON.stringify(sentFields(call).externalId)}`;

/** Creates another order when a known externalId comes with another customer. */
const knowsOrdersOfOneCustomer: TimelessWrap = (handle) => {
  const ownerByKey = new Map<string, string>();
  return (call) => {
    if (!createsOrders(call) || sentFields(call).externalId === undefined) return handle(call);
    const owner = ownerByKey.get(keyOf(call)) ?? ownerIn(call);
    ownerByKey.set(keyOf(call), owner);
    return owner === ownerIn(call) ? handle(call) : makesAnother(handle, call);
  };
};

/** Creates another record at the third post of an externalId. */
const forgetsAtThird: TimelessWrap = (handle) => {
  const count = counting();
  return (call) =>
    createsPartnerRecords(call) && sentFields(call).externalId !== undefined && count(keyOf(call)) === 3
      ? makesAnother(handle, call)
      : handle(call);
};

/** Creates no store when an order has its externalId. */
const sharesExternalIds: TimelessWrap = (handle) => {
  const ofOrders = new Set<unknown>();
  return (call) => {
    const { externalId } = createsPartnerRecords(call) ? sentFields(call) : {};
    if (externalId !== undefined && createsStores(call) && ofOrders.has(externalId)) return { status: 200, body: {} };
    if (externalId !== undefined && createsOrders(call)) ofOrders.add(externalId);
    return handle(call);
  };
};

/** Creates no record at the third post of a body without externalId. */
const takesThirdForRepetition: TimelessWrap = (handle) => {
  const count = counting();
  return (call) =>
    createsPartnerRecords(call) &&
    sentFields(call).externalId === undefined &&
    count(`${call.headers.authorization} ${call.path} ${call.body}`) === 3
      ? { status: 200, body: sentFields(call) }
      : handle(call);
};

/** Creates no record with an externalId when the post before was the same without one. */
const namesTheLast: TimelessWrap = (handle) => {
  const wasNameless = new Map<string, boolean>();
  return (call) => {
    if (!createsPartnerRecords(call)) return handle(call);
    const { externalId, ...rest } = sentFields(call);
    const key = `${call.headers.authorization} ${call.path} ${JSON.stringify(rest)}`;
    const isTaken = externalId !== undefined && wasNameless.get(key) === true;
    wasNameless.set(key, externalId === undefined);
    return isTaken ? { status: 200, body: sentFields(call) } : handle(call);
  };
};

const partnerRecordDefects = defectsOf({
  'LAW-33': {
    'makes another order of a known externalId when its customer is another': { wrap: knowsOrdersOfOneCustomer },
    'makes another record of an externalId that is sent for the third time': { wrap: forgetsAtThird },
    'takes a store for known when an order has its externalId': { wrap: sharesExternalIds },
  },
  'LAW-34': {
    'takes the third of several identical records without externalId for a repetition': {
      wrap: takesThirdForRepetition,
    },
    'takes a record with an externalId for a repetition of the same record that was sent without one before': {
      wrap: namesTheLast,
    },
  },
});

/** What only the properties about identity catch. */
export const identityDefects: readonly Defect[] = [...customerDefects, ...productDefects, ...partnerRecordDefects];
