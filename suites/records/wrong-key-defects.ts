import { isObject, type JsonObject, valueAt } from '../../core/json.ts';
import type { Route } from '../../core/routes.ts';
import type { Answer, Call, Handle } from '../../platform/http/call.ts';
import { callsTo } from '../broken-handling.ts';
import { type Defect, defectsOf } from '../defect.ts';
import type { Rule } from '../rule.ts';
import { keyedKinds, keyIn } from './keyed-kinds.ts';
import { digitsOf } from './phones.ts';

/** Whether a record is mistaken for the requested one. */
type Matches = (record: JsonObject, key: string) => boolean;

/** Puts another key at the end of the path. */
const withKey = (call: Call, key: string, method = call.method): Call => {
  const segments = [...call.segments.slice(0, -1), key];
  return { ...call, method, segments, path: `/${segments.map(encodeURIComponent).join('/')}` };
};

const findsNothing = ({ status }: Answer): boolean => status === 404 || status === 422;

/** If no record has the key, the platform uses the latest matching record that still exists. */
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

/** Ways to mistake something similar for a key. */
const nearly: Readonly<Record<string, (right: string, key: string) => boolean>> = {
  'what begins like it': (right, key) => key !== '' && right.startsWith(key),
  'what ends like it': (right, key) => key !== '' && right.endsWith(key),
  'what begins with it': (right, key) => right !== '' && key.startsWith(right),
  'a pattern': (right, key) => {
    const parts = key.split('_');
    return parts.length > 1 && right.length === key.length && parts.every((part) => right.includes(part));
  },
};

/** A key of a record. The letters of an id may be in either case. */
const keyAt = (record: JsonObject, by: string): string => {
  const key = textAt(record, `/${by}`);
  return by === 'id' ? key.toLowerCase() : key;
};

type NearMiss = readonly [how: string, isNearly: (right: string, key: string) => boolean];

/** Ids are mistaken only for their beginning, the keys of partners in every way. */
const nearMisses = (route: string): readonly NearMiss[] =>
  route.endsWith('/:id') ? Object.entries(nearly).slice(0, 1) : Object.entries(nearly);

interface Confused {
  rule: Rule['id'];
  routes: readonly Route[];
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

/** Compares two keys. Of phones, only the digits count. */
const isSame = (pointer: string, right: string, key: string): boolean =>
  pointer.endsWith('phone') ? digitsOf(right) === digitsOf(key) && digitsOf(key) !== '' : right === key;

const phoneDefects = defectsOf({
  'CUST-18': {
    'finds a customer by the last eight digits of a phone': {
      wrap: findsBy(
        'GET /customers/phone/:phone',
        'phone',
        (record, key) => digitsOf(key).slice(-8) === digitsOf(textAt(record, '/phone')).slice(-8),
      ),
    },
    'finds a customer by all but the last digit of its phone': {
      wrap: findsBy('GET /customers/phone/:phone', 'phone', (record, key) => {
        const right = digitsOf(textAt(record, '/phone'));
        return right.length === digitsOf(key).length && right.slice(0, -1) === digitsOf(key).slice(0, -1);
      }),
    },
    'finds a customer by the beginning of its phone': {
      wrap: findsBy(
        'GET /customers/phone/:phone',
        'phone',
        (record, key) => digitsOf(key).length > 8 && digitsOf(textAt(record, '/phone')).startsWith(digitsOf(key)),
      ),
    },
  },
});

/** Shows the latest order, cart or coupon of a phone in place of an earlier one. */
const showsTheLatestOfPhone = (rule: Rule['id'], route: string, also: readonly Rule['id'][] = []): Defect => {
  const root = route.split('/')[1];
  return {
    rule,
    text: `shows the latest of a phone on ${route}`,
    also,
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

/** For each route with a key: every other value of its records, and every near miss of the key. */
export const wrongKeyDefects: readonly Defect[] = [
  ...confusedKinds.flatMap(({ rule, routes, pointers }) =>
    routes
      .map((route) => ({ route, by: keyIn(route) }))
      .flatMap(({ route, by }): Defect[] => [
        ...pointers
          .filter((pointer) => pointer !== `/${by}`)
          .map((pointer) => ({
            rule,
            text: `takes ${pointer} of a record for its ${by} on ${route}`,
            wrap: findsBy(route, by, (record, key) => isSame(pointer, textAt(record, pointer), key)),
          })),
        ...(by === 'phone'
          ? phoneDefects
          : nearMisses(route).map(([how, isNearly]) => ({
              rule,
              text: `takes ${how} for the ${by} of a record on ${route}`,
              wrap: findsBy(route, by, (record, key) =>
                isNearly(keyAt(record, by), by === 'id' ? key.toLowerCase() : key),
              ),
            }))),
      ]),
  ),
  ...latestDefects,
];
