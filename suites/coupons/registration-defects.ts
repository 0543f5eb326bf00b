import { isObject, type JsonObject } from '../../core/json.ts';
import type { Handle } from '../../platform/http/call.ts';
import {
  answersOtherwise,
  callsTo,
  derivedUuid,
  readsBodyOtherwise,
  sentFields,
  withBody,
  withFields,
} from '../broken-handling.ts';
import { defectsOf, type PlatformChange } from '../defect.ts';

const registers = callsTo('POST /coupons');

/** Changes the body of each registration. */
export const registering = (change: (sent: JsonObject) => JsonObject): PlatformChange => ({
  wrap: readsBodyOtherwise(registers, change),
});

/** Refuses registrations with certain fields. */
export const refusingRegistrations = (isRefused: (sent: JsonObject) => boolean): PlatformChange => ({
  wrap: answersOtherwise(registers, (answer, call) =>
    answer.status === 200 && isRefused(sentFields(call)) ? { status: 422, body: { message: 'Refused' } } : answer,
  ),
});

/** Refuses a registration without these fields with 422 in place of 400. */
const refusingWithout = (fields: readonly string[]): PlatformChange => ({
  wrap: answersOtherwise(registers, (answer, call) => {
    const sent = sentFields(call);
    const isLacking = Object.keys(sent).length > 0 && fields.every((field) => sent[field] === undefined);
    return answer.status === 400 && isLacking ? { ...answer, status: 422 } : answer;
  }),
});

/** Refuses a registration without a field, but only after it has stored the coupon. */
const storesWithout =
  (field: string, fill: (sent: object) => unknown) =>
  (handle: Handle): Handle =>
  async (call) => {
    const answer = await handle(call);
    const sent = sentFields(call);
    if (registers(call) && sent.externalId !== undefined && sent[field] === undefined) {
      await handle(withBody(call, () => ({ ...sent, [field]: fill(sent) })));
    }
    return answer;
  };

const digitsAsNumber = (text: string): string => (/^\d+$/.test(text) ? String(Number(text)) : text);

/** Shows the type that was sent, whatever it is. */
const keepsAnyType = (handle: Handle): Handle => {
  const typesByCode = new Map<unknown, unknown>();
  return async (call) => {
    const { code, type } = sentFields(call);
    if (registers(call) && type === 'fixed') {
      typesByCode.set(code, type);
      return handle(withBody(call, ({ type: _, ...sent }) => sent));
    }
    const answer = await handle(call);
    const kept = isObject(answer.body) ? typesByCode.get(answer.body.code) : undefined;
    return kept === undefined ? answer : withFields(answer, { type: kept });
  };
};

/** Wrong by one for a number that is stored as a little less than it is. */
const cutAtHundredths = (amount: number): number => Math.trunc(amount * 100) / 100;

