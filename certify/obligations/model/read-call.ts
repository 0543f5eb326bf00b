import { isObject, type JsonObject } from '../../../core/json.ts';
import type { PartnerAttempt, PartnerCall, PartnerRecord } from '../../../core/partner-record.ts';
import { parsedJson } from '../../../fixtures/reading/parsed-json.ts';
import { percentDecoded } from '../../../fixtures/reading/percent-decoded.ts';
import { derived } from './derived.ts';

export const pathOf = ({ path }: Pick<PartnerCall, 'path'>): string => path.split('?', 1)[0] ?? '';

/** Caches what is read from a call, because many obligations read the same calls. */
const remembered = <Value>(read: (text: string) => Value): ((call: object, text: string) => Value) => {
  const known = new WeakMap<object, { text: string; value: Value }>();
  return (call, text) => {
    const standing = known.get(call);
    if (standing?.text === text) return standing.value;
    const value = read(text);
    known.set(call, { text, value });
    return value;
  };
};

const readParts = remembered((path): readonly string[] =>
  pathOf({ path })
    .split('/')
    .filter((part) => part !== '')
    .map(percentDecoded),
);

/** The parts of the path, decoded: `/coupons/code/A%2FB` has `coupons`, `code` and `A/B`. */
export const partsOf = (call: Pick<PartnerCall, 'path'>): readonly string[] => readParts(call, call.path);

const readQuery = remembered(
  (path): ReadonlyMap<string, string> =>
    new Map(
      (path.split('?')[1] ?? '')
        .split('&')
        .filter((pair) => pair !== '')
        .map((pair) => {
          const [name = '', ...value] = pair.split('=');
          return [percentDecoded(name), percentDecoded(value.join('='))];
        }),
    ),
);

/** Parameters of the query; a plus stands for itself, as it does in a zone. */
export const queryOf = (call: Pick<PartnerCall, 'path'>): ReadonlyMap<string, string> => readQuery(call, call.path);

const routes = new Map<string, { method: string; asked: readonly string[] }>();

const routeOf = (route: string): { method: string; asked: readonly string[] } => {
  const known = routes.get(route);
  if (known) return known;
  const [method = '', template = ''] = route.split(' ');
  const read = { method, asked: template.split('/').slice(1) };
  routes.set(route, read);
  return read;
};

/** Whether a call is to a documented route such as `PUT /orders/:id`. */
export const isTo = (call: Pick<PartnerCall, 'method' | 'path'>, route: string): boolean => {
  const { method, asked } = routeOf(route);
  if (call.method !== method) return false;
  const parts = partsOf(call);
  return parts.length === asked.length && asked.every((part, index) => part.startsWith(':') || part === parts[index]);
};

/** Resources whose creation paths the document does not show. Any `POST` below them creates a record. */
export type Resource = 'customers' | 'products' | 'orders' | 'stores' | 'abandoned-carts';

/** Whether a call creates a record of a resource. */
export const creates = (call: PartnerCall, resource: Resource): boolean =>
  call.method === 'POST' && partsOf(call)[0] === resource;

/** Whether a call changes a coupon. */
export const changesCoupon = (call: PartnerCall): boolean =>
  isTo(call, 'PUT /coupons/:id') || isTo(call, 'PUT /coupons/code/:code');

/** Whether a call registers a coupon of the partner, for one customer or for everybody. */
export const registersCoupon = (call: PartnerCall): boolean =>
  isTo(call, 'POST /coupons') || isTo(call, 'POST /coupons/shared');

/** Whether a call registers a webhook or changes one. */
export const writesWebhook = (call: PartnerCall): boolean =>
  isTo(call, 'POST /webhooks') || isTo(call, 'PUT /webhooks/:id');

const readFields = remembered((body): JsonObject => {
  const value = parsedJson(body);
  return isObject(value) ? value : {};
});

/** The fields of a body; empty if it is no JSON object. */
export const fieldsOf = (call: Pick<PartnerCall, 'body'>): JsonObject => readFields(call, call.body);

/** Caches what is read from the fields of a body, because a body may have thousands of items. */
export const readOnce = <Value>(read: (call: PartnerCall) => Value): ((call: PartnerCall) => Value) => {
  const known = new WeakMap<JsonObject, { value: Value }>();
  return (call) => {
    const fields = fieldsOf(call);
    const standing = known.get(fields) ?? { value: read(call) };
    known.set(fields, standing);
    return standing.value;
  };
};

/** Whether a call marks a coupon as used by hand. */
export const marksCouponUsed = (call: PartnerCall): boolean => changesCoupon(call) && fieldsOf(call).used === true;

const readAnswer = remembered(parsedJson);

/** The parsed response; undefined without a response or without JSON. */
export const answerOf = ({ answer }: PartnerCall): unknown =>
  'status' in answer ? readAnswer(answer, answer.body) : undefined;

/** The records in a response: those of a page, or a single one. */
export const recordsIn = (call: PartnerCall): unknown[] => {
  const answer = answerOf(call);
  return isObject(answer) && Array.isArray(answer.data) ? answer.data : [answer];
};

