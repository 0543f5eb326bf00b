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
    text: 'answers the coupons configuration with an empty object',
    options: { wrap: answersOtherwise(reads, () => ({ status: 200, body: {} })) },
  },
  {
    rule: 'CONF-1',
    text: 'answers a list of coupons configurations',
    options: { wrap: answersOtherwise(reads, (answer) => ({ ...answer, body: [answer.body] })) },
    also: ['PAS-11'],
  },
];
