import { isObject, type JsonObject, valueAt } from '../../core/json.ts';
import type { Route } from '../../core/routes.ts';
import { parsedJson } from '../../fixtures/reading/parsed-json.ts';
import type { Wrap } from '../../platform/create-platform.ts';
import type { Answer, Call } from '../../platform/http/call.ts';
import {
  answersOtherwise,
  callsTo,
  type Fits,
  readsBodyOtherwise,
  readsOtherwise,
  sentFields,
  showsOtherwise,
  type TimelessWrap,
  withFields,
} from '../broken-handling.ts';
import { type Defect, defectsOf } from '../defect.ts';
import { creations, updates } from '../route-table.ts';
import { idDefects } from './id-defects.ts';
import { updateDefects } from './update-defects.ts';

type RuleId = Defect['rule'];

const isFound = ({ status, body }: Answer): boolean => status === 200 && isObject(body) && !('pagination' in body);

const isPlainUuid = /^[\da-f]{32}$/;
const dashed = (id: string): string => id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

const withPlainId = (record: unknown): unknown =>
  isObject(record) && typeof record.id === 'string' ? { ...record, id: record.id.replaceAll('-', '') } : record;

/** Lookups and lists show the ids of one resource without dashes. Paths accept such ids as well. */
const plainIds =
  (resource: string): Wrap =>
  (handle) =>
    answersOtherwise(
      ({ method, segments: [first] }) => method === 'GET' && first === resource,
      (answer) => {
        const { body } = answer;
        if (isFound(answer)) return { ...answer, body: withPlainId(body) };
        return isObject(body) && Array.isArray(body.data)
          ? withFields(answer, { data: body.data.map(withPlainId) })
          : answer;
      },
    )((call) => {
      const segments = call.segments.map((segment) => (isPlainUuid.test(segment) ? dashed(segment) : segment));
      return handle({ ...call, segments });
    });

const identified: readonly [RuleId, resource: string, also?: readonly RuleId[]][] = [
  ['CONV-1', 'customers', ['COUP-6']],
  ['CONV-2', 'products'],
  // no notification is recognized by such an id of an order
  ['CONV-3', 'orders', ['HOOK-1', 'HOOK-2', 'HOOK-7', 'HOOK-13', 'DLV-4', 'DLV-38', 'PAS-25']],
  ['CONV-4', 'stores'],
  ['CONV-5', 'abandoned-carts'],
  ['CONV-6', 'coupons', ['CONV-7', 'COUP-3', 'COUP-4', 'COUP-5', 'DLV-3', 'PAS-25']],
  ['CONV-7', 'coupons', ['CONV-6', 'COUP-3', 'COUP-4', 'COUP-5', 'DLV-3', 'PAS-25']],
  ['CONV-14', 'users', ['PAG-25', 'PAG-30', 'DATE-21', 'DATE-28', 'USER-1', 'USER-2', 'USER-7']],
];

const dated: readonly [RuleId, lookup: string][] = [
  ['CONV-8', 'GET /customers/phone/:phone'],
  ['CONV-9', 'GET /products/external/:externalId'],
  ['CONV-10', 'GET /orders/external/:externalId'],
  ['CONV-11', 'GET /stores/external/:externalId'],
  ['CONV-12', 'GET /abandoned-carts/external/:externalId'],
  ['CONV-13', 'GET /coupons/code/:code'],
  ['CONV-85', 'GET /users/:id'],
];

const named: readonly [RuleId, lookup: string, also: readonly RuleId[]][] = [
  [
    'CONV-15',
    'GET /products/external/:externalId',
    ['PROD-2', 'PROD-4', 'PROD-5', 'PROD-13', 'PROD-14', 'PROD-15', 'PROD-19'],
  ],
  ['CONV-16', 'GET /orders/external/:externalId', ['ORD-13', 'ORD-14', 'ORD-18']],
  ['CONV-17', 'GET /stores/external/:externalId', ['STORE-1', 'STORE-2', 'STORE-5']],
  ['CONV-18', 'GET /abandoned-carts/external/:externalId', ['CART-1', 'CART-2', 'CART-5']],
  ['CONV-19', 'GET /coupons/code/:code', ['LIM-2', 'LIM-3', 'COUP-16', 'COUP-24', 'FLOW-20']],
];

