import type { StoredAttempt } from '../../core/attempt.ts';
import type { StoredDeliveries } from '../../core/deliveries.ts';
import type { StoredExchange } from '../../core/exchange.ts';
import type { Refused } from '../../core/result.ts';
import { type Verdict, violationOf } from '../../core/verdict.ts';
import { parsedJson } from '../../fixtures/reading/parsed-json.ts';
import { percentDecoded } from '../../fixtures/reading/percent-decoded.ts';
import { routeOf } from '../kit/exchange-labels.ts';
import { excerpt } from '../kit/printable.ts';

const maxRouteLength = 500;
const maxValueLength = 80;
const maxAnswerLength = 400;
const maxPointerLength = 500;
/** A body with more differences is a different body. */
const maxFields = 3;

/** The route of a request in a sentence. */
export const routeInWords = ({ request }: StoredExchange): string => `\`${excerpt(routeOf(request), maxRouteLength)}\``;

const listParameters = ['after', 'page', 'pageSize'];

/** The only required parameter that the query of a list lacks. */
const missingParameters = ({ request }: StoredExchange): string[] => {
  const sent = new Set(new URLSearchParams(request.path.split('?')[1] ?? '').keys());
  const missing = listParameters.filter((name) => !sent.has(name));
  return request.method === 'GET' && missing.length === 1 ? missing.map((name) => `without \`${name}\``) : [];
};

/** The route with its decoded query. */
const withQuery = (exchange: StoredExchange): string => {
  const [, query] = exchange.request.path.split('?');
  if (query === undefined || query === '') return routeInWords(exchange);
  return `\`${excerpt(`${routeOf(exchange.request)}?${percentDecoded(query.replaceAll('+', ' '))}`, maxRouteLength)}\``;
};

const isOfEnvironment = (value = ''): boolean => /«[^«»]+»/.test(value);

/** Missing credentials, or others than those of the profile. */
const oddCredentials = (exchange: StoredExchange, { exchanges }: Verdict): string[] => {
  const { headers } = exchange.request;
  const usual = exchanges.flatMap(({ request }) =>
    Object.entries(request.headers).flatMap(([name, value]) => (isOfEnvironment(value) ? [name.toLowerCase()] : [])),
  );
  const sent = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return [...new Set(['authorization', ...usual])].flatMap((name) => {
    const value = sent.get(name) ?? '';
    const isUsual = name === 'authorization' ? /^Bearer «[^«»]+»$/.test(value) : isOfEnvironment(value);
    if (isUsual || (name === 'authorization' && Object.keys(headers).length === 0)) return [];
    return value === '' ? [`without \`${name}\``] : [`with \`${name}: ${excerpt(value, maxValueLength)}\``];
  });
};

