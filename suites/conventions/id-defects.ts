import type { Wrap } from '../../platform/create-platform.ts';
import type { Call } from '../../platform/http/call.ts';
import { answersOtherwise, callsTo, sentFields, takesOver, withFields } from '../broken-handling.ts';
import { type Defect, defectsOf } from '../defect.ts';
import { updates } from '../route-table.ts';

type RuleId = Defect['rule'];

/** Uses the `id` in a body as the id of the new record. `key` is the field by which the record is looked up. */
const takesId =
  (creation: string, key: string, lookup: string): Wrap =>
  (handle) => {
    const taken = new Map<unknown, unknown>();
    return answersOtherwise(callsTo(lookup), (answer, call) => {
      const id = taken.get(call.segments.at(-1));
      return answer.status === 200 && id !== undefined ? withFields(answer, { id }) : answer;
    })((call) => {
      const sent = callsTo(creation)(call) ? sentFields(call) : {};
      if (sent.id !== undefined) taken.set(sent[key], sent.id);
      return handle(call);
    });
  };

/** A PUT to the record whose id is in the body. */
const toRecordOfBody = (call: Call, id: string): Call => {
  const segments = [call.segments[0] ?? '', id];
  return { ...call, method: 'PUT', segments, path: `/${segments.join('/')}` };
};

/** Changes the existing record whose id is in the body. */
const changesTheOneOfTheBody =
  (route: string): Wrap =>
  (handle) =>
  async (call) => {
    const { id } = callsTo(route)(call) ? sentFields(call) : {};
    if (typeof id !== 'string') return handle(call);
    const meant = toRecordOfBody(call, id);
    const known = await handle({ ...meant, method: 'GET', body: '' });
    return handle(known.status === 200 ? meant : call);
  };

const creations: readonly [RuleId, what: string, creation: string, key: string, lookup: string][] = [
  ['CONV-20', 'a customer', 'POST /customers', 'phone', 'GET /customers/phone/:phone'],
  ['CONV-21', 'an order', 'POST /orders', 'externalId', 'GET /orders/external/:externalId'],
  ['CONV-22', 'a coupon', 'POST /coupons', 'code', 'GET /coupons/code/:code'],
  ['CONV-87', 'a product', 'POST /products', 'externalId', 'GET /products/external/:externalId'],
  ['CONV-88', 'a store', 'POST /stores', 'externalId', 'GET /stores/external/:externalId'],
  ['CONV-89', 'an abandoned cart', 'POST /abandoned-carts', 'externalId', 'GET /abandoned-carts/external/:externalId'],
  ['CONV-90', 'a shared coupon', 'POST /coupons/shared', 'code', 'GET /coupons/code/:code'],
];

/** A `PUT` changes every key of the records of these rules. */
const overwritten: readonly RuleId[] = ['CONV-21', 'CONV-87', 'CONV-88', 'CONV-89'];

export const idDefects: readonly Defect[] = [
  ...creations.flatMap(([rule, what, creation, key, lookup]): Defect[] => [
    {
      rule,
      text: `takes the id of ${what} from the body`,
      wrap: takesId(creation, key, lookup),
    },
    ...(overwritten.includes(rule)
      ? [
          {
            rule,
            text: `overwrites the record whose id comes with the body of ${creation}`,
            wrap: changesTheOneOfTheBody(creation),
          },
        ]
      : []),
  ]),
  ...updates.flatMap((route) =>
    defectsOf({
      'CONV-91': {
        [`changes the record whose id comes with the body of ${route}`]: { wrap: changesTheOneOfTheBody(route) },
        [`takes the id that comes with the body of ${route}`]: { wrap: takesOver(route, ({ id }) => ({ id })) },
      },
    }),
  ),
];