const isPadded = (externalId: unknown): boolean => typeof externalId === 'string' && /^0\d+$/.test(externalId);

/** Matches the creation of the records that a lookup shows. */
const createsFor = (lookup: string): Fits => callsTo(lookup.replace(/^GET (\/[^/]+).*$/, 'POST $1'));

const records: readonly Defect[] = [
  ...identified.map(
    ([rule, resource, also = []]): Defect => ({
      rule,
      text: `shows the ids of its ${resource} without dashes`,
      wrap: plainIds(resource),
      also: ['PAS-10', ...also],
    }),
  ),
  ...dated.flatMap(([rule, lookup]) =>
    defectsOf({
      [rule]: {
        [`shows no updatedAt on ${lookup}`]: {
          wrap: showsOtherwise(callsTo(lookup), () => ({ updatedAt: undefined })),
        },
        [`shows createdAt with an offset on ${lookup}`]: {
          wrap: showsOtherwise(callsTo(lookup), ({ createdAt }) => ({
            createdAt: String(createdAt).replace('Z', '+00:00'),
          })),
          also: ['PAS-9'],
        },
      },
    }),
  ),
  ...named.flatMap(([rule, lookup, also]) =>
    defectsOf({
      [rule]: {
        [`shows its own id as externalId on ${lookup}`]: {
          wrap: showsOtherwise(callsTo(lookup), ({ id, externalId }) => ({
            externalId: typeof externalId === 'string' ? id : externalId,
          })),
          also,
        },
        [`shows the externalId in capitals on ${lookup}`]: {
          wrap: showsOtherwise(callsTo(lookup), ({ externalId }) => ({
            externalId: typeof externalId === 'string' ? externalId.toUpperCase() : externalId,
          })),
          also,
        },
        [`shows an externalId of digits as a number on ${lookup}`]: {
          wrap: showsOtherwise(callsTo(lookup), ({ externalId }) => ({
            externalId: isPadded(externalId) ? Number(externalId) : externalId,
          })),
          also: rule === 'CONV-19' ? ['COUP-16'] : [],
        },
        [`stores an externalId without its leading zeros, so that ${lookup} shows another one`]: {
          wrap: readsBodyOtherwise(createsFor(lookup), (sent) => ({
            ...sent,
            externalId: isPadded(sent.externalId) ? String(Number(sent.externalId)) : sent.externalId,
          })),
          also: rule === 'CONV-19' ? ['COUP-16'] : [],
        },
      },
    }),
  ),
  ...idDefects,
];

/** A route that writes, with the rules about it. */
interface Written {
  route: Route;
  ok: RuleId;
  tolerant: RuleId;
  malformed: RuleId;
  ignored: RuleId;
}

const written: readonly Written[] = [...creations, ...updates].map((route, index) => ({
  route,
  ok: `CONV-${23 + index}`,
  tolerant: `CONV-${42 + index}`,
  malformed: `CONV-${57 + index}`,
  ignored: `CONV-${71 + index}`,
}));

/** Rules of other sections that state the same about one route. */
const alsoRed: Partial<Record<Route, Partial<Record<keyof Written, readonly RuleId[]>>>> = {
  'POST /orders': { malformed: ['ERR-12'], ignored: ['ERR-12', 'ERR-14'] },
  'POST /coupons': { malformed: ['ERR-4'] },
  'POST /coupons/shared': { ok: ['SHARED-1'] },
  'PUT /orders/:id': { malformed: ['ERR-12'], ignored: ['ERR-12'] },
  'PUT /coupons/:id': { malformed: ['ERR-8'], ignored: ['ERR-8'] },
  'PUT /coupons/code/:code': { malformed: ['ERR-4'] },
};

