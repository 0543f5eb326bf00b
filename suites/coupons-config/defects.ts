import { answersOtherwise, callsTo } from '../broken-handling.ts';
import type { Defect } from '../defect.ts';

const reads = callsTo('GET /coupons-config');

export const couponsConfigDefects: readonly Defect[] = [
  {
    rule: 'CONF-1',
    text: 'does not know the coupons configuration',
    options: { wrap: answersOtherwise(reads, () => ({ status: 404, body: { message: 'Not Found' } })) },
  },
  {
    rule: 'CONF-1',
    text: 'answers the coupons configuration in words',
    options: { wrap: answersOtherwise(reads, () => ({ status: 200, body: 'ten percent for thirty days' })) },
    also: ['PAS-3'],
  },
  {
    rule: 'CONF-1',
    text: 'answers the coupons configuration with nothing',
    options: { wrap: answersOtherwise(reads, () => ({ status: 200, body: undefined })) },
  },
];
