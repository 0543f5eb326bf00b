import { parsedJson } from '../fixtures/parsed-json.ts';
import { excerpt } from './printable.ts';
import type { ReportedExchange, ReportedVerdict } from './result.ts';
import { routeOf } from './route-of.ts';

const longestRoute = 500;
const longestValue = 80;
/** A body that differs in more is another body. */
const mostFields = 3;

/** What a request is called in a sentence. */
export const routeInWords = ({ request }: ReportedExchange): string => `\`${excerpt(routeOf(request), longestRoute)}\``;

const decoded = (query: string): string => {
  try {
    return decodeURIComponent(query.replaceAll('+', ' '));
  } catch {
    return query;
  }
};

const listParameters = ['after', 'page', 'pageSize'];

/** What the query of a list lacks of what every list requires, where it has the rest. */
const missingParameters = ({ request }: ReportedExchange): string[] => {
  const sent = new Set(new URLSearchParams(request.path.split('?')[1] ?? '').keys());
  const missing = listParameters.filter((name) => !sent.has(name));
  return request.method === 'GET' && missing.length === 1 ? missing.map((name) => `without \`${name}\``) : [];
};

/** The same with its query, as a person reads it. */
const withQuery = (exchange: ReportedExchange): string => {
  const [, query] = exchange.request.path.split('?');
  if (query === undefined || query === '') return routeInWords(exchange);
  return `\`${excerpt(`${routeOf(exchange.request)}?${decoded(query)}`, longestRoute)}\``;
};

const isOfEnvironment = (value = ''): boolean => /«[^«»]+»/.test(value);

/** Credentials that a request lacks, or that are not those of the profile. */
const oddCredentials = (exchange: ReportedExchange, { exchanges }: ReportedVerdict): string[] => {
  const { headers } = exchange.request;
  const usual = exchanges.flatMap(({ request }) =>
    Object.entries(request.headers).flatMap(([name, value]) => (isOfEnvironment(value) ? [name.toLowerCase()] : [])),
  );
  const sent = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return [...new Set(['authorization', ...usual])].flatMap((name) => {
    const value = sent.get(name) ?? '';
    const isUsual = name === 'authorization' ? /^Bearer «[^«»]+»$/.test(value) : isOfEnvironment(value);
    if (isUsual || (name === 'authorization' && Object.keys(headers).length === 0)) return [];
    return value === '' ? [`without \`${name}\``] : [`with \`${name}: ${excerpt(value, longestValue)}\``];
  });
};

/** Whose credentials a request has, where its rule sends those of several companies. */
const whose = ({ company }: ReportedExchange, { exchanges }: ReportedVerdict): string[] =>
  exchanges.some((other) => other.company !== company) ? [`as company ${excerpt(company, longestValue)}`] : [];

const fieldsOf = (body: string | undefined): Map<string, unknown> | undefined => {
  const parsed = parsedJson(body ?? '');
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return undefined;
  return new Map(Object.entries(parsed));
};

/** What each record has of its own: names of a run, ids and phones. */
const isOwn = (value: unknown): boolean =>
  typeof value === 'string' && /selo-|[0-9a-f]{8}-[0-9a-f]{4}-|\d{8}/.test(value);

const isAlike = (one: unknown, other: unknown): boolean =>
  (isOwn(one) && isOwn(other)) ||
  (typeof one === 'object' && typeof other === 'object' && one !== null && other !== null) ||
  JSON.stringify(one) === JSON.stringify(other);

const differencesOf = (own: ReadonlyMap<string, unknown>, other: ReadonlyMap<string, unknown>): string[] => [
  ...[...own].flatMap(([name, value]) =>
    other.has(name) && isAlike(value, other.get(name))
      ? []
      : [`\`${excerpt(name, longestValue)}\`: ${excerpt(JSON.stringify(value), longestValue)}`],
  ),
  ...[...other.keys()].flatMap((name) => (own.has(name) ? [] : [`without \`${excerpt(name, longestValue)}\``])),
];

/** How the body of a request differs from the most similar one that its rule sent to the same route. */
const oddBody = (exchange: ReportedExchange, { exchanges }: ReportedVerdict): string[] => {
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
  return nearest.length > mostFields ? [] : nearest;
};

/** A request as it stands in a sentence: its route, its query, and what sets it apart from the others of its rule. */
export const requestInWords = (verdict: ReportedVerdict, exchange: ReportedExchange): string => {
  const odd = [
    ...whose(exchange, verdict),
    ...oddCredentials(exchange, verdict),
    ...missingParameters(exchange),
    ...oddBody(exchange, verdict),
  ];
  return odd.length === 0 ? withQuery(exchange) : `${withQuery(exchange)} (${odd.join(', ')})`;
};
