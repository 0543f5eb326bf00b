import { act, answering, read, send } from '../test-records/test-record.ts';
import {
  acting,
  also,
  type Breaches,
  callTo,
  rewriting,
  sending,
  without,
  withoutAt,
} from '../test-records/test-record-changes.ts';

const ownTwo = { externalId: 'own-2', code: 'OWN2' };

export const breachesOfOwnCoupons: Breaches = {
  'PART-17': {
    'a mark that fails, and a coupon that is found unused afterwards and left': also(['PART-44'], (record) => {
      act(record, { action: 'register-coupon', fromMs: 4490, id: 'own-2' });
      send(record, 4495, 'POST /coupons', { ...JSON.parse(callTo(record, 'POST /coupons').body), ...ownTwo });
      act(record, { action: 'mark-coupon-used', fromMs: 4500, parameters: { code: ownTwo.code } });
      send(record, 4510, 'PUT /coupons/code/OWN2', { used: true, awaitingOrder: false }, { answer: answering(500) });
      read(record, 4520, '/coupons/code/OWN2', { ...ownTwo, used: false });
    }),
  },
  'PART-35': {
    neither: (record) => {
      rewriting('POST /coupons', { externalId: undefined })(record);
      without('GET /coupons/external')(record);
    },
  },
  'PART-174': {
    'both of them': rewriting('POST /coupons', { createOnProvider: true }),
    'a coupon that the partner had made by then': (record) => {
      act(record, { action: 'register-coupon', fromMs: 4500, id: 'own-90', code: 'MINE90' });
      const coupon = { type: 'percent', amount: 5, phone: '+5511955557777', expiryDate: '2031-01-31T12:00:00Z' };
      send(record, 4502, 'POST /coupons', { code: 'MINE90', createOnProvider: true, minPurchaseValue: 0, ...coupon });
    },
  },
  'PART-36': {
    'no phone': rewriting('POST /coupons', { phone: undefined }),
    'no amount': rewriting('POST /coupons', { amount: undefined }),
    'a blank for a phone': rewriting('POST /coupons', { phone: ' ' }),
    'the country for a phone': rewriting('POST /coupons', { phone: '+55' }),
    'a word for a phone': rewriting('POST /coupons', { phone: 'null' }),
  },
  'PART-37': {
    'another type': rewriting('POST /coupons', { type: 'fixed' }),
    'an empty type': rewriting('POST /coupons', { type: '' }),
  },
  'PART-38': {
    'an amount as text': rewriting('POST /coupons', { amount: '5.5' }),
    'a flag as text': rewriting('POST /coupons', { awaitingOrder: 'false' }),
    'a flag as empty text': rewriting('POST /coupons', { awaitingOrder: '' }),
  },
  'PART-39': {
    '256 characters': rewriting('POST /coupons', { externalId: 'x'.repeat(256) }),
  },
  'PART-40': {
    'no expiry': rewriting('POST /coupons', { expiryDate: undefined }),
  },
  'PART-43': {
    'a lookup by externalId': sending(400, 'GET /coupons/external/7'),
  },
  'PART-44': {
    'used alone': rewriting('PUT /coupons/code/OWN1', { awaitingOrder: undefined }),
    'another coupon than the one asked for': (record) => {
      act(record, { action: 'mark-coupon-used', fromMs: 4500, parameters: { code: 'OWN1' } });
      send(record, 4510, 'PUT /coupons/code/OWN2', { used: true, awaitingOrder: false });
    },
    'nothing when asked to mark one as used': acting({
      action: 'mark-coupon-used',
      fromMs: 4500,
      parameters: { code: 'OWN1' },
    }),
  },
  'PART-103': {
    '256 characters': also(['PART-151'], sending(400, 'PUT /coupons/code/OWN1', { externalId: 'x'.repeat(256) })),
  },
  'PART-162': {
    'two shared coupons under one id': sending(73, 'POST /coupons/shared', { externalId: 7, code: 'ALL8' }),
  },
  'PART-42': {
    ...Object.fromEntries(
      [0, 2_147_483_648, 1.5, 'all-7'].map((externalId) => [
        `externalId ${externalId}`,
        rewriting('POST /coupons/shared', { externalId }),
      ]),
    ),
  },
  'PART-172': {
    'a registered coupon that is refused after a giftback': (record) => {
      for (const action of record.actions) if (action.fromMs === 6120) action.outcome = 'cannot';
      withoutAt(6122)(record);
    },
  },
  'PART-181': {
    'a mark that empties the id': rewriting('PUT /coupons/code/OWN1', { externalId: '' }),
    'a mark that sets the id to null again': rewriting('PUT /coupons/code/OWN1', { externalId: null }),
    'an id of white space': rewriting('PUT /coupons/code/OWN1', { externalId: ' ' }),
  },
};
