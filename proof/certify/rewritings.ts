import { randomUUID } from 'node:crypto';
import { byArrival } from '../../certify/obligations/model/read-call.ts';
import { isObject, type JsonObject } from '../../core/json.ts';
import type { PartnerCall, PartnerRecord } from '../../core/partner-record.ts';

type Change = (record: PartnerRecord) => void;

const answering = (status: number, body: unknown): PartnerCall['answer'] => ({ status, body: JSON.stringify(body) });

const bodyOf = ({ body }: PartnerCall): JsonObject | undefined => {
  const parsed: unknown = body.startsWith('{') ? JSON.parse(body) : undefined;
  return isObject(parsed) ? parsed : undefined;
};

/** Rewrites every body that is a JSON object. */
const bodies =
  (rewrite: (body: JsonObject, call: PartnerCall, record: PartnerRecord) => JsonObject): Change =>
  (record) => {
    for (const call of byArrival(record.calls)) {
      const body = bodyOf(call);
      if (body !== undefined) call.body = JSON.stringify(rewrite(body, call, record));
    }
  };

/** Adds a field to every body, with a value for the place of its request in the session and for its time. */
const numbered = (name: string, valueAt: (place: number, time: Date) => unknown): Change => {
  let place = 0;
  return bodies((body, { atMs }, { startedAt }) => {
    place += 1;
    return { ...body, [name]: valueAt(place, new Date(Date.parse(startedAt) + atMs)) };
  });
};

const paths =
  (rewrite: (path: string, query: string, call: PartnerCall) => string): Change =>
  ({ calls }) => {
    for (const call of calls) {
      const [path = '', query] = call.path.split('?');
      call.path = rewrite(path, query === undefined ? '' : `?${query}`, call);
    }
  };

/** Adds calls around others; those that it makes get numbers of their own. */
const around =
  (surround: (call: PartnerCall, record: PartnerRecord) => PartnerCall[]): Change =>
  (record) => {
    let number = Math.max(0, ...record.calls.map((call) => call.number));
    record.calls = record.calls.flatMap((call) =>
      surround(call, record).map((each) => {
        if (each === call) return call;
        number += 1;
        return { ...each, number };
      }),
    );
  };

const isTaken = ({ answer }: PartnerCall): boolean => 'status' in answer && answer.status === 200;

/** A read in the place of another call, without its disturbance. */
const readAt = (
  { fault: _, ...call }: PartnerCall,
  atMs: number,
  path: string,
  answer: PartnerCall['answer'],
): PartnerCall => ({
  ...call,
  atMs,
  tookMs: 0.1,
  method: 'GET',
  path,
  body: '',
  answer,
});

const reversed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(reversed);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, each]) => [name, reversed(each)]),
  );
};

const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
const hourMs = 3_600_000;
const inBrasilia = (moment: string): string =>
  new Date(Date.parse(moment) - 3 * hourMs).toISOString().replace('Z', '-03:00');
const withOffsets = (value: unknown): unknown => {
  if (typeof value === 'string') return dateTime.test(value) ? inBrasilia(value) : value;
  if (Array.isArray(value)) return value.map(withOffsets);
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withOffsets(each)]))
    : value;
};

/** Added to numbers that no cache has seen. */
const largeNumber = 1_790_000_000;

const orderOrCustomer = /^\/(orders|customers)\/[\da-f-]{36}$/;

/**
 * Ways to rewrite the record of a whole session that leave its meaning as it is: what one right partner sends in this form,
 * another sends in that one.
 */
