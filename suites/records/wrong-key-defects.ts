import { isObject, type JsonObject, valueAt } from '../../core/json.ts';
import type { Answer, Call, Handle } from '../../platform/http/call.ts';
import { callsTo } from '../broken-handling.ts';
import type { Defect } from '../defect.ts';
import type { Rule } from '../rule.ts';
import { digitsOf } from './phones.ts';
import { keyedKinds } from './wrong-keys.ts';

/** Whether a record is taken for the one that a route was asked for. */
type Matches = (record: JsonObject, key: string) => boolean;

/** The call with another key at the end of its path. */
const withKey = (call: Call, key: string, method = call.method): Call => {
  const segments = [...call.segments.slice(0, -1), key];
  return { ...call, method, segments, path: `/${segments.map(encodeURIComponent).join('/')}` };
};

const findsNothing = ({ status }: Answer): boolean => status === 404 || status === 422;

/** What finds no record by its key is taken to mean the latest record seen that matches, unless it is gone by now. */
const findsBy =
  (route: string, by: string, matches: Matches) =>
  (handle: Handle): Handle => {
    const fits = callsTo(route);
    const root = route.split('/')[1];
    const seen = new Map<unknown, { record: JsonObject; owner: unknown }>();
    return async (call) => {
      const answer = await handle(call);
      const { body, status } = answer;
      const owner = call.headers.authorization;
      if (call.method === 'GET' && call.segments[0] === root && status === 200 && isObject(body)) {
        seen.set(body.id, { record: body, owner });
      }
      if (!fits(call) || !findsNothing(answer)) return answer;
      const key = call.segments.at(-1) ?? '';
      for (const each of [...seen.values()].reverse()) {
        const right = valueAt(each.record, `/${by}`);
        if (each.owner !== owner || typeof right !== 'string' || !matches(each.record, key)) continue;
        if ((await handle(withKey({ ...call, body: '' }, right, 'GET'))).status === 200) {
          return handle(withKey(call, right));
        }
      }
      return answer;
    };
  };

const textAt = (record: JsonObject, pointer: string): string => String(valueAt(record, pointer) ?? '');

/** Ways to mistake a part of a key, or more than it, for the key. */
const nearly: Readonly<Record<string, (right: string, key: string) => boolean>> = {
  'what begins like it': (right, key) => key !== '' && right.startsWith(key),
  'what ends like it': (right, key) => key !== '' && right.endsWith(key),
  'what begins with it': (right, key) => right !== '' && key.startsWith(right),
  'a pattern': (right, key) => {
    const parts = key.split('_');
    return parts.length > 1 && right.length === key.length && parts.every((part) => right.includes(part));
  },
};

/** A key of a record; the case of an id's letters may be the target's own. */
const keyAt = (record: JsonObject, by: string): string => {
  const key = textAt(record, `/${by}`);
  return by === 'id' ? key.toLowerCase() : key;
};

type NearMiss = readonly [how: string, isNearly: (right: string, key: string) => boolean];

/** Ids are mistaken for their beginning; the keys of partners in every way. */
const nearMisses = (route: string): readonly NearMiss[] =>
  route.endsWith('/:id') ? Object.entries(nearly).slice(0, 1) : Object.entries(nearly);

interface Confused {
  rule: Rule['id'];
  routes: readonly { route: string; by: string }[];
  /** Where the platform's records have values that could be mistaken for the key. */
  pointers: readonly string[];
}

const confusedKinds: readonly Confused[] = [
  {
    rule: 'CUST-18',
    routes: keyedKinds.customer.routes,
    pointers: ['/id', '/externalId', '/phone', '/email', '/firstName'],
  },
  { rule: 'PROD-16', routes: keyedKinds.product.routes, pointers: ['/id', '/externalId', '/name', '/provider'] },
  {
    rule: 'ORD-43',
    routes: keyedKinds.order.routes,
    pointers: ['/id', '/externalId', '/couponCode', '/customer/phone'],
  },
  { rule: 'STORE-11', routes: keyedKinds.store.routes, pointers: ['/id', '/externalId', '/name'] },
  { rule: 'CART-11', routes: keyedKinds.cart.routes, pointers: ['/id', '/externalId', '/customer/phone'] },
  { rule: 'USER-7', routes: keyedKinds.user.routes, pointers: ['/id', '/email'] },
  {
    rule: 'COUP-40',
    routes: keyedKinds.coupon.routes,
    pointers: ['/id', '/code', '/externalId', '/customer/phone', '/customer/id'],
  },
];

