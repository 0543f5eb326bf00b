import type { Answer, Handle } from '../../platform/http/call.ts';
import {
  callsTo,
  derivedUuid,
  readsBodyOtherwise,
  sentFields,
  showsOtherwise,
  withFields,
} from '../broken-handling.ts';
import { defectsOf, type PlatformChange } from '../defect.ts';

const registers = callsTo('POST /coupons/shared');
const byCode = callsTo('GET /coupons/code/:code');

/** Stores the ids of shared coupons by another rule. */
const storing = (storedId: (sent: string | number, maxId: number) => number): PlatformChange => ({
  policy: { sharedCoupons: { storedId } },
});

const inBounds = (number: number, maxId: number): number => Math.max(0, Math.min(maxId, Math.round(number)));
const leadingNumber = (sent: string | number): number => Number(/^\d+/.exec(String(sent))?.[0] ?? 0);
/** Reads strings by another rule, and numbers as documented. */
const readingTexts = (read: (text: string) => number): PlatformChange =>
  storing((sent, maxId) => inBounds(typeof sent === 'number' ? sent : read(sent), maxId));
/** Reads numbers by another rule, and strings as documented. */
const readingNumbers = (read: (sent: number, maxId: number) => number): PlatformChange =>
  storing((sent, maxId) => (typeof sent === 'number' ? read(sent, maxId) : inBounds(leadingNumber(sent), maxId)));

/** Refuses a second coupon with the same id. */
const refusesTaken = (handle: Handle): Handle => {
  const taken = new Set<unknown>();
  return (call) => {
    if (!registers(call)) return handle(call);
    const { externalId } = sentFields(call);
    if (externalId === undefined) return handle(call);
    if (taken.has(externalId)) return { status: 422, body: { message: 'External id already exists' } };
    taken.add(externalId);
    return handle(call);
  };
};

/** Replaces the first coupon of an id by the second. */
const replacesFirst = (handle: Handle): Handle => {
  const codesById = new Map<unknown, string>();
  const replacedBy = new Map<string, string>();
  return (call): Answer | Promise<Answer> => {
    const { externalId, code } = sentFields(call);
    if (registers(call)) {
      const earlier = codesById.get(externalId);
      if (earlier !== undefined && earlier !== code) replacedBy.set(earlier, String(code));
      codesById.set(externalId, String(code));
    }
    const instead = byCode(call) ? replacedBy.get(call.segments.at(-1) ?? '') : undefined;
    return handle(instead === undefined ? call : { ...call, segments: [...call.segments.slice(0, -1), instead] });
  };
};

/** Shows the customer of the first order with its code as the customer of a coupon. */
const linksFirst = (handle: Handle): Handle => {
  const customers = new Map<unknown, unknown>();
  return async (call) => {
    const answer = await handle(call);
    const { couponCode, customer } = sentFields(call);
    if (callsTo('POST /orders')(call) && answer.status === 200 && !customers.has(couponCode)) {
      customers.set(couponCode, customer);
    }
    const code = call.segments.at(-1);
    const isShared = byCode(call) && String(code).includes('-shared-') && customers.has(code);
    return isShared && answer.status === 200 ? withFields(answer, { customer: customers.get(code) }) : answer;
  };
};

export const sharedCouponsDefects = defectsOf({
  'SHARED-1': {
    'answers 201 to the registration of a shared coupon': {
      policy: { writes: { successStatus: (route) => (route === 'POST /coupons/shared' ? 201 : 200) } },
      also: ['CONV-29', 'PAS-1'],
    },
    'requires a phone of a shared coupon': {
      wrap: (handle) => async (call) => {
        const answer = await handle(call);
        return registers(call) && answer.status === 200 && sentFields(call).phone === undefined
          ? { status: 400, body: { message: ['phone is missing'] } }
          : answer;
      },
      also: [
        'SHARED-3',
        'SHARED-4',
        'SHARED-5',
        'SHARED-6',
        'SHARED-7',
        'SHARED-8',
        'CONV-29',
        'CONV-48',
        'LIM-4',
        'LIM-5',
      ],
    },
  },
  'SHARED-2': {
    'keeps the codes of shared coupons in capitals': {
      wrap: readsBodyOtherwise(registers, (sent) => ({ ...sent, code: String(sent.code).toUpperCase() })),
      also: ['SHARED-8', 'CONV-48'],
    },
  },
  'SHARED-3': {
    'counts the ids of shared coupons from 2': {
      ...readingNumbers((sent, max) => Math.max(2, inBounds(sent, max))),
      also: ['LIM-4'],
    },
    'numbers shared coupons itself': {
      ...storing(() => 7),
      also: ['SHARED-4', 'SHARED-5', 'SHARED-6', 'SHARED-7', 'LIM-4', 'LIM-5'],
    },
  },
  'SHARED-4': {
    'takes no number from a text': readingTexts(() => 0),
    'takes a text for a number only as a whole': readingTexts((text) => Number(text) || 0),
    'takes all digits of a text': { ...readingTexts((text) => Number(text.replaceAll(/\D/g, ''))), also: ['SHARED-5'] },
  },
  'SHARED-5': {
    'stores 1 for a text without a number': readingTexts((text) => leadingNumber(text) || 1),
    'takes the first number of a text wherever it stands': readingTexts((text) => Number(/\d+/.exec(text)?.[0] ?? 0)),
    'passes over a letter before a number': readingTexts((text) => Number(/^\D?(\d+)/.exec(text)?.[1] ?? 0)),
    'refuses a text without a number': {
      wrap: (handle) => (call) =>
        registers(call) && /^\D/.test(String(sentFields(call).externalId ?? 0))
          ? { status: 400, body: { message: ['externalId must be a number'] } }
          : handle(call),
    },
  },
  'SHARED-6': {
    'cuts decimals of ids': readingNumbers((sent, max) => inBounds(Math.floor(sent), max)),
    'rounds decimals of ids up': readingNumbers((sent, max) => inBounds(Math.ceil(sent), max)),
  },
  'SHARED-7': {
    'has a largest id that is one too small': {
      policy: { sharedCoupons: { maxId: 2_147_483_646 } },
      also: ['LIM-4', 'LIM-5'],
    },
    'has a largest id that is one too large': { policy: { sharedCoupons: { maxId: 2_147_483_648 } }, also: ['LIM-5'] },
    'lets ids overflow': { ...readingNumbers((sent) => Math.abs(Math.round(sent) | 0)), also: ['LIM-5'] },
  },
  'SHARED-8': {
    'refuses a shared coupon whose externalId is taken': {
      wrap: refusesTaken,
      also: ['LIM-4', 'SHARED-3', 'SHARED-4', 'SHARED-5', 'SHARED-6', 'SHARED-7'],
    },
    'replaces a shared coupon by the next one with its externalId': {
      wrap: replacesFirst,
      also: ['SHARED-3', 'SHARED-4', 'SHARED-5', 'SHARED-6', 'SHARED-7'],
    },
  },
  'SHARED-9': {
    'links a shared coupon to the customer of the first order with its code': {
      wrap: linksFirst,
      also: ['PAS-14', 'PAS-19'],
    },
    'links a shared coupon to a customer without a name': {
      wrap: showsOtherwise(
        (call) => byCode(call) && String(call.segments[2]).includes('-shared-'),
        (_, { path }) => ({ customer: { id: derivedUuid(path), firstName: '', lastName: '', phone: '' } }),
      ),
      also: ['PAS-19'],
    },
  },
});