export const registrationDefects = defectsOf({
  'COUP-9': {
    'refuses coupons that have a minimum purchase': {
      ...refusingRegistrations(({ minPurchaseValue }) => minPurchaseValue !== undefined),
      also: ['COUP-10'],
    },
    'rounds the amount of coupons': {
      ...registering((sent) => (typeof sent.amount === 'number' ? { ...sent, amount: Math.round(sent.amount) } : sent)),
      also: ['COUP-10', 'COUP-45'],
    },
    'registers every coupon with a fixed value': registering((sent) => ({ ...sent, type: 'fixed_cart' })),
    'cuts the decimals of the minimum purchase': {
      ...registering((sent) =>
        typeof sent.minPurchaseValue === 'number'
          ? { ...sent, minPurchaseValue: Math.floor(sent.minPurchaseValue) }
          : sent,
      ),
      also: ['COUP-45', 'COUP-10'],
    },
    'ignores expiry dates': {
      ...registering((sent) => ({ ...sent, expiryDate: undefined })),
      also: ['DATE-15', 'COUP-10', 'DATE-7', 'DATE-8', 'DATE-9', 'DATE-10'],
    },
  },
  'COUP-10': {
    'registers every coupon with a percentage': {
      ...registering((sent) => ({ ...sent, type: 'percent' })),
      also: ['COUP-45'],
    },
    'keeps the whole hundredths of an amount that was multiplied by a hundred': registering((sent) =>
      typeof sent.amount === 'number' ? { ...sent, amount: cutAtHundredths(sent.amount) } : sent,
    ),
    'ignores the minimum purchase of a fixed value': {
      ...registering((sent) => (sent.type === 'fixed_cart' ? { ...sent, minPurchaseValue: undefined } : sent)),
      also: ['COUP-45'],
    },
  },
  'COUP-11': {
    'makes up a code': {
      ...registering((sent) => ({ code: `made-up-${derivedUuid(sent)}`, ...sent })),
      also: ['ERR-1', 'ERR-2'],
    },
    'answers a missing code with 422': { ...refusingWithout(['code']), also: ['ERR-1', 'ERR-2', 'PAS-5', 'ERR-11'] },
    'stores a coupon without code': {
      wrap: storesWithout('code', (sent) => `codeless-${derivedUuid(sent)}`),
      also: ['CUST-20'],
    },
  },
  'COUP-12': {
    'takes a missing amount for 0': { ...registering((sent) => ({ amount: 0, ...sent })), also: ['ERR-1', 'ERR-2'] },
    'answers a missing amount with 422': {
      ...refusingWithout(['amount']),
      also: ['ERR-1', 'ERR-2', 'PAS-5', 'ERR-11'],
    },
    'stores a coupon without amount': { wrap: storesWithout('amount', () => 0) },
  },
  'COUP-13': {
    'registers coupons without a phone': {
      ...registering((sent) => ({ phone: '0', ...sent })),
      also: ['ERR-1', 'ERR-2'],
    },
    'answers a missing phone with 422': { ...refusingWithout(['phone']), also: ['ERR-1', 'ERR-2', 'PAS-5', 'ERR-11'] },
    'stores a coupon without phone': { wrap: storesWithout('phone', () => '0') },
  },
  'COUP-14': {
    'registers coupons with neither externalId nor createOnProvider': {
      policy: { coupons: { needsExternalIdOrProvider: false } },
      also: ['COUP-39'],
    },
  },
  'COUP-39': {
    'answers a missing externalId with 422': {
      ...refusingWithout(['externalId', 'createOnProvider']),
      also: ['PAS-5', 'ERR-11'],
    },
  },
  'COUP-15': {
    'lets a coupon that it creates in the shop expire in a year unless the request says otherwise': registering(
      (sent) => (sent.createOnProvider === true ? { expiryDate: '2027-01-01T00:00:00Z', ...sent } : sent),
    ),
    'lets a coupon that awaits an order expire in a year unless the request says otherwise': registering((sent) =>
      sent.awaitingOrder === true ? { expiryDate: '2027-01-01T00:00:00Z', ...sent } : sent,
    ),
    'has coupons expire at the end of 2099': {
      policy: { coupons: { defaultExpiryDate: '2099-12-31T23:59:59Z' } },
      also: ['LIM-6'],
    },
    'has coupons expire on 2 January 2100': {
      policy: { coupons: { defaultExpiryDate: '2100-01-02T03:00:00Z' } },
      also: ['LIM-6'],
    },
    'has coupons expire within a century': {
      policy: { coupons: { defaultExpiryDate: '2030-01-01T00:00:00Z' } },
      also: ['LIM-6'],
    },
  },
  'COUP-16': {
    'takes an externalId of digits for a number': {
      policy: { coupons: { storedExternalId: digitsAsNumber } },
      also: ['LIM-3', 'CONV-19'],
    },
    'cuts the externalId of coupons at 36 characters': {
      policy: { coupons: { maxExternalIdLength: 36 } },
      also: ['COUP-22', 'COUP-23', 'COUP-25', 'LIM-2', 'LIM-3'],
    },
    'takes accents off the externalId of coupons': {
      policy: {
        coupons: {
          storedExternalId: (text) =>
            text
              .normalize('NFD')
              .replaceAll(/\p{Mn}/gu, '')
              .slice(0, 255),
        },
      },
      also: ['COUP-25', 'LIM-2', 'LIM-3'],
    },
  },
  'COUP-17': { 'keeps a type that does not exist': { wrap: keepsAnyType, also: ['PAS-13'] } },
  'COUP-42': {
    'requires an externalId even with createOnProvider': registering(({ createOnProvider: _, ...sent }) => sent),
  },
});