/** A phone as the platform keeps it, distinct from another one as in the sent phone. */
const isSame = (pointer: string, right: string, key: string): boolean =>
  pointer.endsWith('phone') ? digitsOf(right) === digitsOf(key) && digitsOf(key) !== '' : right === key;

const phoneDefects: readonly Defect[] = [
  {
    rule: 'CUST-18',
    text: 'finds a customer by the last eight digits of a phone',
    options: {
      wrap: findsBy(
        'GET /customers/phone/:phone',
        'phone',
        (record, key) => digitsOf(key).slice(-8) === digitsOf(textAt(record, '/phone')).slice(-8),
      ),
    },
  },
  {
    rule: 'CUST-18',
    text: 'finds a customer by all but the last digit of its phone',
    options: {
      wrap: findsBy('GET /customers/phone/:phone', 'phone', (record, key) => {
        const right = digitsOf(textAt(record, '/phone'));
        return right.length === digitsOf(key).length && right.slice(0, -1) === digitsOf(key).slice(0, -1);
      }),
    },
  },
  {
    rule: 'CUST-18',
    text: 'finds a customer by the beginning of its phone',
    options: {
      wrap: findsBy(
        'GET /customers/phone/:phone',
        'phone',
        (record, key) => digitsOf(key).length > 8 && digitsOf(textAt(record, '/phone')).startsWith(digitsOf(key)),
      ),
    },
  },
];

/** The second of two orders, carts or coupons of a phone is shown in the place of the first. */
const showsTheLatestOfPhone = (rule: Rule['id'], route: string, also: readonly Rule['id'][] = []): Defect => {
  const root = route.split('/')[1];
  return {
    rule,
    text: `shows the latest of a phone on ${route}`,
    also,
    options: {
      wrap: (handle) => {
        const latest = new Map<string, Answer>();
        return async (call) => {
          const answer = await handle(call);
          const isRead = call.method === 'GET' && call.segments[0] === root && answer.status === 200;
          if (!isRead || !isObject(answer.body)) return answer;
          const phone = textAt(answer.body, '/customer/phone');
          const key = `${call.headers.authorization} ${phone}`;
          const known = latest.get(key);
          if (phone === '') return answer;
          if (isObject(known?.body) && textAt(known.body, '/createdAt') > textAt(answer.body, '/createdAt')) {
            return callsTo(route)(call) ? known : answer;
          }
          latest.set(key, answer);
          return answer;
        };
      },
    },
  };
};

const latestDefects: readonly Defect[] = [
  showsTheLatestOfPhone('ORD-43', 'GET /orders/:id', ['ORD-13']),
  showsTheLatestOfPhone('ORD-43', 'GET /orders/external/:externalId', ['CONV-21']),
  showsTheLatestOfPhone('CART-11', 'GET /abandoned-carts/:id', ['CART-1']),
  showsTheLatestOfPhone('CART-11', 'GET /abandoned-carts/external/:externalId', ['CONV-89']),
  showsTheLatestOfPhone('COUP-40', 'GET /coupons/:id'),
  showsTheLatestOfPhone('COUP-40', 'GET /coupons/external/:externalId'),
];

/** Every route of a key, beside every other key of its records and every near miss of its own. */
export const wrongKeyDefects: readonly Defect[] = [
  ...confusedKinds.flatMap(({ rule, routes, pointers }) =>
    routes.flatMap(({ route, by }): Defect[] => [
      ...pointers
        .filter((pointer) => pointer !== `/${by}`)
        .map((pointer) => ({
          rule,
          text: `takes ${pointer} of a record for its ${by} on ${route}`,
          options: { wrap: findsBy(route, by, (record, key) => isSame(pointer, textAt(record, pointer), key)) },
        })),
      ...(by === 'phone'
        ? phoneDefects
        : nearMisses(route).map(([how, isNearly]) => ({
            rule,
            text: `takes ${how} for the ${by} of a record on ${route}`,
            options: {
              wrap: findsBy(route, by, (record, key) =>
                isNearly(keyAt(record, by), by === 'id' ? key.toLowerCase() : key),
              ),
            },
          }))),
    ]),
  ),
  ...latestDefects,
];