export const isUntyped = ({ headers, body }: Call): boolean => headers['content-type'] === undefined && body !== '';
export const typed = (call: Call): Call => ({
  ...call,
  headers: { ...call.headers, 'content-type': 'application/json' },
});
export const isMalformed = ({ headers, body }: Call): boolean =>
  headers['content-type'] !== undefined && body !== '' && parsedJson(body) === undefined;

const withTrailingComma = /,\}$/;
const textAfter = /\}[^{}]+$/;

const otherSuccess = (route: string): number => (route.startsWith('POST') ? 201 : 204);

/** Mentions an unknown field in the response. */
export const warnsOf = (route: string, unknown: string, notice: JsonObject): Wrap =>
  showsOtherwise(
    callsTo(route, (call) => unknown in sentFields(call)),
    () => notice,
  );

/** Records that one route changed keep their earlier `updatedAt`. */
const keepsUpdatedAt =
  (route: string): Wrap =>
  (handle) => {
    const kept = new Map<unknown, unknown>();
    return async (call) => {
      if (callsTo(route)(call)) {
        const { body } = await handle({ ...call, method: 'GET', body: '' });
        if (isObject(body) && !kept.has(body.id)) kept.set(body.id, body.updatedAt);
      }
      const answer = await handle(call);
      const { body } = answer;
      const isKept = call.method === 'GET' && isObject(body) && kept.has(body.id);
      return isKept ? withFields(answer, { updatedAt: kept.get(body.id) }) : answer;
    };
  };

/** Stores a body without Content-Type that it refuses. */
const storesRefused =
  (route: Route): TimelessWrap =>
  (handle) =>
  async (call) => {
    const answer = await handle(call);
    if (!callsTo(route)(call) || !isUntyped(call) || answer.status !== 400) return answer;
    await handle(typed(call));
    return { status: 400, body: { message: ['code', 'amount', 'phone'] } };
  };

const brokenWrites = ({ route, ok, tolerant, malformed, ignored }: Written) =>
  defectsOf({
    [ok]: {
      [`answers ${route} with ${otherSuccess(route)}`]: {
        policy: { writes: { successStatus: (one: string) => (one === route ? otherSuccess(route) : 200) } },
        also: ['PAS-1', ...(alsoRed[route]?.ok ?? [])],
      },
    },
    [tolerant]: {
      [`refuses fields that it does not know on ${route}`]: {
        wrap: answersOtherwise(
          callsTo(route, (call) => 'fieldThatNobodyKnows' in sentFields(call)),
          () => ({ status: 400, body: { message: ['property fieldThatNobodyKnows should not exist'] } }),
        ),
      },
      [`warns of fields that it does not know on ${route}`]: {
        wrap: warnsOf(route, 'fieldThatNobodyKnows', { warnings: ['fieldThatNobodyKnows was ignored'] }),
      },
      [`says that it ignored something on ${route}`]: {
        wrap: warnsOf(route, 'fieldThatNobodyKnows', { notice: 'Some fields were ignored' }),
      },
    },
    [malformed]: {
      [`answers malformed JSON with 422 on ${route}`]: {
        wrap: answersOtherwise(callsTo(route, isMalformed), () => ({
          status: 422,
          body: { message: 'Unprocessable' },
        })),
        also: alsoRed[route]?.malformed ?? [],
      },
      [`overlooks a comma too many on ${route}`]: {
        wrap: readsOtherwise(callsTo(route), (call) => ({ ...call, body: call.body.replace(withTrailingComma, '}') })),
      },
      [`overlooks text after the JSON on ${route}`]: {
        wrap: readsOtherwise(callsTo(route), (call) => ({ ...call, body: call.body.replace(textAfter, '}') })),
      },
    },
    [ignored]: {
      [`takes a body without Content-Type for JSON on ${route}`]: {
        wrap: readsOtherwise(callsTo(route, isUntyped), typed),
        also: alsoRed[route]?.ignored ?? [],
      },
      [`refuses a body without Content-Type with 415 on ${route}`]: {
        wrap: answersOtherwise(callsTo(route, isUntyped), (answer) => ({ ...answer, status: 415 })),
        also: alsoRed[route]?.ignored ?? [],
      },
      [`stores a body without Content-Type on ${route} although it refuses it`]: {
        wrap: storesRefused(route),
        also: alsoRed[route]?.ignored ?? [],
      },
    },
  });