export const statusOf = ({ answer }: PartnerCall | PartnerAttempt): number | undefined =>
  'status' in answer ? answer.status : undefined;

/** Whether a call or an attempt was answered with 2xx. */
export const isAccepted = (sent: PartnerCall | PartnerAttempt): boolean => {
  const status = statusOf(sent);
  return status !== undefined && status >= 200 && status < 300;
};

/** Whether a call got a 5xx or no response. */
export const isFailed = (call: PartnerCall): boolean => (statusOf(call) ?? 500) >= 500;

/** Whether a write may have been stored: it was not refused. */
export const mayBeStored = (call: PartnerCall): boolean => isAccepted(call) || isFailed(call);

/** Whether a call is to be sent again: it got no response, a 5xx or a 429. */
export const isUnfinished = (call: PartnerCall): boolean => isFailed(call) || statusOf(call) === 429;

/** The time of the response, in milliseconds since the session began. */
export const endOf = ({ atMs, tookMs }: { atMs: number; tookMs: number }): number =>
  // a record has tenths: rounding keeps the order of times that are equal
  Math.round((atMs + tookMs) * 10) / 10;

/** In the order of arrival: calls and attempts are numbered as they end. */
export const byArrival = <Sent extends { atMs: number; number: number }>(sent: readonly Sent[]): Sent[] =>
  sent.toSorted((a, b) => a.atMs - b.atMs || a.number - b.number);

/** All calls in the order of their arrival. */
export const callsOf = derived(({ calls }): readonly PartnerCall[] => byArrival(calls));

/** The calls without a disturbance, in the order of arrival. */
export const undisturbed = derived((record): readonly PartnerCall[] =>
  callsOf(record).filter(({ fault }) => fault === undefined),
);

const callsByResource = derived((record) => Map.groupBy(callsOf(record), (call) => partsOf(call)[0] ?? ''));

/** The calls whose path begins with a resource, in the order of their arrival. */
export const callsOn = (record: PartnerRecord, resource: string): readonly PartnerCall[] =>
  callsByResource(record).get(resource) ?? [];

/** Counts the items before a moment in a list ordered by time. */
export const countBefore = <Item>(inOrder: readonly Item[], isBefore: (item: Item) => boolean): number => {
  let [least, most] = [0, inOrder.length];
  while (least < most) {
    const middle = Math.floor((least + most) / 2);
    const item = inOrder[middle];
    if (item !== undefined && isBefore(item)) least = middle + 1;
    else most = middle;
  }
  return least;
};

/** The calls that arrived from one moment on and before another, in their order; to the end without the other. */
export const callsBetween = (record: PartnerRecord, fromMs: number, untilMs?: number): PartnerCall[] => {
  const calls = callsOf(record);
  return calls.slice(
    countBefore(calls, ({ atMs }) => atMs < fromMs),
    untilMs === undefined ? undefined : countBefore(calls, ({ atMs }) => atMs < untilMs),
  );
};

export const isWrite = ({ method }: PartnerCall): boolean => method === 'POST' || method === 'PUT';

/** The `POST` and `PUT` requests without a disturbance, in the order of arrival. */
export const undisturbedWrites = derived((record): readonly PartnerCall[] => undisturbed(record).filter(isWrite));

/** The requests that create a record of a resource, without a disturbance, in the order of arrival. */
export const creations = (record: PartnerRecord, resource: Resource): PartnerCall[] =>
  undisturbedWrites(record).filter((call) => creates(call, resource));

/** A string or a number as a name; undefined for any other value. */
export const nameOf = (value: unknown): string | undefined => {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
};

/** Whether a body has a value of this name; null says that it has none. */
export const isSent = (body: JsonObject, name: string): boolean => (body[name] ?? undefined) !== undefined;

/** The partner's id of the record in a body. */
export const externalIdOf = (call: Pick<PartnerCall, 'body'>): string | undefined => nameOf(fieldsOf(call).externalId);

/** The code of the coupon in a body. */
export const codeIn = (call: Pick<PartnerCall, 'body'>): string | undefined => nameOf(fieldsOf(call).code);

/** A field at any depth, with the pointer to it. */
export interface FieldBelow {
  name: string;
  pointer: string;
  value: unknown;
}

const readBelow = (value: unknown, pointer: string): FieldBelow[] => {
  if (!isObject(value) && !Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([name, content]) => {
    const at = `${pointer}/${name}`;
    return [{ name, pointer: at, value: content }, ...readBelow(content, at)];
  });
};

const fieldsByBody = new WeakMap<object, readonly FieldBelow[]>();

/** Every field below a value that was parsed from JSON, at any depth. */
export const fieldsBelow = (value: unknown): readonly FieldBelow[] => {
  if (typeof value !== 'object' || value === null) return [];
  const known = fieldsByBody.get(value) ?? readBelow(value, '');
  fieldsByBody.set(value, known);
  return known;
};
