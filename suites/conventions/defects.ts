import { isObject, type JsonObject } from '../../core/json.ts';
import { parsedJson } from '../../fixtures/reading/parsed-json.ts';
import type { Wrap } from '../../platform/create-platform.ts';
import type { Answer, Call } from '../../platform/http/call.ts';
import { answersOtherwise, callsTo, readsOtherwise, sentFields, withFields } from '../broken-handling.ts';
import type { Defect } from '../defect.ts';
import { idDefects } from './id-defects.ts';

type RuleId = Defect['rule'];

const isFound = ({ status, body }: Answer): boolean => status === 200 && isObject(body) && !('pagination' in body);

/** One record that is read is shown otherwise. */
const shownOtherwise = (lookup: string, change: (record: JsonObject, call: Call) => JsonObject): Wrap =>
  answersOtherwise(callsTo(lookup), (answer, call) =>
    isFound(answer) && isObject(answer.body) ? withFields(answer, change(answer.body, call)) : answer,
  );

const isPlainUuid = /^[\da-f]{32}$/;
const dashed = (id: string): string => id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

const withPlainId = (record: unknown): unknown =>
  isObject(record) && typeof record.id === 'string' ? { ...record, id: record.id.replaceAll('-', '') } : record;

/** Lookups and lists of a kind show its ids without dashes, which are understood in every path. */
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
  // no notification is recognised by such an id of an order
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
  ['CONV-15', 'GET /products/external/:externalId', ['PROD-2', 'PROD-4', 'PROD-5', 'PROD-13', 'PROD-14', 'PROD-15']],
  ['CONV-16', 'GET /orders/external/:externalId', ['ORD-13', 'ORD-14', 'ORD-18']],
  ['CONV-17', 'GET /stores/external/:externalId', ['STORE-1', 'STORE-2', 'STORE-5']],
  ['CONV-18', 'GET /abandoned-carts/external/:externalId', ['CART-1', 'CART-2', 'CART-5']],
  ['CONV-19', 'GET /coupons/code/:code', ['LIM-2', 'LIM-3', 'COUP-16', 'COUP-24']],
];

const records: readonly Defect[] = [
  ...identified.map(
    ([rule, resource, also = []]): Defect => ({
      rule,
      text: `shows the ids of its ${resource} without dashes`,
      options: { wrap: plainIds(resource) },
      also: ['PAS-10', ...also],
    }),
  ),
  ...dated.flatMap(([rule, lookup]): Defect[] => [
    {
      rule,
      text: `shows no updatedAt on ${lookup}`,
      options: { wrap: shownOtherwise(lookup, () => ({ updatedAt: undefined })) },
    },
    {
      rule,
      text: `shows createdAt with an offset on ${lookup}`,
      options: {
        wrap: shownOtherwise(lookup, ({ createdAt }) => ({ createdAt: String(createdAt).replace('Z', '+00:00') })),
      },
      also: ['PAS-9'],
    },
  ]),
  ...named.flatMap(([rule, lookup, also]): Defect[] => [
    {
      rule,
      text: `shows its own id as externalId on ${lookup}`,
      options: {
        wrap: shownOtherwise(lookup, ({ id, externalId }) => ({
          externalId: typeof externalId === 'string' ? id : externalId,
        })),
      },
      also,
    },
    {
      rule,
      text: `shows the externalId in capitals on ${lookup}`,
      options: {
        wrap: shownOtherwise(lookup, ({ externalId }) => ({
          externalId: typeof externalId === 'string' ? externalId.toUpperCase() : externalId,
        })),
      },
      also,
    },
  ]),
  ...idDefects,
];

/** A route that writes, with the rules about it. */
interface Written {
  route: string;
  ok: RuleId;
  tolerant: RuleId;
  malformed: RuleId;
  ignored: RuleId;
  /** Rules that say the same, in the same order. */
  alsoOk?: readonly RuleId[];
  alsoMalformed?: readonly RuleId[];
  alsoIgnored?: readonly RuleId[];
}

