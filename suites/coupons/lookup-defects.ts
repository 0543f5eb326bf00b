import { isObject, type JsonObject } from '../../core/json.ts';
import type { Handle } from '../../platform/http/call.ts';
import {
  answersOtherwise,
  callsTo,
  type Fits,
  readsBodyOtherwise,
  readsPathOtherwise,
  remembersMissing,
  sentFields,
  showsOtherwise,
  type TimelessWrap,
} from '../broken-handling.ts';
import { type Defect, defectsOf, type PlatformChange } from '../defect.ts';
import { misnamesUnknown } from '../records/record-defects.ts';

const byCode = callsTo('GET /coupons/code/:code');
const byExternalId = callsTo('GET /coupons/external/:externalId');
const putById = callsTo('PUT /coupons/:id');
const putByCode = callsTo('PUT /coupons/code/:code');

const neverSetsExternalId = (fits: Fits): PlatformChange => ({
  wrap: readsBodyOtherwise(fits, ({ externalId: _, ...sent }) => ({ ...sent, set: true })),
});

const setsInCapitals = (fits: Fits): PlatformChange => ({
  wrap: readsBodyOtherwise(fits, (sent) =>
    typeof sent.externalId === 'string' ? { ...sent, externalId: sent.externalId.toUpperCase() } : sent,
  ),
});

/** Cuts the decimals of the amount of each coupon that such an update changed. */
const changesAmount =
  (fits: Fits, cuts: (sent: JsonObject) => boolean): TimelessWrap =>
  (handle) => {
    const changed = new Set<string>();
    return showsOtherwise(
      (call) => call.method === 'GET' && call.segments[0] === 'coupons',
      ({ id, code, amount }) =>
        changed.has(String(id)) || changed.has(String(code)) ? { amount: Math.trunc(Number(amount)) } : {},
    )(async (call) => {
      const answer = await handle(call);
      if (fits(call) && answer.status === 200 && cuts(sentFields(call))) changed.add(call.segments.at(-1) ?? '');
      return answer;
    });
  };

/** An index of coupons that forgets no key. */
const keepsReplaced: TimelessWrap = (handle) => {
  const ids = new Map<string, string>();
  return async (call) => {
    const answer = await handle(call);
    const { id, externalId } = isObject(answer.body) ? answer.body : {};
    if (typeof id === 'string' && typeof externalId === 'string') ids.set(externalId, id);
    const asked = byExternalId(call) && answer.status === 404 ? ids.get(call.segments.at(-1) ?? '') : undefined;
    return asked === undefined ? answer : handle({ ...call, path: `/coupons/${asked}`, segments: ['coupons', asked] });
  };
};

/** Wrong keys of `GET /coupons/order/{orderId}`, and the lookup that finds their record. */
const orderKeys: Readonly<Record<string, readonly string[]>> = {
  "the order's externalId": ['orders', 'external'],
  "the coupon's id": ['coupons'],
  "the coupon's code": ['coupons', 'code'],
};

const ofOrderBy =
  (lookup: readonly string[]) =>
  (handle: Handle): Handle =>
  async (call) => {
    const answer = await handle(call);
    if (!callsTo('GET /coupons/order/:orderId')(call) || answer.status === 200) return answer;
    const found = await handle({ ...call, path: '', segments: [...lookup, call.segments.at(-1) ?? ''] });
    if (found.status !== 200 || lookup[0] === 'coupons') return found.status === 200 ? found : answer;
    return handle({
      ...call,
      path: '',
      segments: ['coupons', 'order', isObject(found.body) ? String(found.body.id) : ''],
    });
  };

export const lookupDefects: readonly Defect[] = [
  ...defectsOf({
    'COUP-19': {
      'answers 422 on GET /coupons/code/:code when there is no such record': {
        policy: { errors: { missingRecord: { 'GET /coupons/code/:code': { status: 422 } } } },
        also: ['FLOW-21', 'FLOW-22', 'FLOW-31', 'FLOW-32'],
      },
      'answers another text on GET /coupons/code/:code when there is no such record': {
        policy: { errors: { missingRecord: { 'GET /coupons/code/:code': { message: 'Coupon code not found' } } } },
        also: ['FLOW-21', 'FLOW-31', 'FLOW-32'],
      },
    },
    'COUP-22': {
      'never sets an externalId by id': neverSetsExternalId(putById),
      'sets an externalId in capitals by id': setsInCapitals(putById),
    },
    'COUP-23': {
      'never sets an externalId by code': { ...neverSetsExternalId(putByCode), also: ['COUP-24', 'FLOW-20'] },
      'sets an externalId in capitals by code': {
        ...setsInCapitals(putByCode),
        also: ['COUP-24', 'FLOW-20', 'COUP-2'],
      },
    },
    'COUP-43': { 'still finds a coupon by the externalId that another one replaced': { wrap: keepsReplaced } },
    'COUP-24': {
      'gives the coupons of flows an externalId of their own': {
        wrap: showsOtherwise(byCode, ({ externalId, code }) => ({ externalId: externalId ?? code })),
      },
      'shows an empty externalId of the coupons of flows': {
        wrap: showsOtherwise(byCode, ({ externalId }) => ({ externalId: externalId ?? '' })),
      },
    },
    'COUP-25': {
      'does not decode slashes in the externalId of a coupon': { wrap: readsPathOtherwise(byExternalId, '/', '%2F') },
      'takes a plus for a space in the externalId of a coupon': { wrap: readsPathOtherwise(byExternalId, '+', ' ') },
    },
    'COUP-26': {
      'does not decode slashes in a coupon code': { wrap: readsPathOtherwise(byCode, '/', '%2F') },
      'takes a plus for a space in a coupon code': { wrap: readsPathOtherwise(byCode, '+', ' ') },
    },
    'COUP-1': {
      'finds no coupon by a code that was asked for before the coupon existed': {
        wrap: remembersMissing('GET /coupons/code/:code'),
      },
    },
    'COUP-2': {
      'finds no used coupon by externalId': {
        wrap: answersOtherwise(callsTo('GET /coupons/external/:externalId'), (answer) =>
          isObject(answer.body) && answer.body.used === true
            ? { status: 404, body: { message: 'Coupon not found' } }
            : answer,
        ),
        also: ['FLOW-20'],
      },
    },
  }),
  ...misnamesUnknown('COUP-18', 'GET /coupons/:id', { status: 422, message: 'Cupom não encontrado' }),
  ...misnamesUnknown('COUP-20', 'GET /coupons/external/:externalId', { status: 422, message: 'Not Found' }),
  ...misnamesUnknown('COUP-21', 'PUT /coupons/:id', { status: 404, message: 'Coupon code not found' }),
  ...(
    [
      ['id', putById],
      ['code', putByCode],
    ] as const
  ).flatMap(([by, fits]) =>
    defectsOf({
      'COUP-45': {
        [`cuts the decimals of the amount of a coupon that is updated by ${by}`]: {
          wrap: changesAmount(fits, () => true),
          ...(by === 'code' && { also: ['FLOW-20'] as const }),
        },
        [`cuts the decimals of an amount that an update by ${by} repeats`]: {
          wrap: changesAmount(fits, ({ amount }) => amount !== undefined),
        },
      },
    }),
  ),
  ...Object.entries(orderKeys).map(([what, found]) => ({
    rule: 'COUP-41' as const,
    text: `finds the coupon of an order by ${what}`,
    wrap: ofOrderBy(found),
  })),
];
