import { isObject, type JsonObject } from '../../core/json.ts';
import type { Wrap } from '../../platform/create-platform.ts';
import type { Answer, Call } from '../../platform/http/call.ts';
import { oldFashionedEdge } from '../variants/refusals.ts';
import { refusingTokensWith, rewriting, rewritingEntries } from '../variants/rewriting.ts';
import type { Choice, Way } from './way.ts';

const badToken = 'S157, S007: what a missing or wrong token is answered is not shown';

const page = (title: string): Pick<Answer, 'headers' | 'body'> => ({
  headers: { 'content-type': 'text/html' },
  body: `<!doctype html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`,
});

const tokenRefusedBy = (answer: Answer): Way => ({ around: refusingTokensWith(answer) });

/** Rewrites refusals, except internal errors. */
const errors = (rewrite: (body: JsonObject, answer: Answer, call: Call) => object): Wrap =>
  rewriting((answer, call) =>
    answer.status >= 400 && answer.status !== 500 && isObject(answer.body)
      ? { ...answer, body: rewrite(answer.body, answer, call) }
      : answer,
  );

const unknownRoute = (instead: (call: Call) => Answer): Wrap =>
  rewriting((answer, call) =>
    isObject(answer.body) && String(answer.body.message).startsWith('Cannot ') ? instead(call) : answer,
  );

/** Refuses with another answer. */
const refusedAs = (message: string, instead: Answer): Wrap =>
  rewriting((answer) => (isObject(answer.body) && answer.body.message === message ? instead : answer));

const withoutCoupon = (instead: Answer): Way => ({
  around: rewriting((answer, { method, path }) =>
    method === 'GET' && path.startsWith('/coupons/order/') && answer.status === 404 && isObject(answer.body)
      ? instead
      : answer,
  ),
});

