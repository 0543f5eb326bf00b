import { parsedJson } from '../../fixtures/reading/parsed-json.ts';
import { callsTo, type Fits } from '../broken-handling.ts';
import { type Defect, defectsOf, type PlatformChange } from '../defect.ts';
import { admittedAnyway, answeredFirst, refusedByApi } from './broken-admission.ts';
import { routeDefects } from './route-defects.ts';

const isCouponById: Fits = (call) => call.headers['service-access'] !== undefined && callsTo('GET /coupons/:id')(call);

const documented = [
  'products',
  'customers',
  'orders',
  'users',
  'coupons',
  'coupons-config',
  'webhooks',
  'abandoned-carts',
  'stores',
];

/** Accepts a token that begins with a token which was accepted before. */
const overlookingTheRest: NonNullable<PlatformChange['wrap']> = (handle) => {
  const right = new Set<string>();
  return async (call) => {
    const { authorization } = call.headers;
    if (authorization === undefined) return await handle(call);
    const meant = [...right].find((token) => authorization.startsWith(token)) ?? authorization;
    const answer = await handle({ ...call, headers: { ...call.headers, authorization: meant } });
    if (answer.status < 300) right.add(meant);
    return answer;
  };
};

export const authenticationDefects: readonly Defect[] = [
  ...defectsOf({
    'AUTH-1': {
      'requires the second header only where one is sent': {
        policy: { edge: { admits: (given, key) => given === undefined || given === key } },
        also: ['AUTH-3', 'AUTH-4', 'AUTH-5', 'AUTH-6', 'AUTH-7', 'AUTH-8', 'AUTH-9'],
      },
      'answers 401 to a request without the second header': {
        policy: { edge: { refusal: { status: 401 } } },
        also: ['AUTH-2', 'AUTH-3', 'AUTH-4', 'AUTH-5', 'AUTH-6', 'AUTH-7', 'AUTH-8'],
      },
    },
    'AUTH-2': {
      'accepts any value of the second header': {
        policy: { edge: { admits: (given) => given !== undefined && given !== '' } },
        also: ['AUTH-3', 'AUTH-9'],
      },
      'compares the second header only as far as the key goes': {
        policy: { edge: { admits: (given, key) => given?.startsWith(key) === true } },
      },
      'looks for the key anywhere in the second header': {
        policy: { edge: { admits: (given, key) => given?.endsWith(key) === true } },
      },
    },
    'AUTH-3': {
      'refuses at the edge in JSON': {
        policy: { edge: { refusal: { contentType: 'application/json', page: '{"message":"Forbidden"}' } } },
        also: ['AUTH-4', 'AUTH-7', 'AUTH-8', 'PAS-8'],
      },
      'calls its refusal at the edge plain text': {
        policy: { edge: { refusal: { contentType: 'text/plain' } } },
        also: ['AUTH-7', 'AUTH-8', 'PAS-8'],
      },
    },
    'AUTH-4': {
      'titles its refusal at the edge otherwise': {
        policy: { edge: { refusal: { page: '<!DOCTYPE html><html><head><title>Forbidden</title></head></html>' } } },
      },
    },
    'AUTH-7': {
      'asks for the token before the second header': {
        wrap: refusedByApi(({ headers }) => headers.authorization === undefined, 401, 'Unauthorized'),
      },
      'knows its routes before the edge': {
        wrap: refusedByApi(({ segments: [first = ''] }) => !documented.includes(first), 404, 'Cannot GET'),
      },
      'reads `after` before the edge': {
        wrap: refusedByApi(({ query }) => query.get('after') === 'yesterday', 422, 'Invalid after date'),
      },
    },
    'AUTH-8': {
      'parses JSON before the edge': {
        wrap: refusedByApi(({ body }) => body !== '' && parsedJson(body) === undefined, 400, ['the body is no JSON']),
      },
      'validates statuses before the edge': {
        wrap: refusedByApi(({ body }) => body.includes('"paid"'), 422, 'Invalid status'),
      },
    },
    'AUTH-10': {
      'lists products without a token': {
        wrap: admittedAnyway({
          header: 'authorization',
          refusal: 401,
          fits: (call) => call.headers.authorization === undefined && callsTo('GET /products')(call),
          shows: 'outcome',
        }),
      },
      'takes an empty token for a guest with an empty list': {
        wrap: answeredFirst(
          (call) => /^(Bearer)?\s*$/.test(call.headers.authorization ?? 'none') && callsTo('GET /products')(call),
          () => ({
            status: 200,
            body: { pagination: { page: 1, pageSize: 1, totalRecords: 0, totalPages: 0 }, data: [] },
          }),
        ),
      },
    },
    'AUTH-11': {
      'lists products for any token': {
        wrap: admittedAnyway({
          header: 'authorization',
          refusal: 401,
          fits: (call) => /^Bearer \S/.test(call.headers.authorization ?? '') && callsTo('GET /products')(call),
          shows: 'outcome',
        }),
      },
      'overlooks what follows a right token': { wrap: overlookingTheRest },
    },
    'AUTH-12': {
      'takes a token under any scheme and under none': {
        policy: { credentials: { readToken: (sent) => sent?.split(' ').at(-1) } },
      },
      'cuts off as many letters as Bearer has, whatever they are': {
        policy: { credentials: { readToken: (sent) => sent?.slice('Bearer '.length) } },
      },
      'takes a token whose scheme no space follows': {
        policy: { credentials: { readToken: (sent) => /^Bearer ?(.+)$/.exec(sent ?? '')?.[1] } },
      },
    },
    'AUTH-15': {
      'has moved coupons by id to the next version': {
        wrap: answeredFirst(isCouponById, ({ path }) => ({
          status: 308,
          headers: { location: `/v2${path}` },
          body: undefined,
        })),
        also: ['COUP-2', 'FLOW-20'],
      },
      'serves coupons by id only under a version': {
        wrap: answeredFirst(isCouponById, ({ path }) => ({ status: 404, body: { message: `Cannot GET ${path}` } })),
        also: ['COUP-2', 'FLOW-20'],
      },
    },
  }),
  ...(['POST', 'PUT', 'DELETE'] as const).map(
    (method): Defect => ({
      rule: 'AUTH-9',
      text: `carries a ${method} out that comes with a wrong second header and is refused`,
      wrap: admittedAnyway({
        header: 'service-access',
        refusal: 403,
        fits: (call) => call.method === method && call.headers['service-access'] !== undefined,
        shows: 'refusal',
      }),
    }),
  ),
  ...routeDefects,
];