const contentTypeOf = ({ request }: StoredExchange): string =>
  Object.entries(request.headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';

/** A content type other than JSON, if the rule also sends JSON. */
const oddContentType = (exchange: StoredExchange, { exchanges }: Verdict): string[] => {
  const isJson = (other: StoredExchange): boolean => /^application\/json\b/i.test(contentTypeOf(other));
  if ((exchange.request.body ?? '') === '' || isJson(exchange) || !exchanges.some(isJson)) return [];
  const type = contentTypeOf(exchange);
  return [type === '' ? 'without `content-type`' : `with \`content-type: ${excerpt(type, maxValueLength)}\``];
};

/** The company of a request, if the rule uses several. */
const whose = ({ company }: StoredExchange, { exchanges }: Verdict): string[] =>
  exchanges.some((other) => other.company !== company) ? [`as company ${excerpt(company, maxValueLength)}`] : [];

const fieldsOf = (body: string | undefined): Map<string, unknown> | undefined => {
  const parsed = parsedJson(body ?? '');
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return undefined;
  return new Map(Object.entries(parsed));
};

/** Values that are unique to each record: names of the run, ids and phones. */
const isOwn = (value: unknown): boolean =>
  typeof value === 'string' && /^[\w@.:+-]*$/.test(value) && /selo-|[0-9a-f]{8}-[0-9a-f]{4}-|\d{8}/.test(value);

const isAlike = (one: unknown, other: unknown): boolean =>
  (isOwn(one) && isOwn(other)) ||
  (typeof one === 'object' && typeof other === 'object' && one !== null && other !== null) ||
  JSON.stringify(one) === JSON.stringify(other);

const differencesOf = (
  own: ReadonlyMap<string, unknown>,
  other: ReadonlyMap<string, unknown>,
  areAlike = isAlike,
): string[] => [
  ...[...own].flatMap(([name, value]) =>
    other.has(name) && areAlike(value, other.get(name))
      ? []
      : [`\`${excerpt(name, maxValueLength)}\`: ${excerpt(JSON.stringify(value), maxValueLength)}`],
  ),
  ...[...other.keys()].flatMap((name) => (own.has(name) ? [] : [`without \`${excerpt(name, maxValueLength)}\``])),
];

/** How a body differs from the most similar one that the rule sent to the same route. */
const oddBody = (exchange: StoredExchange, { exchanges }: Verdict): string[] => {
  const { body } = exchange.request;
  if (body === undefined || body === '') return [];
  if (parsedJson(body) === undefined) return ['with a body that is not JSON'];
  const own = fieldsOf(body);
  const route = routeOf(exchange.request);
  const others = exchanges.flatMap((other) => {
    const fields = other === exchange || routeOf(other.request) !== route ? undefined : fieldsOf(other.request.body);
    return fields === undefined ? [] : [fields];
  });
  if (!own) return [];
  const [nearest = []] = others.map((other) => differencesOf(own, other)).toSorted((a, b) => a.length - b.length);
  return nearest.length > maxFields ? [] : nearest;
};

const usualId = /^[\da-f-]+$/i;

/** Keys in the path that matter to the reader: an unusual id, a key that must be encoded, or one of several keys. */
const notableKeys = ({ request }: StoredExchange, among: readonly StoredExchange[]): string[] => {
  const isOneOfSeveral = among.some(
    (other) => routeOf(other.request) === routeOf(request) && other.request.path !== request.path,
  );
  const sent = (request.path.split('?')[0] ?? '').split('/').map(percentDecoded);
  const named = routeOf(request).split(' ')[1]?.split('/') ?? [];
  return named.flatMap((name, index) => {
    const key = sent[index] ?? '';
    const isOdd = name === ':id' ? !usualId.test(key) : /[^\w@.:+-]/.test(key);
    return name.startsWith(':') && (isOdd || isOneOfSeveral)
      ? [`\`${name}\` is ${excerpt(JSON.stringify(key), maxValueLength)}`]
      : [];
  });
};

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The values of a body by their paths, such as `customer.phone`. */
const leavesOf = (value: unknown, path = ''): [string, unknown][] =>
  isNested(value)
    ? Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, path === '' ? name : `${path}.${name}`))
    : [[path, value]];

/** How a body differs from the one sent before to the same record. */
const changesOf = ({ request }: StoredExchange, before: StoredExchange | undefined): string[] | undefined => {
  const [own, other] = [parsedJson(request.body ?? ''), parsedJson(before?.request.body ?? '')];
  if (!(isNested(own) && isNested(other))) return undefined;
  // each creation has its own names
  const areAlike = request.method === 'POST' ? isAlike : Object.is;
  const changes = differencesOf(new Map(leavesOf(own)), new Map(leavesOf(other)), areAlike);
  return changes.length === 0 || changes.length > maxFields ? undefined : changes;
};

/**
 * A request in words: its route, its query, and what distinguishes it from others. These are the request `before` it to
 * the same record, those `among` which it is listed, or the others of its rule.
 */
