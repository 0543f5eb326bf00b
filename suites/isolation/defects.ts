import type { Wrap } from '../../platform/create-platform.ts';
import type { Answer, Call, Handle } from '../../platform/http/call.ts';
import { callsTo, readsOtherwise, sentFields, withBody } from '../broken-handling.ts';
import { type Defect, defectsOf } from '../defect.ts';
import { namedCompanyDefects } from './named-company-defects.ts';

/** One route returns the records of every company. */
const leak = (rule: Defect['rule'], broken: string, also: readonly Defect['rule'][] = []): Defect => ({
  rule,
  text: `does not look at the company on ${broken}`,
  policy: {
    isolation: {
      mayReach: ({ route, recordCompanyId, callerCompanyId }) =>
        route === broken || recordCompanyId === callerCompanyId,
    },
  },
  also,
});

const fieldOf = (call: Call, field: string): string | undefined => {
  const value = sentFields(call)[field];
  return typeof value === 'string' ? value : undefined;
};

/** The first company that names a key owns it. Later requests with the key count as the owner's. */
const firstOwner =
  (keyOf: (call: Call) => string | undefined): Wrap =>
  (handle) => {
    const owners = new Map<string, string>();
    return (call) => {
      const { authorization } = call.headers;
      const key = keyOf(call);
      if (key === undefined || authorization === undefined) return handle(call);
      const owner = owners.get(key) ?? authorization;
      owners.set(key, owner);
      return handle({ ...call, headers: { ...call.headers, authorization: owner } });
    };
  };

/** The key in the path of a lookup, or in the body of a creation. */
const keyIn =
  (lookup: string, creation: string, field: string) =>
  (call: Call): string | undefined => {
    if (callsTo(lookup)(call)) return call.segments.at(-1);
    return callsTo(creation)(call) ? fieldOf(call, field) : undefined;
  };

/** Answers a customer whose phone another company posted first. `foreign` is the customer of that company. */
const answersForeignPhones =
  (answer: (foreign: Answer, call: Call, handle: Handle) => Promise<Answer> | Answer): Wrap =>
  (handle) => {
    const owners = new Map<string, string>();
    return async (call) => {
      const { authorization } = call.headers;
      const phone = callsTo('POST /customers')(call) ? fieldOf(call, 'phone') : undefined;
      if (phone === undefined || authorization === undefined) return handle(call);
      const owner = owners.get(phone) ?? authorization;
      owners.set(phone, owner);
      if (owner === authorization) return handle(call);
      const segments = ['customers', 'phone', phone];
      const headers = { ...call.headers, authorization: owner };
      return answer(await handle({ ...call, method: 'GET', segments, headers, body: '' }), call, handle);
    };
  };

const reading: readonly Defect[] = [
  leak('ISO-1', 'GET /customers/:id'),
  leak('ISO-1', 'GET /customers/external/:externalId'),
  leak('ISO-1', 'GET /customers/phone/:phone'),
  leak('ISO-2', 'GET /products/:id'),
  leak('ISO-2', 'GET /products/external/:externalId'),
  leak('ISO-2', 'GET /products/name/:name'),
  leak('ISO-3', 'GET /orders/:id'),
  leak('ISO-3', 'GET /orders/external/:externalId'),
  leak('ISO-4', 'GET /stores/:id'),
  leak('ISO-4', 'GET /stores/external/:externalId'),
  leak('ISO-5', 'GET /abandoned-carts/:id'),
  leak('ISO-5', 'GET /abandoned-carts/external/:externalId'),
  leak('ISO-6', 'GET /coupons/:id', ['ISO-7']),
  leak('ISO-6', 'GET /coupons/code/:code', ['ISO-7', 'ISO-31']),
  leak('ISO-6', 'GET /coupons/external/:externalId'),
  leak('ISO-7', 'GET /coupons/code/:code', ['ISO-6', 'ISO-31']),
  leak('ISO-8', 'GET /coupons/order/:orderId'),
  leak('ISO-9', 'GET /users/:id'),
  leak('ISO-9', 'GET /users/email/:email'),
];

const lists: readonly Defect[] = [
  leak('ISO-10', 'GET /products'),
  leak('ISO-11', 'GET /customers'),
  leak('ISO-12', 'GET /orders'),
  leak('ISO-13', 'GET /stores'),
  leak('ISO-14', 'GET /abandoned-carts'),
  leak('ISO-15', 'GET /coupons'),
];