/** Routes that create. */
const creations: readonly Written[] = [
  { route: 'POST /customers', ok: 'CONV-23', tolerant: 'CONV-42', malformed: 'CONV-57', ignored: 'CONV-71' },
  { route: 'POST /products', ok: 'CONV-24', tolerant: 'CONV-43', malformed: 'CONV-58', ignored: 'CONV-72' },
  {
    route: 'POST /orders',
    ok: 'CONV-25',
    tolerant: 'CONV-44',
    malformed: 'CONV-59',
    ignored: 'CONV-73',
    alsoMalformed: ['ERR-12'],
    alsoIgnored: ['ERR-12', 'ERR-14'],
  },
  { route: 'POST /stores', ok: 'CONV-26', tolerant: 'CONV-45', malformed: 'CONV-60', ignored: 'CONV-74' },
  { route: 'POST /abandoned-carts', ok: 'CONV-27', tolerant: 'CONV-46', malformed: 'CONV-61', ignored: 'CONV-75' },
  {
    route: 'POST /coupons',
    ok: 'CONV-28',
    tolerant: 'CONV-47',
    malformed: 'CONV-62',
    ignored: 'CONV-76',
    alsoMalformed: ['ERR-4'],
  },
  {
    route: 'POST /coupons/shared',
    ok: 'CONV-29',
    tolerant: 'CONV-48',
    malformed: 'CONV-63',
    ignored: 'CONV-77',
    alsoOk: ['SHARED-1'],
  },
];

/** Routes that update. */
const updates: readonly Written[] = [
  { route: 'PUT /customers/:id', ok: 'CONV-30', tolerant: 'CONV-49', malformed: 'CONV-64', ignored: 'CONV-78' },
  { route: 'PUT /products/:id', ok: 'CONV-31', tolerant: 'CONV-50', malformed: 'CONV-65', ignored: 'CONV-79' },
  {
    route: 'PUT /orders/:id',
    ok: 'CONV-32',
    tolerant: 'CONV-51',
    malformed: 'CONV-66',
    ignored: 'CONV-80',
    alsoMalformed: ['ERR-12'],
    alsoIgnored: ['ERR-12'],
  },
  { route: 'PUT /stores/:id', ok: 'CONV-33', tolerant: 'CONV-52', malformed: 'CONV-67', ignored: 'CONV-81' },
  { route: 'PUT /abandoned-carts/:id', ok: 'CONV-34', tolerant: 'CONV-53', malformed: 'CONV-68', ignored: 'CONV-82' },
  {
    route: 'PUT /coupons/:id',
    ok: 'CONV-35',
    tolerant: 'CONV-54',
    malformed: 'CONV-69',
    ignored: 'CONV-83',
    alsoMalformed: ['ERR-8'],
    alsoIgnored: ['ERR-8'],
  },
  {
    route: 'PUT /coupons/code/:code',
    ok: 'CONV-36',
    tolerant: 'CONV-55',
    malformed: 'CONV-70',
    ignored: 'CONV-84',
    alsoMalformed: ['ERR-4'],
  },
];

export const isUntyped = ({ headers, body }: Call): boolean => headers['content-type'] === undefined && body !== '';
export const typed = (call: Call): Call => ({
  ...call,
  headers: { ...call.headers, 'content-type': 'application/json' },
});
export const isMalformed = ({ headers, body }: Call): boolean =>
  headers['content-type'] !== undefined && body !== '' && parsedJson(body) === undefined;

const withTrailingComma = /,\}$/;

const otherSuccess = (route: string): number => (route.startsWith('POST') ? 201 : 204);

/** Says something of an unknown field in the answer. */
export const warnsOf = (route: string, unknown: string, said: JsonObject): Wrap =>
  answersOtherwise(
    (call) => callsTo(route)(call) && unknown in sentFields(call),
    (answer) => (answer.status === 200 ? withFields(answer, said) : answer),
  );

/** Records that one route changed go on showing when they were changed before. */
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

