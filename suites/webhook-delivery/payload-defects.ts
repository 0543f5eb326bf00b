import { type NotificationFacts, webhooksPolicy } from '../../platform/policy/webhooks.ts';
import { derivedUuid } from '../broken-handling.ts';
import { defectsOf, type PlatformChange } from '../defect.ts';

/** Changes fields of every notification. */
export const otherPayload = (change: (facts: NotificationFacts) => object): PlatformChange => ({
  policy: { webhooks: { payload: (facts) => ({ ...webhooksPolicy.payload(facts), ...change(facts) }) } },
});

/** Rules that recognize notifications by their order. */
const byOrder = ['FLOW-5', 'HOOK-1', 'HOOK-2', 'HOOK-7', 'HOOK-13', 'DLV-16', 'DLV-19'] as const;

export const payloadsDefects = defectsOf({
  'DLV-1': {
    'sends no notifications': {
      policy: { webhooks: { isSent: () => false } },
      also: [...byOrder, 'AUTH-18', 'HOOK-4', 'HOOK-15'],
    },
    'sends nothing to the first URL of a company, whose registration was never changed': {
      policy: { webhooks: { target: ({ current, former }) => (former ? current : undefined) } },
      also: [...byOrder, 'HOOK-4', 'HOOK-15', 'PAS-21'],
    },
  },
  'DLV-2': {
    'notifies with PUT': { policy: { webhooks: { method: 'PUT' } }, also: ['PAS-15'] },
    'calls its JSON plain text': {
      policy: { webhooks: { contentType: 'text/plain; charset=utf-8' } },
      also: ['PAS-15'],
    },
    'calls its JSON a form': {
      policy: { webhooks: { contentType: 'application/x-www-form-urlencoded' } },
      also: ['PAS-15'],
    },
  },
  'DLV-3': {
    "sends the order's id for the coupon's": { ...otherPayload(({ orderId }) => ({ id: orderId })), also: ['PAS-25'] },
    'writes codes in notifications in small letters': {
      ...otherPayload(({ code }) => ({ code: code.toLowerCase() })),
      also: ['FLOW-14', 'PAS-21', 'PAS-26'],
    },
    "leaves the coupon's id out of notifications": {
      ...otherPayload(() => ({ id: undefined })),
      also: ['DLV-17', 'PAS-16', 'PAS-25'],
    },
  },
  'DLV-4': {
    "sends the coupon's id for the order's": {
      ...otherPayload(({ couponId }) => ({ orderId: couponId })),
      also: ['PAS-25', 'DLV-38'],
    },
    'names no order': { ...otherPayload(() => ({ orderId: null })), also: ['PAS-25', 'DLV-38'] },
  },
  'DLV-5': {
    'draws a company id for each notification': {
      ...otherPayload(({ couponId, attempt }) => ({ companyId: derivedUuid(couponId, attempt) })),
      also: ['DLV-17', 'PAS-24'],
    },
    'names the company by a text that is no UUID': {
      ...otherPayload(({ companyId }) => ({ companyId: companyId.replaceAll('-', '') })),
      also: ['DLV-6', 'PAS-16'],
    },
  },
  'DLV-6': {
    'gives every company the same company id': otherPayload(() => ({
      companyId: '5e7a3b52-07c4-4b8a-9c1e-2f6d8a90b1c3',
    })),
  },
  'DLV-7': {
    "puts the coupon's value into notifications": { ...otherPayload(() => ({ amount: 10 })), also: ['PAS-17'] },
    "puts the coupon's validity into notifications": {
      ...otherPayload(() => ({ expiryDate: '2100-01-01T00:00:00Z' })),
      also: ['PAS-17'],
    },
    "puts the coupon's customer into notifications": {
      ...otherPayload(({ couponId }) => ({ customer: { id: couponId } })),
      also: ['PAS-17'],
    },
  },
  'DLV-8': {
    'sends the bearer token with the first attempt only': {
      policy: {
        webhooks: { authorization: (facts) => (facts.attempt === 1 ? webhooksPolicy.authorization(facts) : undefined) },
      },
      also: ['PAS-23'],
    },
    'writes bearer with a small letter': {
      policy: {
        webhooks: {
          authorization: ({ bearerToken }) => (bearerToken === undefined ? undefined : `bearer ${bearerToken}`),
        },
      },
      also: ['HOOK-3', 'PAS-23'],
    },
    'sends no bearer token': { policy: { webhooks: { authorization: () => undefined } }, also: ['HOOK-3', 'PAS-23'] },
  },
});
