import { isUuid } from '../../../core/forms.ts';
import { type JsonObject, show } from '../../../core/json.ts';
import type { PartnerRecord } from '../../../core/partner-record.ts';
import { madeCoupon } from '../model/coupon-calls.ts';
import { derived } from '../model/derived.ts';
import { ofCall } from '../model/observation.ts';
import {
  callsOf,
  externalIdOf,
  fieldsBelow,
  fieldsOf,
  nameOf,
  partsOf,
  undisturbed,
  undisturbedWrites,
} from '../model/read-call.ts';
import { kindOf, serviceIdIn, serviceIds } from '../model/service-ids.ts';
import type { Obligation } from '../obligation.ts';

/** The partner's own ids. */
const ownIds = derived(
  (record): ReadonlySet<string> =>
    new Set([
      ...record.calls.flatMap((call) => externalIdOf(call) ?? []),
      ...record.actions.flatMap(({ id, parameters }) => [id ?? [], nameOf(parameters.id) ?? []].flat()),
    ]),
);

/** Fields that refer to records by the names of their kinds: `customerId`, `product_id`, `store: { id }`. */
const kindsByName = { customer: 'customers', product: 'products', order: 'orders', store: 'stores', coupon: 'coupons' };

const referencesOf = derived(({ names: { orderCustomer } }) =>
  Object.entries({ ...kindsByName, [orderCustomer]: 'customers' }).map(([name, kind]) => ({
    pattern: new RegExp(`/${name}(_?id|/id)$`, 'i'),
    kind,
  })),
);

const referencesIn = (record: PartnerRecord, body: JsonObject) =>
  fieldsBelow(body).flatMap(({ pointer, value }) => {
    if (typeof value !== 'string') return [];
    const named = referencesOf(record).find(({ pattern }) => pattern.test(pointer));
    return named === undefined ? [] : [{ pointer, id: value, kind: named.kind }];
  });

export const ids: readonly Obligation[] = [
  {
    id: 'PART-14',
    text: 'A path with the platform’s `:id` has the UUID of a record of that kind, not the partner’s own id',
    source: 'Resources and their fields › Common conventions',
    statements: ['S035', 'S034', 'S132'],
    level: 'must',
    arisesWith: ['webhooks', 'orders', 'redemption', 'mark-used', 'customers'],
    judge(record) {
      const [given, own] = [serviceIds(record), ownIds(record)];
      return callsOf(record).flatMap((call) => {
        const id = serviceIdIn(call);
        if (id === undefined) return [];
        const kinds = given.get(id);
        if (kinds !== undefined && !kinds.has(kindOf(call))) {
          return [
            ofCall(
              call,
              false,
              `has an id where one of ${kindOf(call)} belongs; it is one of ${[...kinds].join(', ')}`,
            ),
          ];
        }
        const isOwn = own.has(id) && kinds === undefined;
        return [
          ofCall(call, isUuid(id) && !isOwn, `has ${show(id)} where the UUID belongs that the service gave the record`),
        ];
      });
    },
  },
  {
    id: 'PART-120',
    text: 'A reference in a body by the platform’s id is the id of a record of the right kind',
    source: 'Resources and their fields › Common conventions',
    statements: ['S034'],
    level: 'should',
    inferred: 'the document does not say which fields of a body refer to other records',
    judge(record) {
      const given = serviceIds(record);
      return undisturbedWrites(record).flatMap((call) => {
        const references = referencesIn(record, fieldsOf(call)).filter(({ id }) => given.has(id));
        if (references.length === 0) return [];
        const wrong = references.filter(({ id, kind }) => given.get(id)?.has(kind) === false);
        const seen = wrong.map(({ pointer, kind }) => `${pointer}, which should be one of ${kind}`).join(' and ');
        return [ofCall(call, wrong.length === 0, `sent an id of another kind of record at ${seen}`)];
      });
    },
  },
  {
    id: 'PART-115',
    text: 'No `externalId` is an id that the platform gave a record of that kind',
    source: 'Resources and their fields › Common conventions',
    statements: ['S035', 'S187'],
    level: 'must',
    arisesWith: ['webhooks', 'orders', 'redemption', 'coupons', 'carts', 'stores', 'customers', 'products'],
    judge(record) {
      const given = serviceIds(record);
      return undisturbedWrites(record).flatMap((call) => {
        const { externalId } = fieldsOf(call);
        if (typeof externalId !== 'string') return [];
        // a notification has all of these
        const kinds = kindOf(call) === 'coupons' ? ['coupons', 'orders', 'companies'] : [kindOf(call)];
        const isService = kinds.some((kind) => given.get(externalId)?.has(kind));
        return [
          ofCall(
            call,
            !isService,
            `sent externalId ${show(externalId)}, an id of the service; it takes the partner’s own`,
          ),
        ];
      });
    },
  },
  {
    id: 'PART-15',
    text: 'A path with `external` has the partner’s own id, not one of the platform’s',
    source: 'Resources and their fields › Common conventions',
    statements: ['S035', 'S131', 'S187'],
    level: 'must',
    arisesWith: ['orders', 'redemption', 'carts', 'stores', 'customers', 'products'],
    judge(record) {
      // a partner may use the service's id as its own
      const [given, own] = [serviceIds(record), ownIds(record)];
      return undisturbed(record).flatMap((call) => {
        const [, key, id] = partsOf(call);
        if (key !== 'external' || id === undefined) return [];
        // the code of a notified coupon is the platform's as well
        const isService = given.has(id) || madeCoupon(record, id) !== undefined;
        const isOwn = !isService || own.has(id);
        return [ofCall(call, isOwn, 'asks for an id of the service behind /external/; it takes the partner’s own')];
      });
    },
  },
];
