import { createHash } from 'node:crypto';
import { isObject, type JsonObject } from '../core/json.ts';
import { parsedJson } from '../fixtures/reading/parsed-json.ts';
import type { Answer, Call, Handle } from '../platform/http/call.ts';
import { uuidOf } from '../platform/ids.ts';

/** Wraps the handler of a platform. Unlike the platform's own `Wrap`, it needs no clock. */
export type TimelessWrap = (handle: Handle) => Handle;
export type Fits = (call: Call) => boolean;

/** Matches the requests of one documented route, `GET /customers/:id`, that also fit the conditions. */
export const callsTo = (route: string, ...conditions: readonly Fits[]): Fits => {
  const [method, documented = ''] = route.split(' ');
  const parts = documented.split('/').slice(1);
  return (call) =>
    call.method === method &&
    call.segments.length === parts.length &&
    parts.every((part, index) => part.startsWith(':') || part === call.segments[index]) &&
    conditions.every((fits) => fits(call));
};

/** Whether the credentials were refused. Defects leave such responses alone, so that only their own rules fail. */
const isTurnedAway = ({ status }: Answer): boolean => status === 401 || status === 403;

/** Changes the responses to matching requests whose credentials are right. */
export const answersOtherwise =
  (fits: Fits, change: (answer: Answer, call: Call) => Answer): TimelessWrap =>
  (handle) =>
  async (call) => {
    const answer = await handle(call);
    return fits(call) && !isTurnedAway(answer) ? change(answer, call) : answer;
  };

/** Changes fields of the JSON object in each successful response to a matching request. */
export const showsOtherwise = (fits: Fits, change: (record: JsonObject, call: Call) => JsonObject): TimelessWrap =>
  answersOtherwise(fits, (answer, call) =>
    answer.status === 200 && isObject(answer.body) ? withFields(answer, change(answer.body, call)) : answer,
  );

/** Changes matching requests before the platform handles them. */
export const readsOtherwise =
  (fits: Fits, change: (call: Call) => Call): TimelessWrap =>
  (handle) =>
  (call) =>
    handle(fits(call) ? change(call) : call);

/** Changes the JSON object in the body of matching requests. */
export const readsBodyOtherwise = (fits: Fits, change: (sent: JsonObject) => JsonObject): TimelessWrap =>
  readsOtherwise(fits, (call) => withBody(call, change));

/** Replaces a text in the decoded path of matching requests. */
export const readsPathOtherwise = (fits: Fits, text: string, instead: string): TimelessWrap =>
  readsOtherwise(fits, (call) => ({
    ...call,
    segments: call.segments.map((segment) => segment.replaceAll(text, instead)),
  }));

/** A UUID derived from the values, so that a repeated run sees the same one. */
export const derivedUuid = (...values: unknown[]): string =>
  uuidOf(createHash('sha256').update(JSON.stringify(values)).digest().subarray(0, 16), 4);

/** Returns a function whose every call returns a new key. */
export const uniqueKeys = (): (() => string) => {
  let given = 0;
  return () => `key ${++given}`;
};

/** Answers a lookup that once found nothing the same way again, for each credential. */
export const remembersMissing = (route: string): TimelessWrap => {
  const missing = new Map<string, Answer>();
  return (handle) => async (call) => {
    if (!callsTo(route)(call)) return handle(call);
    const key = `${call.headers.authorization} ${call.path}`;
    const answer = missing.get(key) ?? (await handle(call));
    if ([404, 422].includes(answer.status)) missing.set(key, answer);
    return answer;
  };
};

/** Takes fields of an update over into every later lookup of its record. */
export const takesOver =
  (
    route: string,
    taken: (sent: JsonObject, call: Call, handle: Handle) => JsonObject | Promise<JsonObject>,
  ): TimelessWrap =>
  (handle) => {
    const fieldsById = new Map<unknown, JsonObject>();
    return async (call) => {
      const fields = callsTo(route)(call) ? await taken(sentFields(call), call, handle) : {};
      const isTaken = Object.values(fields).some((value) => value !== undefined);
      const found = isTaken ? await handle({ ...call, method: 'GET', body: '' }) : undefined;
      const answer = await handle(call);
      if (isObject(found?.body) && answer.status === 200) fieldsById.set(found.body.id, fields);
      const { body } = answer;
      const shown = call.method === 'GET' && isObject(body) ? fieldsById.get(body.id) : undefined;
      return shown === undefined ? answer : withFields(answer, shown);
    };
  };

/** Answers a lookup as before the record was deleted. */
export const remembersDeleted =
  (route: string): TimelessWrap =>
  (handle) => {
    const shown = new Map<string, Answer>();
    return async (call) => {
      const answer = await handle(call);
      if (!callsTo(route)(call)) return answer;
      const key = `${call.headers.authorization} ${call.path}`;
      if (answer.status === 200) shown.set(key, answer);
      return answer.status === 404 ? (shown.get(key) ?? answer) : answer;
    };
  };

/** Answers matching requests for a deleted record with 200 and this body. */
export const forgetsDeletion =
  (deletes: Fits, fits: Fits, body: object | undefined): TimelessWrap =>
  (handle) => {
    const deleted = new Set<string>();
    return async (call) => {
      const answer = await handle(call);
      const isKnown = fits(call) && deleted.has(call.path);
      if (deletes(call) && answer.status === 200) deleted.add(call.path);
      return isKnown ? { status: 200, body } : answer;
    };
  };

/** Sets query parameters of a request; `undefined` removes one. */
export const withQuery = (call: Call, parameters: Record<string, string | undefined>): Call => {
  const query = new URLSearchParams(call.query);
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined) query.delete(name);
    else query.set(name, value);
  }
  return { ...call, query };
};

/** Changes fields of a response whose body is an object. */
export const withFields = (answer: Answer, fields: JsonObject): Answer =>
  typeof answer.body === 'object' && answer.body !== null ? { ...answer, body: { ...answer.body, ...fields } } : answer;

/** The fields of the JSON object in a request. Those of an array are its positions; any other body has none. */
export const sentFields = ({ body }: Call): JsonObject => {
  const sent = parsedJson(body);
  return typeof sent === 'object' ? { ...sent } : {};
};

/** Changes the fields of a request, if its body has any. */
export const withBody = (call: Call, change: (body: JsonObject) => JsonObject): Call => {
  const sent = sentFields(call);
  return Object.keys(sent).length === 0 ? call : { ...call, body: JSON.stringify(change(sent)) };
};
