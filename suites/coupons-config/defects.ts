import type { Handle } from '../../platform/http/call.ts';
import { answersOtherwise, callsTo, sentFields } from '../broken-handling.ts';
import { type Defect, defectsOf } from '../defect.ts';

const reads = callsTo('GET /coupons-config');

/** Lets one method change the configuration. A PUT restores what a DELETE removed. */
const changedBy =
  (method: 'PUT' | 'POST' | 'DELETE') =>
  (handle: Handle): Handle => {
    const byCompany = new Map<unknown, object>();
    return async (call) => {
      const answer = await handle(call);
      const company = call.headers.authorization;
      if (call.path !== '/coupons-config' || answer.status === 401 || answer.status === 403) return answer;
      if (call.method === method) byCompany.set(company, sentFields(call));
      else if (call.method === 'PUT' && method === 'DELETE') byCompany.delete(company);
      if (call.method !== 'GET') return { status: 200, body: { result: true } };
      return { status: 200, body: byCompany.get(company) ?? answer.body };
    };
  };

export const couponsConfigDefects: readonly Defect[] = [
  ...defectsOf({
    'CONF-1': {
      'does not know the coupons configuration': {
        wrap: answersOtherwise(reads, () => ({ status: 404, body: { message: 'Not Found' } })),
      },
      'answers the coupons configuration in words': {
        wrap: answersOtherwise(reads, () => ({ status: 200, body: 'ten percent for thirty days' })),
        also: ['PAS-3'],
      },
      'answers the coupons configuration with nothing': {
        wrap: answersOtherwise(reads, () => ({ status: 200, body: undefined })),
      },
    },
  }),
  ...(['PUT', 'POST', 'DELETE'] as const).map((method) => ({
    rule: 'CONF-2' as const,
    text: `lets ${method} change the coupons configuration`,
    wrap: changedBy(method),
  })),
];
