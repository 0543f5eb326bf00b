import type { Answer, Call, Handle } from '../../platform/http/call.ts';
import { callsTo, sentFields } from '../../suites/broken-handling.ts';
import type { Defect } from '../../suites/defect.ts';

const createsCustomers = callsTo('POST /customers');
const createsProducts = callsTo('POST /products');
const createsOrders = callsTo('POST /orders');
const createsStores = callsTo('POST /stores');
const createsPartnerRecords = (call: Call): boolean =>
  createsOrders(call) || createsStores(call) || callsTo('POST /abandoned-carts')(call);

/** A call of the same company to another route. */
const instead = (call: Call, method: string, segments: string[], fields?: object): Call => ({
  ...call,
  method,
  segments,
  path: `/${segments.map(encodeURIComponent).join('/')}`,
  body: fields ? JSON.stringify(fields) : '',
});

/** The record under a path; undefined when there is none. */
const recordAt = async (
  handle: Handle,
  call: Call,
  segments: string[],
): Promise<Record<string, unknown> | undefined> => {
  const { status, body } = await handle(instead(call, 'GET', segments));
  return status === 200 ? Object(body) : undefined;
};

/** Changes the known customer that is sent again, by what is sent and what is known. */
const changingCustomers = (
  change: (sent: Record<string, unknown>, known: Record<string, unknown>) => object | undefined,
): Defect['options'] => ({
  wrap: (handle) => async (call) => {
    const sent = createsCustomers(call) ? sentFields(call) : {};
    const known =
      typeof sent.phone === 'string' ? await recordAt(handle, call, ['customers', 'phone', sent.phone]) : undefined;
    const changed = known && change(sent, known);
    if (changed) await handle(instead(call, 'PUT', ['customers', String(known.id)], changed));
    return handle(call);
  },
});

/** How often a key has come, itself included. */
const counting = (): ((key: string) => number) => {
  const counts = new Map<string, number>();
  return (key) => {
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count;
  };
};

/** Puts a customer that is sent again back to what was sent first. */
const revertsCustomers = (handle: Handle): Handle => {
  const firstByPhone = new Map<unknown, Record<string, unknown>>();
  return async (call) => {
    const sent = createsCustomers(call) ? sentFields(call) : {};
    if (typeof sent.phone !== 'string') return handle(call);
    const first = firstByPhone.get(sent.phone);
    const known = await recordAt(handle, call, ['customers', 'phone', sent.phone]);
    if (first && known) await handle(instead(call, 'PUT', ['customers', String(known.id)], first));
    if (!known) firstByPhone.set(sent.phone, sent);
    return handle(call);
  };
};

/** Changes a customer that is sent for the third time. */
const changesAtThird = (handle: Handle): Handle => {
  const count = counting();
  return async (call) => {
    const sent = createsCustomers(call) ? sentFields(call) : {};
    if (typeof sent.phone !== 'string') return handle(call);
    const known = await recordAt(handle, call, ['customers', 'phone', sent.phone]);
    if (known && count(sent.phone) === 2) {
      const firstName = `${known.firstName} (2)`;
      await handle(instead(call, 'PUT', ['customers', String(known.id)], { ...sent, firstName }));
    }
    return handle(call);
  };
};

const customerDefects: readonly Defect[] = [
  {
    rule: 'LAW-31',
    text: 'takes over the e-mail of a customer that is sent again under the same name',
    options: changingCustomers((sent, known) =>
      sent.firstName === known.firstName && sent.email !== known.email
        ? { ...sent, ...known, email: sent.email }
        : undefined,
    ),
  },
  {
    rule: 'LAW-31',
    text: 'goes back to what was sent first when a changed customer is sent again',
    also: ['CUST-17'],
    options: { wrap: revertsCustomers },
  },
  {
    rule: 'LAW-31',
    text: 'changes a customer that is sent for the third time',
    options: { wrap: changesAtThird },
    also: ['CUST-13'],
  },
];

/** Knows products by another key. */
const knowing = (product: (sent: { name: string; provider: string | null }) => string): Defect['options'] => ({
  policy: { identity: { product } },
});

/** Gives a product that is sent for the third time the externalId that it then has. */
const renamesAtThird = (handle: Handle): Handle => {
  const count = counting();
  return async (call) => {
    const { name, provider, externalId } = createsProducts(call) ? sentFields(call) : {};
    const key = `${call.headers.authorization} ${JSON.stringify([name, provider])}`;
    const answer = await handle(call);
    if (typeof name !== 'string' || answer.status !== 200 || count(key) !== 3) return answer;
    const known = await recordAt(handle, call, ['products', 'name', name]);
    if (known) await handle(instead(call, 'PUT', ['products', String(known.id)], { name, provider, externalId }));
    return answer;
  };
};

