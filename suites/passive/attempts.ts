import { isUuid } from '../../core/forms.ts';
import { isObject } from '../../core/json.ts';
import { assertion } from './assertion.ts';
import type { AttemptRule } from './passive-rule.ts';

const source = 'Events › Payload';

/** The fields of a coupon with its value, validity, minimum purchase and customer. No payload has them. */
const leftOut = ['amount', 'startDate', 'expiryDate', 'minPurchaseValue', 'customer'];

/** The names of all fields in a payload, at any depth. */
const namesIn = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(namesIn);
  return isObject(value) ? Object.entries(value).flatMap(([name, content]) => [name, ...namesIn(content)]) : [];
};

export const attempts: readonly AttemptRule[] = [
  {
    id: 'PAS-15',
    text: 'Every notification is a `POST` of JSON',
    source: 'Events › Delivery',
    statements: ['S174'],
    level: 'must',
    about: 'attempts',
    judge({ method, headers, json, truncated }) {
      const type = headers['content-type'];
      return [
        assertion('method', 'POST', method, method === 'POST'),
        assertion('header content-type', 'application/json', type, /^application\/json\s*(;|$)/i.test(type ?? '')),
        ...(truncated ? [] : [assertion('body', 'JSON', json, json !== undefined)]),
      ];
    },
  },
  {
    id: 'PAS-16',
    text: 'Every notification has `code`, and UUIDs in `id`, `companyId` and `orderId`; only `orderId` may be null',
    source,
    statements: ['S181', 'S182', 'S183', 'S184'],
    level: 'must',
    about: 'attempts',
    judge({ json, truncated }) {
      if (truncated) return [];
      const { code, id, orderId, companyId } = isObject(json) ? json : {};
      return [
        assertion('/code', 'a text', code, typeof code === 'string' && code !== ''),
        assertion('/id', 'a UUID', id, isUuid(id)),
        assertion('/orderId', 'a UUID or null', orderId, orderId === null || isUuid(orderId)),
        assertion('/companyId', 'a UUID', companyId, isUuid(companyId)),
      ];
    },
  },
  {
    id: 'PAS-17',
    text: 'No notification contains a value, a validity, a minimum purchase or a customer',
    source,
    statements: ['S185', 'S186'],
    level: 'must',
    about: 'attempts',
    judge({ json, truncated }) {
      if (truncated) return [];
      const reported = namesIn(json).filter((name) => leftOut.includes(name));
      return [assertion('body', `none of ${leftOut.join(', ')}`, reported, reported.length === 0)];
    },
  },
];
