import { ofCall } from './model/observation.ts';
import { fieldsOf, partsOf, undisturbedWrites } from './model/read-call.ts';
import type { Obligation } from './obligation.ts';

/** Documented fields by the first part of the path to which they are sent. */
const named: Readonly<Record<string, readonly string[]>> = {
  orders: ['status', 'couponCode', 'lineItems', 'externalId'],
  coupons: [
    ...['externalId', 'createOnProvider', 'code', 'type', 'amount', 'minPurchaseValue', 'expiryDate'],
    ...['phone', 'awaitingOrder', 'used'],
  ],
  webhooks: ['event', 'bearerToken'],
  customers: ['externalId'],
  stores: ['externalId'],
  products: ['externalId', 'provider'],
  'abandoned-carts': ['externalId'],
};

const plain = (name: string): string => name.toLowerCase().replaceAll(/[_-]/g, '');

export const misspelledFields: readonly Obligation[] = [
  {
    id: 'PART-139',
    text: 'No documented field is sent only under another spelling',
    source: 'Resources and their fields › Common conventions',
    statements: ['S037'],
    level: 'should',
    inferred: 'the platform ignores unknown fields without a warning',
    judge: (record) =>
      undisturbedWrites(record).flatMap((call) => {
        const names = Object.keys(fieldsOf(call));
        const known = named[partsOf(call)[0] ?? ''] ?? [];
        const missed = known.filter((name) => !names.includes(name));
        const misspelled = names.filter((name) => missed.some((each) => plain(each) === plain(name)));
        if (names.length === 0 || known.length === 0) return [];
        return [
          ofCall(
            call,
            misspelled.length === 0,
            `sent ${misspelled.join(', ')}, which the platform ignores: names are spelled as the document has them`,
          ),
        ];
      }),
  },
];