const writing: readonly Defect[] = [
  leak('ISO-16', 'PUT /customers/:id'),
  leak('ISO-17', 'PUT /products/:id'),
  leak('ISO-18', 'PUT /orders/:id', ['ISO-35']),
  leak('ISO-19', 'PUT /stores/:id'),
  leak('ISO-20', 'PUT /abandoned-carts/:id'),
  leak('ISO-21', 'PUT /coupons/:id'),
  leak('ISO-22', 'PUT /coupons/code/:code'),
  leak('ISO-23', 'DELETE /customers/:id'),
  leak('ISO-24', 'DELETE /products/:id'),
  leak('ISO-25', 'DELETE /orders/:id'),
  leak('ISO-26', 'DELETE /stores/:id'),
  leak('ISO-27', 'DELETE /abandoned-carts/:id'),
  leak('ISO-38', 'DELETE /users/:id'),
  leak('ISO-34', 'POST /orders'),
  leak('ISO-35', 'PUT /orders/:id', ['ISO-18']),
];

export const isolationDefects: readonly Defect[] = [
  ...defectsOf({
    'ISO-28': {
      'keeps one customer for a phone in all companies': {
        wrap: firstOwner(keyIn('GET /customers/phone/:phone', 'POST /customers', 'phone')),
        also: ['ISO-1', 'ISO-42', 'AUTH-13'],
      },
      'refuses a customer whose phone another company has': {
        wrap: answersForeignPhones(() => ({ status: 422, body: { message: 'Phone already exists' } })),
      },
    },
    'ISO-42': {
      "answers a customer with another company's phone with that company's customer, and stores nothing": {
        wrap: answersForeignPhones((foreign) => foreign),
        also: ['ISO-28'],
      },
      "stores a customer with another company's phone and answers with that company's customer": {
        wrap: answersForeignPhones(async (foreign, call, handle) => {
          const stored = await handle(call);
          return stored.status === 200 ? foreign : stored;
        }),
      },
      'accepts a customer whose phone another company has and stores nothing': {
        wrap: answersForeignPhones((_, call) => ({ status: 200, body: sentFields(call) })),
        also: ['ISO-28'],
      },
    },
    'ISO-29': {
      'keeps one product for a name in all companies': {
        wrap: firstOwner(keyIn('GET /products/name/:name', 'POST /products', 'name')),
        also: ['AUTH-13', 'ISO-2'],
      },
    },
    'ISO-30': {
      'keeps one order for an externalId in all companies': {
        wrap: firstOwner(keyIn('GET /orders/external/:externalId', 'POST /orders', 'externalId')),
        also: ['AUTH-13', 'ISO-3'],
      },
    },
    'ISO-40': {
      'keeps one store for an externalId in all companies': {
        wrap: firstOwner(keyIn('GET /stores/external/:externalId', 'POST /stores', 'externalId')),
        also: ['AUTH-13', 'ISO-4'],
      },
      'gives a store to the company that has its externalId already': {
        wrap: firstOwner((call) => (callsTo('POST /stores')(call) ? fieldOf(call, 'externalId') : undefined)),
      },
    },
    'ISO-41': {
      'keeps one cart for an externalId in all companies': {
        wrap: firstOwner(keyIn('GET /abandoned-carts/external/:externalId', 'POST /abandoned-carts', 'externalId')),
        also: ['AUTH-13', 'ISO-5'],
      },
    },
    'ISO-37': {
      'keeps one coupon for a code in all companies': {
        wrap: firstOwner(keyIn('GET /coupons/code/:code', 'POST /coupons', 'code')),
        also: ['ISO-6', 'ISO-7', 'ISO-31', 'AUTH-13'],
      },
    },
    'ISO-33': {
      'keeps one registration for all companies': {
        wrap: (handle) => {
          let first: { owner: unknown; targetUrl: unknown } | undefined;
          return readsOtherwise(callsTo('POST /webhooks'), (call) =>
            withBody(call, (sent) => {
              const owner = call.headers.authorization;
              first ??= { owner, targetUrl: sent.targetUrl };
              return owner === first.owner ? sent : { ...sent, targetUrl: first.targetUrl };
            }),
          )(handle);
        },
        also: ['HOOK-1', 'HOOK-4', 'HOOK-7', 'HOOK-8', 'HOOK-12', 'PAS-21', 'PAS-23', 'PAS-24'],
      },
    },
    'ISO-36': {
      'lets a coupon wait for orders of its phone in any company': {
        policy: { coupons: { awaitingKey: ({ phone }) => phone } },
      },
    },
  }),
  ...reading,
  ...lists,
  ...writing,
  ...namedCompanyDefects,
];
