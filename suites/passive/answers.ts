import { isObject, valueAt } from '../../core/json.ts';
import type { Exchange } from '../../fixtures/exchange.ts';
import { assertion } from './assertion.ts';
import type { ExchangeRule } from './passive-rule.ts';
import { carriesAccess, isAdmitted, isServed, pathOf } from './read-exchange.ts';

const source = 'Errors';

const messageOf = ({ body }: Exchange): unknown => valueAt(body, '/message');

const isText = (message: unknown): boolean => typeof message === 'string' && message !== '';

const isUserRemoval = (exchange: Exchange): boolean =>
  exchange.request.method === 'DELETE' && pathOf(exchange).startsWith('/users/');

/** Routes for which the document states a 404. */
const notFoundRoutes = [
  /^(?:PUT|DELETE) \/customers\/[^/]+$/,
  /^[A-Z]+ \/(?:products|abandoned-carts|stores)\/(?:(?:external|name)\/)?[^/]+$/,
  /^(?:GET|PUT|DELETE) \/orders\/(?:external\/)?[^/]+$/,
  /^GET \/users\/[^/]+$/,
  /^GET \/coupons\/(?:(?:code|external)\/)?[^/]+$/,
  /^(?:PUT|DELETE) \/webhooks\/[^/]+$/,
];

const hasDocumentedNotFound = (exchange: Exchange): boolean =>
  notFoundRoutes.some((route) => route.test(`${exchange.request.method} ${pathOf(exchange)}`));

/** Whether the service itself responded: not a rate limit (429), and not a gateway (502, 503, 504). */
const isDecided = ({ status }: Exchange): boolean => status !== 429 && status <= 500;

/** The document shows the response to a request without the second header, but not to one with a wrong token. */
const isAnswerShown = (exchange: Exchange): boolean => isAdmitted(exchange) || !carriesAccess(exchange);

export const answers: readonly ExchangeRule[] = [
  {
    id: 'PAS-1',
    text: 'A successful `POST` or `PUT` returns 200, never 201 or another status',
    source: 'Endpoints › Response conventions',
    statements: ['S094'],
    level: 'must',
    about: 'exchanges',
    judge: (exchange) =>
      ['POST', 'PUT'].includes(exchange.request.method) && isServed(exchange) && isAdmitted(exchange)
        ? [assertion('status', '200', exchange.status, exchange.status === 200)]
        : [],
  },
  {
    id: 'PAS-2',
    text: 'A successful `DELETE` returns `result` true; the deletion of a user returns 200 with an empty body',
    source: 'Endpoints › Response conventions',
    statements: ['S095', 'S128'],
    level: 'must',
    about: 'exchanges',
    judge(exchange) {
      if (exchange.request.method !== 'DELETE' || !isServed(exchange) || !isAdmitted(exchange)) return [];
      if (!isUserRemoval(exchange)) {
        const result = valueAt(exchange.body, '/result');
        return [assertion('/result', 'true', result, result === true)];
      }
      return [
        assertion('status', '200', exchange.status, exchange.status === 200),
        assertion('body', 'nothing', exchange.text, exchange.text === ''),
      ];
    },
  },
  {
    id: 'PAS-3',
    text: 'The body of every successful response is JSON or empty',
    source: 'What the service does',
    statements: ['S005'],
    level: 'must',
    about: 'exchanges',
    judge: (exchange) =>
      isServed(exchange) && exchange.text !== '' && isAdmitted(exchange)
        ? [assertion('body', 'JSON', exchange.text, exchange.body !== undefined)]
        : [],
  },
  {
    id: 'PAS-4',
    text: 'The `message` of a 400 is an array, except for the deletion of an unknown user',
    source,
    statements: ['S192'],
    level: 'must',
    about: 'exchanges',
    judge: (exchange) =>
      exchange.status === 400 && isAdmitted(exchange) && !isUserRemoval(exchange)
        ? [assertion('/message', 'a list', messageOf(exchange), Array.isArray(messageOf(exchange)))]
        : [],
  },
  {
    id: 'PAS-5',
    text: 'The `message` of a 422 is a string',
    source,
    statements: ['S195'],
    level: 'must',
    about: 'exchanges',
    judge: (exchange) =>
      exchange.status === 422 && isAdmitted(exchange)
        ? [assertion('/message', 'a text', messageOf(exchange), isText(messageOf(exchange)))]
        : [],
  },
  {
    id: 'PAS-6',
    text: 'The `message` of a 404 is a string on every route whose not-found response is documented',
    source,
    statements: ['S194'],
    level: 'must',
    about: 'exchanges',
    judge: (exchange) =>
      exchange.status === 404 && isAdmitted(exchange) && hasDocumentedNotFound(exchange)
        ? [assertion('/message', 'a text', messageOf(exchange), isText(messageOf(exchange)))]
        : [],
  },
  {
    id: 'PAS-7',
    text: 'A repeatable 500 is an object with `statusCode` 500 and `message` `Internal server error`',
    source,
    statements: ['S196'],
    level: 'must',
    about: 'exchanges',
    // a single one may come from a gateway, and a page always does
    onlyEachTime: true,
    judge({ status, headers, body }) {
      if (status !== 500 || /^text\/html\b/i.test(headers['content-type'] ?? '')) return [];
      const { statusCode, message } = isObject(body) ? body : {};
      return [
        assertion('/statusCode', '500', statusCode, statusCode === 500),
        assertion('/message', 'Internal server error', message, message === 'Internal server error'),
      ];
    },
  },
  {
    id: 'PAS-18',
    text: 'No documented request returns 500 every time it is sent',
    source,
    statements: ['S196'],
    level: 'should',
    inferred: 'That the same 500 each time is no accident is inferred.',
    about: 'exchanges',
    onlyEachTime: true,
    judge: (exchange, { internalError }) =>
      isAnswerShown(exchange) && isDecided(exchange) && exchange.request.path !== internalError
        ? [assertion('status', 'not 500 each time', exchange.status, exchange.status !== 500)]
        : [],
  },
  {
    id: 'PAS-8',
    text: 'The 403 for a request without the right second header has an HTML body, not JSON',
    source,
    statements: ['S159', 'S193'],
    level: 'must',
    about: 'exchanges',
    // a gateway returns a 403 of its own now and then
    onlyEachTime: true,
    judge(exchange) {
      if (exchange.status !== 403 || carriesAccess(exchange)) return [];
      const type = exchange.headers['content-type'];
      return [
        assertion('header content-type', 'text/html', type, /^text\/html\b/i.test(type ?? '')),
        assertion('body', 'an HTML page', exchange.text, /<\w/.test(exchange.text) && exchange.body === undefined),
      ];
    },
  },
];