const removals: readonly [RuleId, route: string][] = [
  ['CONV-37', 'DELETE /customers/:id'],
  ['CONV-38', 'DELETE /products/:id'],
  ['CONV-39', 'DELETE /orders/:id'],
  ['CONV-40', 'DELETE /stores/:id'],
  ['CONV-41', 'DELETE /abandoned-carts/:id'],
];

const removed: readonly Defect[] = removals.flatMap(([rule, route]): Defect[] =>
  [undefined, { result: 'true' }, { deleted: true }].map((body) => ({
    rule,
    text: `answers ${route} with ${body ? JSON.stringify(body) : 'no body'}`,
    wrap: answersOtherwise(callsTo(route), (answer) => (answer.status === 200 ? { ...answer, body } : answer)),
    also: ['PAS-2'],
  })),
);

/** Answers a POST with the deleted record that had its `externalId`. */
const answersDeleted =
  (route: string): Wrap =>
  (handle) => {
    const deletes = callsTo(route);
    const creates = callsTo(route.replace('DELETE', 'POST').replace('/:id', ''));
    const deleted = new Map<string, Answer>();
    const keyOf = (call: Call, externalId: unknown): string => `${call.headers.authorization} ${String(externalId)}`;
    return async (call) => {
      if (deletes(call)) {
        const record = await handle({ ...call, method: 'GET' });
        const answer = await handle(call);
        if (answer.status === 200 && isFound(record))
          deleted.set(keyOf(call, valueAt(record.body, '/externalId')), record);
        return answer;
      }
      const known = creates(call) ? deleted.get(keyOf(call, sentFields(call).externalId)) : undefined;
      return known ?? handle(call);
    };
  };

export const conventionsDefects: readonly Defect[] = [
  ...defectsOf({
    'CONV-56': {
      'keeps the fields of a coupon that it does not know': {
        wrap: (handle) => {
          const kept = new Map<unknown, unknown>();
          return showsOtherwise(callsTo('GET /coupons/code/:code'), (_, call) => ({
            fieldThatNobodyKnows: kept.get(call.segments.at(-1)),
          }))((call) => {
            const { code, fieldThatNobodyKnows } = callsTo('POST /coupons')(call) ? sentFields(call) : {};
            if (fieldThatNobodyKnows !== undefined) kept.set(code, fieldThatNobodyKnows);
            return handle(call);
          });
        },
      },
    },
    'CONV-76': {
      'names only the first of the missing fields': {
        policy: { errors: { validation: (problems) => ({ status: 400, message: problems.slice(0, 1) }) } },
        also: ['ERR-2', 'ERR-15'],
      },
    },
  }),
  ...records,
  ...written.flatMap(brokenWrites),
  ...updates.map(
    (route): Defect => ({
      rule: 'CONV-86',
      text: `leaves updatedAt as it was on ${route}`,
      wrap: keepsUpdatedAt(route),
    }),
  ),
  ...updateDefects,
  ...removed,
  ...removals.map(
    ([, route]): Defect => ({
      rule: 'CONV-92',
      text: `answers a record that is posted after ${route} with the deleted one, and stores nothing`,
      wrap: answersDeleted(route),
    }),
  ),
];