const brokenWrites = ({
  route,
  ok,
  tolerant,
  malformed,
  ignored,
  alsoOk = [],
  alsoMalformed = [],
  alsoIgnored = [],
}: Written): Defect[] => [
  {
    rule: ok,
    text: `answers ${route} with ${otherSuccess(route)}`,
    options: { policy: { writes: { successStatus: (one) => (one === route ? otherSuccess(route) : 200) } } },
    also: ['PAS-1', ...alsoOk],
  },
  {
    rule: tolerant,
    text: `refuses fields that it does not know on ${route}`,
    options: {
      wrap: answersOtherwise(
        (call) => callsTo(route)(call) && 'fieldThatNobodyKnows' in sentFields(call),
        () => ({ status: 400, body: { message: ['property fieldThatNobodyKnows should not exist'] } }),
      ),
    },
  },
  {
    rule: tolerant,
    text: `warns of fields that it does not know on ${route}`,
    options: { wrap: warnsOf(route, 'fieldThatNobodyKnows', { warnings: ['fieldThatNobodyKnows was ignored'] }) },
  },
  {
    rule: tolerant,
    text: `says that it ignored something on ${route}`,
    options: { wrap: warnsOf(route, 'fieldThatNobodyKnows', { notice: 'Some fields were ignored' }) },
  },
  {
    rule: malformed,
    text: `answers malformed JSON with 422 on ${route}`,
    options: {
      wrap: answersOtherwise(
        (call) => callsTo(route)(call) && isMalformed(call),
        () => ({ status: 422, body: { message: 'Unprocessable' } }),
      ),
    },
    also: alsoMalformed,
  },
  {
    rule: malformed,
    text: `overlooks a comma too many on ${route}`,
    options: {
      wrap: readsOtherwise(callsTo(route), (call) => ({ ...call, body: call.body.replace(withTrailingComma, '}') })),
    },
  },
  {
    rule: ignored,
    text: `takes a body without Content-Type for JSON on ${route}`,
    options: { wrap: readsOtherwise((call) => callsTo(route)(call) && isUntyped(call), typed) },
    also: alsoIgnored,
  },
  {
    rule: ignored,
    text: `refuses a body without Content-Type with 415 on ${route}`,
    options: {
      wrap: answersOtherwise(
        (call) => callsTo(route)(call) && isUntyped(call),
        (answer) => ({ ...answer, status: 415 }),
      ),
    },
    also: alsoIgnored,
  },
  {
    rule: ignored,
    text: `stores a body without Content-Type on ${route} although it refuses it`,
    options: {
      wrap: (handle) => async (call) => {
        const answer = await handle(call);
        if (!callsTo(route)(call) || !isUntyped(call) || answer.status !== 400) return answer;
        await handle(typed(call));
        return { status: 400, body: { message: ['code', 'amount', 'phone'] } };
      },
    },
    also: alsoIgnored,
  },
];

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
    options: {
      wrap: answersOtherwise(callsTo(route), (answer) => (answer.status === 200 ? { ...answer, body } : answer)),
    },
    also: ['PAS-2'],
  })),
);

export const conventionsDefects: readonly Defect[] = [
  ...records,
  ...[...creations, ...updates].flatMap(brokenWrites),
  ...updates.map(
    ({ route }): Defect => ({
      rule: 'CONV-86',
      text: `leaves updatedAt as it was on ${route}`,
      options: { wrap: keepsUpdatedAt(route) },
    }),
  ),
  ...removed,
  {
    rule: 'CONV-56',
    text: 'keeps the fields of a coupon that it does not know',
    options: {
      wrap: (handle, runtime) => {
        const kept = new Map<unknown, unknown>();
        return shownOtherwise('GET /coupons/code/:code', (_, call) => ({
          fieldThatNobodyKnows: kept.get(call.segments.at(-1)),
        }))((call) => {
          const { code, fieldThatNobodyKnows } = callsTo('POST /coupons')(call) ? sentFields(call) : {};
          if (fieldThatNobodyKnows !== undefined) kept.set(code, fieldThatNobodyKnows);
          return handle(call);
        }, runtime);
      },
    },
  },
  {
    rule: 'CONV-76',
    text: 'names only the first of the missing fields',
    options: { policy: { errors: { validation: (problems) => ({ status: 400, message: problems.slice(0, 1) }) } } },
    also: ['ERR-2', 'ERR-15'],
  },
];
