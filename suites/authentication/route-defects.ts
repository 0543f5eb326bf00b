import { type Route, routesThat } from '../../core/routes.ts';
import { callsTo, sentFields } from '../broken-handling.ts';
import { type Defect, defectsOf, type PlatformChange } from '../defect.ts';
import { visibleWrites } from '../records/record-writes.ts';
import { admittedAnyway, refusedByApi } from './broken-admission.ts';
import { triedWithWrongAccess } from './edge.ts';

const lists = routesThat('lists').filter((route) => route !== 'GET /products');
const lookups = routesThat('reads');
const writes = routesThat('creates', 'updates', 'deletes');

/** Rules that test one route without the second header. AUTH-5 and AUTH-6 test every route. */
const alsoAtTheEdge: Partial<Record<Route, Defect['also']>> = {
  'GET /products': ['AUTH-1', 'AUTH-3', 'AUTH-4', 'AUTH-7'],
  'POST /orders': ['AUTH-8'],
  'POST /coupons': ['AUTH-8'],
};

const answeredBeforeTheEdge =
  (rule: Defect['rule']) =>
  (route: Route): Defect => ({
    rule,
    text: `answers ${route} before the edge`,
    wrap: refusedByApi(callsTo(route), 404, 'Not found'),
    also: alsoAtTheEdge[route] ?? [],
  });

const carriedOutAtTheEdge = (route: Route): Defect => ({
  rule: 'AUTH-6',
  text: `carries ${route} out although the edge refuses it`,
  wrap: admittedAnyway({ header: 'service-access', refusal: 403, fits: callsTo(route), shows: 'refusal' }),
  also: triedWithWrongAccess.includes(route) ? ['AUTH-9'] : [],
});

const withoutToken = { header: 'authorization', refusal: 401 } as const;

const servedWithout =
  (rule: Defect['rule']) =>
  (route: Route): Defect => ({
    rule,
    text: `serves ${route} without a token`,
    wrap: admittedAnyway({ ...withoutToken, fits: callsTo(route), shows: 'outcome' }),
  });

const listedFor = (route: Route): Defect => ({
  rule: 'AUTH-11',
  text: `serves ${route} for any token`,
  wrap: admittedAnyway({
    ...withoutToken,
    fits: callsTo(route, (call) => call.headers.authorization !== undefined),
    shows: 'outcome',
  }),
});

const carriedOutWithout =
  (rule: Defect['rule']) =>
  (route: Route): Defect => ({
    rule,
    text: `carries ${route} out without a token`,
    wrap: admittedAnyway({ ...withoutToken, fits: callsTo(route), shows: 'refusal' }),
  });

/** Assigns a registration without a token to the company that registered the same bearer token before. */
const registeredAnyway: NonNullable<PlatformChange['wrap']> = (handle) => {
  const tokens = new Map<unknown, string>();
  return async (call) => {
    const answer = await handle(call);
    if (!callsTo('POST /webhooks')(call)) return answer;
    const { bearerToken } = sentFields(call);
    const token = tokens.get(bearerToken);
    if (answer.status < 300 && call.headers.authorization) tokens.set(bearerToken, call.headers.authorization);
    if (answer.status === 401 && token) await handle({ ...call, headers: { ...call.headers, authorization: token } });
    return answer;
  };
};

const readBy: Partial<Record<Route, Defect['rule']>> = {
  'GET /coupons/order/:orderId': 'AUTH-16',
  'GET /coupons-config': 'AUTH-17',
};

/** One defect for each route that requires no credentials. A rule about all routes must find each of them. */
export const routeDefects: readonly Defect[] = [
  ...defectsOf({
    'AUTH-18': { 'carries POST /webhooks out without a token': { wrap: registeredAnyway } },
  }),
  ...['GET /products' as const, ...lists, ...lookups].map(answeredBeforeTheEdge('AUTH-5')),
  ...writes.map(answeredBeforeTheEdge('AUTH-6')),
  ...visibleWrites.map(({ route }) => carriedOutAtTheEdge(route)),
  ...lists.flatMap((route) => [
    { ...servedWithout('AUTH-10')(route), also: ['AUTH-11', 'AUTH-12'] as const },
    { ...listedFor(route), also: ['AUTH-12'] as const },
  ]),
  ...lookups.map((route) => servedWithout(readBy[route] ?? 'AUTH-13')(route)),
  ...visibleWrites.map(({ route }) => carriedOutWithout('AUTH-14')(route)),
  ...(['PUT /webhooks/:id', 'DELETE /webhooks/:id'] as const).map(carriedOutWithout('AUTH-18')),
  carriedOutWithout('USER-6')('DELETE /users/:id'),
];
