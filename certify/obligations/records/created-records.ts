import type { JsonObject } from '../../../core/json.ts';
import type { PartnerCall, PartnerRecord } from '../../../core/partner-record.ts';
import { callsDuring } from '../model/actions.ts';
import { type KnownRecord, knownRecords } from '../model/known-records.ts';
import { hasNamedPhone } from '../model/named-fields.ts';
import { ofCall } from '../model/observation.ts';
import { creations, fieldsOf, isAccepted, isTo, nameOf, type Resource, undisturbed } from '../model/read-call.ts';
import { actionBefore } from '../model/repeated-sends.ts';
import type { Obligation } from '../obligation.ts';
import { changedByPost } from './changed-by-post.ts';

const source = 'Resources and their fields › Common conventions';

/** Judges whether every new record of a resource has a field; `seen` says what its absence means. */
export const createdWith =
  (
    resource: Resource,
    hasField: (body: JsonObject, names: PartnerRecord['names']) => boolean,
    seen: string,
  ): Obligation['judge'] =>
  (record) =>
    creations(record, resource).map((call) => ofCall(call, hasField(fieldsOf(call), record.names), seen));

export const hasExternalId = ({ externalId }: JsonObject): boolean => nameOf(externalId) !== undefined;

const byPhone = (_: PartnerRecord, post: PartnerCall): string | undefined => nameOf(fieldsOf(post).phone);

/** Who is changed by a POST is known by any name: one with a new phone makes another customer. */
const byAnyName = (record: PartnerRecord, post: PartnerCall): KnownRecord | undefined =>
  knownRecords(record, 'customers').about(post);

/** Whether a call belongs to a requested update. A feed of all customers may follow the update of one. */
const isUpdate = (record: PartnerRecord, call: PartnerCall): boolean => {
  const action = actionBefore(record, call);
  if (action?.action !== 'update-customer') return false;
  const known = knownRecords(record, 'customers');
  const named = known.named(action);
  return named === undefined || known.about(call) === named;
};

/** Whether a POST stands for a requested update: no PUT of that customer came with it. */
const replacesUpdate = (record: PartnerRecord, post: PartnerCall): boolean => {
  const [action, known] = [actionBefore(record, post), knownRecords(record, 'customers')];
  const during = action === undefined ? [] : callsDuring(record, action);
  const isPut = during.some(
    (other) => isTo(other, 'PUT /customers/:id') && isAccepted(other) && known.about(other) === known.about(post),
  );
  return isUpdate(record, post) && !isPut;
};

const storedByExternalId = (
  id: Obligation['id'],
  what: string,
  resource: 'stores' | 'abandoned-carts',
  needs: 'stores' | 'carts',
): Obligation => ({
  id,
  text: `Every ${what} is created with the partner’s own \`externalId\``,
  source,
  statements: ['S040'],
  level: 'must',
  needs,
  judge: createdWith(
    resource,
    hasExternalId,
    `sent one without externalId; without it every send makes another ${what}`,
  ),
});

/** How customers, products, stores and carts are created, and customers and products changed. */
export const createdRecords: readonly Obligation[] = [
  {
    id: 'PART-30',
    text: 'Every customer is created with a `phone`, or with a phone under a declared name',
    source,
    statements: ['S040', 'S068'],
    level: 'should',
    inferred: 'a phone identifies a customer, but the document does not say that it is required',
    needs: 'customers',
    judge: createdWith(
      'customers',
      hasNamedPhone,
      'sent a customer without `phone`, by which customers are distinguished; another name is to be declared',
    ),
  },
  {
    id: 'PART-31',
    text: 'A known customer is updated by `PUT`, not by another `POST`',
    source,
    statements: ['S040', 'S119'],
    level: 'must',
    needs: 'customers',
    judge: (record) => [
      ...changedByPost('customers', byAnyName, 'a customer', replacesUpdate)(record),
      ...undisturbed(record)
        .filter((call) => isTo(call, 'PUT /customers/:id') && isUpdate(record, call))
        .map((call) => ofCall(call, true)),
    ],
  },
  {
    id: 'PART-110',
    text: 'A known customer is not sent again by `POST` with other values',
    source,
    statements: ['S040'],
    level: 'should',
    inferred: 'a POST of a known customer is accepted and changes nothing',
    needs: 'customers',
    judge: changedByPost('customers', byPhone, 'a customer', (record, post) => !replacesUpdate(record, post)),
  },
  {
    id: 'PART-32',
    text: 'A `POST` of a known product has no new values, because it changes nothing',
    source,
    statements: ['S040'],
    level: 'should',
    inferred: 'a POST of a known product is accepted, and the document shows no route that changes one',
    needs: 'products',
    judge: changedByPost(
      'products',
      (_, post) => {
        const { name, provider } = fieldsOf(post);
        return nameOf(name) && `${nameOf(name)} of ${nameOf(provider)}`;
      },
      'a product',
    ),
  },
  {
    id: 'PART-157',
    text: 'Every product is created with a name',
    source,
    statements: ['S040', 'S069'],
    level: 'should',
    inferred: 'a name identifies a product, but the document does not say that it is required',
    needs: 'products',
    judge: createdWith(
      'products',
      ({ name }) => nameOf(name) !== undefined,
      'sent a product without a name, by which products are distinguished',
    ),
  },
  storedByExternalId('PART-33', 'store', 'stores', 'stores'),
  storedByExternalId('PART-34', 'abandoned cart', 'abandoned-carts', 'carts'),
];