export const rewritings: Readonly<Record<string, () => Change>> = {
  'fields in another order': () => bodies((body) => Object.fromEntries(Object.entries(reversed(body) as JsonObject))),
  'further fields': () =>
    bodies((body) => ({ ...body, origin: 'ERP', notes: null, tags: [], extra: { from: 'till 2' } })),
  'a count of the requests': () => numbered('attempt', (place) => place),
  'an id of the request': () => numbered('requestId', () => randomUUID()),
  'the second of the request': () => numbered('sent', (_, time) => Math.floor(time.getTime() / 1000)),
  'the time of the request': () => numbered('sentAt', (_, time) => time.toISOString()),
  'the time of the request in words': () => numbered('sentAt', (_, time) => time.toUTCString()),
  'letters as escapes': () => (record) => {
    for (const call of record.calls) {
      call.body = call.body.replace(
        /[^\0-\x7f]/g,
        (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
      );
    }
  },
  'whole numbers with decimals': () => (record) => {
    for (const call of record.calls) call.body = call.body.replace(/(":\s*)(\d+)(?=[,}\s])/g, '$1$2.0');
  },
  'times with the offset of Brasília': () => (record) => {
    bodies((body) => withOffsets(body) as JsonObject)(record);
    paths((path, query) => {
      const moments = new URLSearchParams(query);
      for (const [name, value] of [...moments]) if (dateTime.test(value)) moments.set(name, inBrasilia(value));
      return query === '' ? path : `${path}?${moments}`;
    })(record);
  },
  'items in another order when they come again': () => {
    const sent = new Set<unknown>();
    return bodies(({ lineItems, ...body }, { path }) => {
      if (!Array.isArray(lineItems)) return body;
      const record = body.externalId ?? path;
      const isAgain = sent.has(record);
      sent.add(record);
      return { ...body, lineItems: isAgain ? lineItems.toReversed() : lineItems };
    });
  },
  'a query in another order': () =>
    paths((path, query) => `${path}${query && `?${query.slice(1).split('&').toReversed().join('&')}`}`),
  'a query that no cache answers': () =>
    paths((path, query, { number }) => (query === '' ? path : `${path}${query}&_=${largeNumber + number}`)),
  'paths with further escapes': () => paths((path, query) => `${path.replaceAll('-', '%2D')}${query}`),
  'escapes in small letters': () =>
    paths((path, query) => path.replace(/%[\dA-F]{2}/g, (escaped) => escaped.toLowerCase()) + query),
  'coupons by their ids': () => (record) => {
    const ids = new Map(record.coupons.map(({ code, id }) => [code, id]));
    paths((path, query, call) => {
      const [, code] = /^\/coupons\/code\/([^/]+)$/.exec(path) ?? [];
      const id = code === undefined ? undefined : ids.get(decodeURIComponent(code));
      return id === undefined || !isTaken(call) ? path + query : `/coupons/${id}${query}`;
    })(record);
  },
  'each read twice': () =>
    around((call) =>
      call.method === 'GET' && call.fault === undefined && isTaken(call)
        ? [call, readAt(call, call.atMs + call.tookMs + 0.1, call.path, call.answer)]
        : [call],
    ),
  'a lookup before each new order': () => {
    const sent = new Set<unknown>();
    return around((call) => {
      const externalId = call.method === 'POST' && call.path === '/orders' ? bodyOf(call)?.externalId : undefined;
      if (typeof externalId !== 'string' || sent.has(externalId)) return [call];
      sent.add(externalId);
      const path = `/orders/external/${encodeURIComponent(externalId)}`;
      return [readAt(call, call.atMs - 0.2, path, answering(404, { message: 'Order not found' })), call];
    });
  },
  'a read after each change': () =>
    around((call) => {
      if (call.method !== 'PUT' || !orderOrCustomer.test(call.path) || !isTaken(call)) return [call];
      const shown = answering(200, { id: call.path.split('/')[2], ...bodyOf(call) });
      return [call, readAt(call, call.atMs + call.tookMs + 0.1, call.path, shown)];
    }),
  'names that look like those of persons': () => (record) => {
    const { webhookUrl, orderTotal, amounts = [], dates = [] } = record.names;
    const renamed = new Map([
      [webhookUrl, 'callbackAddress'],
      [orderTotal, 'documentTotal'],
      ...amounts.map((name, index) => [name, `documentPrice${index}`] as const),
      ...dates.map((name, index) => [name, `documentDate${index}`] as const),
    ]);
    const rename = (text: string): string =>
      text.replace(/"(\w+)":/g, (key, name: string) => (renamed.has(name) ? `"${renamed.get(name)}":` : key));
    for (const call of record.calls) {
      call.body = rename(call.body);
      if ('body' in call.answer) call.answer.body = rename(call.answer.body);
    }
    const nameOf = (name: string): string => renamed.get(name) ?? name;
    Object.assign(record.names, {
      webhookUrl: nameOf(webhookUrl),
      orderTotal: nameOf(orderTotal),
      amounts: amounts.map(nameOf),
      dates: dates.map(nameOf),
    });
  },
  'a charset': () => (record) => {
    for (const { headers } of record.calls) {
      if (headers['content-type'] !== undefined) headers['content-type'] = 'application/json; charset=utf-8';
    }
  },
  'no name of the client': () => (record) => {
    for (const { headers } of record.calls) delete headers['user-agent'];
  },
  'no state': () => (record) => {
    record.states = [];
  },
  '202 for each notification': () => (record) => {
    for (const attempt of record.attempts)
      if ('status' in attempt.answer && attempt.answer.status === 200) attempt.answer = { status: 202 };
  },
  'hooks that fail after they have accepted a change': () => (record) => {
    const changes = ['pay-order', 'cancel-order', 'update-customer', 'delete-customer', 'mark-coupon-used', 'redeem'];
    for (const action of record.actions.filter(({ number }) => number % 2 === 0)) {
      if (action.outcome !== 'done' || ![...changes, 'synchronize', 'unregister-webhook'].includes(action.action))
        continue;
      action.outcome = 'failed';
      delete action.id;
    }
  },
};