const productDefects: readonly Defect[] = [
  {
    rule: 'LAW-32',
    text: 'knows a product by its name and provider written one after the other',
    options: knowing(({ name, provider }) => name + (provider ?? '')),
  },
  {
    rule: 'LAW-32',
    text: 'knows a product by its name and provider with a hyphen between',
    options: knowing(({ name, provider }) => (provider === null ? name : `${name}-${provider}`)),
  },
  {
    rule: 'LAW-32',
    text: 'knows a product by the first 64 letters of its name',
    options: knowing(({ name, provider }) => JSON.stringify([name.slice(0, 64), provider])),
  },
  {
    rule: 'LAW-32',
    text: 'takes over the externalId of a product that is sent for the third time',
    options: { wrap: renamesAtThird },
  },
];

/** Makes another record with the externalId of the call, beside the one that is known by it. */
const makesAnother = async (handle: Handle, call: Call): Promise<Answer> => {
  const { externalId, ...sent } = sentFields(call);
  const [root = ''] = call.segments;
  const meanwhile = `${externalId} meanwhile`;
  const answer = await handle(instead(call, 'POST', [root], { ...sent, externalId: meanwhile }));
  const made = await recordAt(handle, call, [root, 'external', meanwhile]);
  if (made) await handle(instead(call, 'PUT', [root, String(made.id)], { ...sent, externalId }));
  return answer;
};

/** Whose record is sent, as far as its text shows. */
const ownerIn = ({ body }: Call): string => /"(?:phone|name)":"([^"]*)"/.exec(body)?.[1] ?? '';

const keyOf = (call: Call): string =>
  `${call.headers.authorization} ${call.path} ${JSON.stringify(sentFields(call).externalId)}`;

/** Makes another order of a known externalId for another customer. */
const knowsOrdersOfOneCustomer = (handle: Handle): Handle => {
  const ownerByKey = new Map<string, string>();
  return (call) => {
    if (!createsOrders(call) || sentFields(call).externalId === undefined) return handle(call);
    const owner = ownerByKey.get(keyOf(call)) ?? ownerIn(call);
    ownerByKey.set(keyOf(call), owner);
    return owner === ownerIn(call) ? handle(call) : makesAnother(handle, call);
  };
};

/** Makes another record of what is sent for the third time. */
const forgetsAtThird = (handle: Handle): Handle => {
  const count = counting();
  return (call) =>
    createsPartnerRecords(call) && sentFields(call).externalId !== undefined && count(keyOf(call)) === 3
      ? makesAnother(handle, call)
      : handle(call);
};

/** Takes a store for known when its externalId is that of an order. */
const sharesExternalIds = (handle: Handle): Handle => {
  const ofOrders = new Set<unknown>();
  return (call) => {
    const { externalId } = createsPartnerRecords(call) ? sentFields(call) : {};
    if (externalId !== undefined && createsStores(call) && ofOrders.has(externalId)) return { status: 200, body: {} };
    if (externalId !== undefined && createsOrders(call)) ofOrders.add(externalId);
    return handle(call);
  };
};

/** Takes what comes a third time without externalId for a repetition. */
const takesThirdForRepetition = (handle: Handle): Handle => {
  const count = counting();
  return (call) =>
    createsPartnerRecords(call) &&
    sentFields(call).externalId === undefined &&
    count(`${call.headers.authorization} ${call.path} ${call.body}`) === 3
      ? { status: 200, body: sentFields(call) }
      : handle(call);
};

/** Takes one with an externalId for the one without that came before it. */
const namesTheLast = (handle: Handle): Handle => {
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

const partnerRecordDefects: readonly Defect[] = [
  {
    rule: 'LAW-33',
    text: 'makes another order of a known externalId when its customer is another',
    options: { wrap: knowsOrdersOfOneCustomer },
  },
  {
    rule: 'LAW-33',
    text: 'makes another record of an externalId that is sent for the third time',
    options: { wrap: forgetsAtThird },
  },
  {
    rule: 'LAW-33',
    text: 'takes a store for known when an order has its externalId',
    options: { wrap: sharesExternalIds },
  },
  {
    rule: 'LAW-34',
    text: 'takes the third of the records without externalId that are alike for a repetition',
    options: { wrap: takesThirdForRepetition },
  },
  {
    rule: 'LAW-34',
    text: 'takes a record with an externalId for the one without that it is like and that came before',
    options: { wrap: namesTheLast },
  },
];

/** What only the properties about identity catch. */
export const identityDefects: readonly Defect[] = [...customerDefects, ...productDefects, ...partnerRecordDefects];
