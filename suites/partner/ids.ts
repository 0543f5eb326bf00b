import { isUuid } from '../forms.ts';
import { isObject, show } from '../json.ts';
import type { Obligation } from './obligation.ts';
import { ofCall } from './observation.ts';
import { callsOf, fieldsOf, isTo, nameOf, partsOf, queryOf, recordsIn, undisturbed } from './read-call.ts';
import type { PartnerCall, PartnerRecord } from './record.ts';

const resources = ['customers', 'products', 'orders', 'abandoned-carts', 'stores'];

const routesById = [
  ...resources.flatMap((resource) => ['GET', 'PUT', 'DELETE'].map((method) => `${method} /${resource}/:id`)),
  'GET /users/:id',
  'DELETE /users/:id',
  'GET /coupons/:id',
  'PUT /coupons/:id',
  'PUT /webhooks/:id',
  'DELETE /webhooks/:id',
];

/** What stands in a path before another key than the service's id. */
const otherKeys = ['external', 'phone', 'name', 'email', 'code', 'order', 'shared'];

/** What a path has where the service's id belongs; undefined where none belongs. */
const serviceIdIn = (call: PartnerCall): string | undefined => {
  if (isTo(call, 'GET /coupons/order/:orderId')) return partsOf(call)[2];
  const id = partsOf(call)[1] ?? '';
  // paths of lists are open
  const isList = call.method === 'GET' && queryOf(call).size > 0;
  return routesById.some((route) => isTo(call, route)) && !otherKeys.includes(id) && !isList ? id : undefined;
};

/** Ids that the service gave: of what it made, and of the records in its answers. */
const serviceIds = (record: PartnerRecord): Set<string> =>
  new Set([
    ...record.coupons.flatMap(({ id, orderId }) => [id, ...(orderId === null ? [] : [orderId])]),
    ...callsOf(record).flatMap((call) =>
      recordsIn(call).flatMap((found) => (isObject(found) && isUuid(found.id) ? (nameOf(found.id) ?? []) : [])),
    ),
  ]);

/** Ids that the partner gave. */
const ownIds = (record: PartnerRecord): Set<string> =>
  new Set(record.calls.flatMap((call) => nameOf(fieldsOf(call).externalId) ?? []));

export const ids: readonly Obligation[] = [
  {
    id: 'PART-14',
    text: 'Where a path takes the service’s id it has the UUID that the service gave, not the partner’s own id',
    source: 'Resources and their fields › Common conventions',
    statements: ['S034', 'S035', 'S132'],
    level: 'must',
    judge(record) {
      const [given, own] = [serviceIds(record), ownIds(record)];
      return undisturbed(record).flatMap((call) => {
        const id = serviceIdIn(call);
        if (id === undefined) return [];
        const isOwn = own.has(id) && !given.has(id);
        return [
          ofCall(call, isUuid(id) && !isOwn, `has ${show(id)} where the UUID belongs that the service gave the record`),
        ];
      });
    },
  },
  {
    id: 'PART-15',
    text: 'What a path names as external is the partner’s own id, not one that the service gave',
    source: 'Resources and their fields › Common conventions',
    statements: ['S035', 'S131', 'S187'],
    level: 'must',
    judge(record) {
      // nothing keeps a partner from taking over the service's id as its own
      const [given, own] = [serviceIds(record), ownIds(record)];
      return undisturbed(record).flatMap((call) => {
        const [, key, id] = partsOf(call);
        if (key !== 'external' || id === undefined) return [];
        const isService = given.has(id) && !own.has(id);
        return [
          ofCall(call, !isService, 'asks for an id of the service behind /external/; it takes the partner’s own'),
        ];
      });
    },
  },
];
