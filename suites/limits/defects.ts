import { callsTo } from '../broken-handling.ts';
import { defectsOf } from '../defect.ts';

export const limitsDefects = defectsOf({
  'LIM-1': {
    'serves 51 records a page': {
      policy: { pages: { maxPageSize: 51 } },
      also: ['PAG-2', 'PAS-12', 'PAG-27', 'PAG-14', 'PAG-15', 'PAG-16', 'PAG-17', 'PAG-18', 'PAG-19'],
    },
    'serves as many records as are asked for': {
      policy: { pages: { maxPageSize: 1_000_000 } },
      also: ['PAG-2', 'PAS-12', 'PAG-27', 'PAG-14', 'PAG-15', 'PAG-16', 'PAG-17', 'PAG-18', 'PAG-19'],
    },
  },
  'LIM-2': {
    'keeps 254 characters of an externalId': { policy: { coupons: { maxExternalIdLength: 254 } }, also: ['LIM-3'] },
  },
  'LIM-3': {
    'keeps 256 characters of an externalId': { policy: { coupons: { maxExternalIdLength: 256 } } },
    'keeps 255 bytes of an externalId': {
      policy: {
        coupons: {
          storedExternalId: (text: string, maxLength: number) =>
            Buffer.from(text)
              .subarray(0, maxLength)
              .toString()
              .replace(/\ufffd$/, ''),
        },
      },
      also: ['LIM-2'],
    },
    'keeps an externalId whole': { policy: { coupons: { storedExternalId: (text: string) => text } } },
    'keeps the last 255 characters of an externalId': {
      policy: { coupons: { storedExternalId: (text: string, maxLength: number) => text.slice(-maxLength) } },
    },
    'ends a cut externalId with dots': {
      policy: {
        coupons: {
          storedExternalId: (text: string, maxLength: number) =>
            text.length > maxLength ? `${text.slice(0, maxLength - 3)}...` : text,
        },
      },
    },
    'refuses an externalId of more than 255 characters': {
      wrap: (handle) => (call) =>
        callsTo('POST /coupons')(call) && /"externalId":"[^"]{256,}"/.test(call.body)
          ? { status: 400, body: { message: ['externalId is too long'] } }
          : handle(call),
    },
  },
  'LIM-4': {
    'knows shared ids up to 2147483646': {
      policy: { sharedCoupons: { maxId: 2_147_483_646 } },
      also: ['LIM-5', 'SHARED-7'],
    },
    'begins shared ids with 2': {
      policy: {
        sharedCoupons: {
          storedId(sent: string | number, maxId: number) {
            const rounded = Math.round(Number.parseFloat(String(sent)) || 0);
            return rounded === 1 ? 2 : Math.min(maxId, rounded);
          },
        },
      },
      also: ['SHARED-3'],
    },
  },
  'LIM-5': {
    'knows shared ids up to 2147483648': { policy: { sharedCoupons: { maxId: 2_147_483_648 } }, also: ['SHARED-7'] },
    'lets a shared id that is too large overflow': {
      policy: {
        sharedCoupons: { storedId: (sent: string | number) => Math.round(Number.parseFloat(String(sent)) || 0) | 0 },
      },
      also: ['SHARED-7'],
    },
  },
  'LIM-6': {
    'ends a coupon without expiry a day early': {
      policy: { coupons: { defaultExpiryDate: '2099-12-31T00:00:00Z' } },
      also: ['COUP-15'],
    },
    'ends a coupon without expiry in 2038': {
      policy: { coupons: { defaultExpiryDate: '2038-01-19T03:14:07Z' } },
      also: ['COUP-15'],
    },
  },
});