export const ofRefusals: readonly Choice[] = [
  {
    name: 'bad tokens',
    open: badToken,
    ways: {
      401: { choices: { requests: { badTokenStatus: 401 } } },
      403: tokenRefusedBy({ status: 403, body: { message: 'Forbidden resource', error: 'Forbidden' } }),
      404: tokenRefusedBy({ status: 404, body: { message: 'Cannot find that' } }),
      '401 without a body': tokenRefusedBy({ status: 401, headers: { 'www-authenticate': 'Bearer' }, body: undefined }),
      '401 page': tokenRefusedBy({ status: 401, ...page('Unauthorized') }),
      '400 text': tokenRefusedBy({ status: 400, body: { message: 'Token inválido' } }),
      '422 list': tokenRefusedBy({ status: 422, body: { message: ['Token inválido'] } }),
      '200 page': tokenRefusedBy({ status: 200, ...page('Login') }),
      '302': tokenRefusedBy({ status: 302, headers: { location: '/login' }, body: undefined }),
      '401 in capitals': tokenRefusedBy({ status: 401, body: { Message: 'User is not authorized', Code: 'AUTH' } }),
    },
  },
  {
    name: 'bearer in lower case',
    open: 'S157: partners write a capital B; what becomes of others is not shown',
    ways: { refused: {}, accepted: { choices: { requests: { lowerCaseBearer: 'accept' } } } },
  },
  {
    name: 'page of the edge',
    open: 'S159, S193: an HTML page with a title, its markup not shown',
    ways: {
      plain: {},
      'of old': { policy: oldFashionedEdge },
    },
  },
  {
    name: 'further fields of errors',
    open: 'S214: they are not shown',
    ways: {
      'as the platform': {},
      none: { choices: { answers: { extraFields: { errors: false } } } },
      many: {
        around: errors((body, { status }, { path }) => ({
          timestamp: 1_760_000_000,
          path,
          trace: ['at x'],
          cause: { message: ['y'], status: 500 },
          code: `E${status}`,
          errors: [{ field: null }],
          data: null,
          ...body,
        })),
      },
    },
  },
  {
    name: 'entries of a 400',
    open: 'S192: message is a list; what is in it is not shown beyond the names of missing fields',
    ways: {
      sentences: {},
      names: { choices: { requests: { fieldWording: ({ field }) => field } } },
      codes: {
        choices: {
          requests: { fieldWording: ({ field, isMissing }) => `E_${isMissing ? 'MISSING' : 'INVALID'}:${field}` },
        },
      },
      objects: { around: rewritingEntries((list) => list.map((entry) => ({ property: entry, constraints: {} }))) },
      'one text': { around: rewritingEntries((list) => [list.join('; ')]) },
      twice: { around: rewritingEntries((list) => list.toReversed().flatMap((entry) => [entry, entry])) },
    },
  },
  {
    name: 'rules broken together',
    open: 'S195: joined by commas, with or without spaces, in whichever order',
    ways: {
      'comma and space': {},
      comma: { choices: { answers: { ruleSeparator: ',' } } },
      'comma between spaces': { choices: { answers: { ruleSeparator: ' , ' } } },
      reversed: {
        policy: {
          errors: {
            rules: (broken, separator) => ({
              status: 422,
              message: broken
                .map(({ message }) => message)
                .toReversed()
                .join(separator),
            }),
          },
        },
      },
    },
  },
  {
    name: 'numbers as text',
    open: 'S038: numbers are sent as numbers, what becomes of texts is not shown',
    ways: { refused: {}, accepted: { choices: { requests: { numbersAsText: 'accept' } } } },
  },
  {
    name: 'order without a status',
    open: 'S062, S192: a value other than the four answers 422, a missing field 400; no status at all is either',
    ways: { 400: {}, 422: { choices: { requests: { missingStatus: 422 } } } },
  },
  {
    name: 'PUT to an unknown record',
    open: 'S197: 400 comes before 422; whether it comes before 404 is not said',
    ways: {
      'validated first': {},
      'looked up first': { choices: { requests: { unknownRecordOnPut: 'before-validation' } } },
    },
  },
  {
    name: 'pages out of bounds',
    open: 'S100, S101: the bounds are stated, the status of what is outside is not; clamping is drawn by none',
    ways: {
      400: { choices: { lists: { badPage: 'refuse-400', badPageSize: 'refuse-400' } } },
      422: {
        choices: { lists: { badPage: 'refuse-422', badPageSize: 'refuse-422' } },
        unverified: [{ cause: 'not-observable', rules: ['ERR-13'] }],
      },
      both: {
        choices: { lists: { badPage: 'refuse-422', badPageSize: 'refuse-400' } },
        unverified: [{ cause: 'not-observable', rules: ['ERR-13'] }],
      },
    },
  },
  {
    name: 'updatedAt that is no date',
    open: 'S102: what it is answered is not shown',
    ways: {
      ignored: {},
      400: { choices: { lists: { badUpdatedAt: 'refuse-400' } } },
      422: { choices: { lists: { badUpdatedAt: 'refuse-422' } } },
    },
  },
  {
    name: 'paths that do not exist',
    open: 'S142: only the paths that are shown are said anything of',
    ways: {
      404: {},
      '404 page': { around: unknownRoute(() => ({ status: 404, ...page('Not Found') })) },
      '405 for known paths': {
        around: unknownRoute(({ method, path }) => ({
          status: 405,
          headers: { allow: 'GET, POST' },
          body: { error: `${method} is not allowed at ${path}` },
        })),
      },
    },
  },
  {
    name: 'HEAD and OPTIONS',
    open: 'S115 to S140: no route shows either method',
    ways: {
      served: {},
      405: {
        inFront: (handle) => (call) =>
          call.method === 'HEAD' || call.method === 'OPTIONS'
            ? { status: 405, headers: { allow: 'GET' }, body: undefined }
            : handle(call),
      },
    },
  },
  {
    name: 'unknown code of PUT /coupons/code',
    open: 'S136: what it is answered is not shown',
    ways: {
      404: {},
      422: { choices: { coupons: { putUnknownCodeStatus: 422 } } },
      400: {
        around: rewriting((answer, { method, segments }) =>
          method === 'PUT' && segments[1] === 'code' && answer.status === 404 && isObject(answer.body)
            ? { status: 400, body: { message: ['code is unknown'] } }
            : answer,
        ),
      },
    },
  },
  {
    name: 'order without a coupon',
    open: 'S132: what it is answered is not shown',
    ways: {
      404: {},
      422: { choices: { coupons: { orderWithoutCoupon: '422' } } },
      null: { choices: { coupons: { orderWithoutCoupon: 'null-200' } } },
      'empty object': withoutCoupon({ status: 200, body: {} }),
      'empty list': withoutCoupon({ status: 200, body: [] }),
      'empty body': withoutCoupon({ status: 200, body: undefined }),
      204: withoutCoupon({ status: 204, body: undefined }),
      400: withoutCoupon({ status: 400, body: { message: ['orderId has no coupon'] } }),
    },
  },
  {
    name: 'user who does not exist',
    open: 'S192: a text is given, while the message of a 400 is a list',
    ways: { list: {}, text: { choices: { users: { missingOnDelete: 'text' } } } },
  },
  {
    name: 'code registered again',
    open: 'S055: what becomes of it is not said',
    ways: {
      'keeps the first': {},
      replaces: { choices: { coupons: { sameCodeAgain: 'replace' } } },
      'keeps both': { choices: { coupons: { sameCodeAgain: 'keep-both' } } },
      422: { choices: { coupons: { sameCodeAgain: 'refuse-422' } } },
      409: {
        choices: { coupons: { sameCodeAgain: 'refuse-422' } },
        around: refusedAs('Coupon code already exists', { status: 409, body: { message: 'Conflict' } }),
      },
    },
  },
  {
    name: 'second registration',
    open: 'S223: there is one a company; what a second POST does to it is not said',
    ways: {
      replaces: {},
      updates: { choices: { webhooks: { secondRegistration: 'updates' } } },
      422: { choices: { webhooks: { secondRegistration: 'refuses-422' } } },
      409: {
        choices: { webhooks: { secondRegistration: 'refuses-422' } },
        around: refusedAs('Webhook already registered', { status: 409, ...page('Conflict') }),
      },
    },
  },
];