export const requestInWords = (
  verdict: Verdict,
  exchange: StoredExchange,
  { before, among = [] }: { before?: StoredExchange | undefined; among?: readonly StoredExchange[] } = {},
): string => {
  const odd = [
    ...notableKeys(exchange, among),
    ...whose(exchange, verdict),
    ...oddCredentials(exchange, verdict),
    ...oddContentType(exchange, verdict),
    ...missingParameters(exchange),
    ...(changesOf(exchange, before) ?? oddBody(exchange, verdict)),
  ];
  return odd.length === 0 ? withQuery(exchange) : `${withQuery(exchange)} (${odd.join(', ')})`;
};

/** A status and its body, in one printable line. */
export const responseInWords = ({ status, text }: { status: number; text: string }): string =>
  `${status}${text === '' ? ' without a body' : ` ${excerpt(text, maxAnswerLength)}`}`;

/** The answer of an exchange, in one printable line. */
export const answerInWords = (exchange: StoredExchange): string => {
  if (!('status' in exchange)) return `no answer (${exchange.lost}: ${excerpt(exchange.reason, maxAnswerLength)})`;
  return responseInWords(exchange);
};

/** The refused request, in one line. */
export const refusedRequestInWords = ({ method, path, body }: Refused): string =>
  `${method} ${excerpt(path, maxAnswerLength)}${body === undefined ? '' : ` ${excerpt(body, maxAnswerLength)}`}`;

/** The subject of a fault that no answer shows. */
export const subjectOf = (verdict: Verdict): string =>
  violationOf(verdict)?.about === undefined ? 'the platform' : 'the notifications';

export const isOfList = (pointer = ''): boolean => pointer === '/data' || pointer.startsWith('/data/');

/** A JSON pointer as a developer writes it: `data[0].id`. */
export const fieldOf = (pointer: string): string =>
  excerpt(
    pointer
      .slice(1)
      .split('/')
      .map((part, index) => (/^\d+$/.test(part) ? `[${part}]` : `${index === 0 ? '' : '.'}${part}`))
      .join(''),
    maxPointerLength,
  );

/** The part of a notification that a pointer means: `/1/json/code` is the field `code` of the second attempt. */
export const aspectOf = (pointer: string): string => {
  const [, place, part = '', name] = /^\/(\d+)\/(headers|json|body|method)(?:\/([\w-]+))?$/.exec(pointer) ?? [];
  if (place === undefined) {
    return excerpt(pointer, maxPointerLength)
      .replace(/^header ([\w-]+)$/, 'header `$1`')
      .replace(/^\/(\w+)$/, '`$1`');
  }
  const whole = part === 'json' ? 'the body' : `the ${part}`;
  const field = part === 'headers' ? `header \`${name}\`` : `\`${name}\``;
  return `${name === undefined ? whole : field} of attempt ${Number(place) + 1}`;
};

const shownAttempts = 12;

/** How the receiver answered an attempt. */
export const answerOf = ({ answer, senderClosedAtMs, answeredAtMs }: StoredAttempt): string => {
  const gaveUp = senderClosedAtMs !== undefined && answeredAtMs === undefined;
  if (gaveUp) return 'the sender gave up waiting';
  switch (answer?.kind) {
    case 'status':
      return `answered ${answer.status}`;
    case 'hang':
      return senderClosedAtMs === undefined ? 'not answered' : 'not answered until the sender gave up';
    case 'reset':
      return 'connection reset';
    case 'closed':
      return 'nothing was listening';
    case undefined:
      return 'held, not answered yet';
  }
};

const seconds = (milliseconds: number, timeScale: number): string =>
  `+${(milliseconds / 1000 / timeScale).toFixed(2)} s`.padStart(11);

/** The attempts of a delivery, one line each: documented seconds after the first, and the answer. */
export const timelineOf = ({ attempts }: StoredDeliveries, timeScale: number): string[] => {
  const [first] = attempts;
  if (!first) return ['no attempt arrived'];
  const lines = attempts
    .slice(0, shownAttempts)
    .map((attempt) => `${seconds(attempt.receivedAtMs - first.receivedAtMs, timeScale)}  ${answerOf(attempt)}`);
  const more = attempts.length - shownAttempts;
  return more > 0 ? [...lines, `and ${more} more`] : lines;
};
