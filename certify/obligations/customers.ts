import type { JsonObject } from '../../core/json.ts';
import type { PartnerCall, PartnerRecord } from '../../core/partner-record.ts';
import { changedByPost } from './changed-by-post.ts';
import { hasPhone } from './model/named-fields.ts';
import { ofCall } from './model/observation.ts';
import { creates, fieldsOf, isTo, nameOf, undisturbed } from './model/read-call.ts';
import { actionBefore } from './model/repeated-sends.ts';
import type { Obligation } from './obligation.ts';

const source = 'Resources and their fields › Common conventions';

const byPhone = ({ phone }: JsonObject): string | undefined => nameOf(phone);

/** Whether a call belongs to a requested update. */
const isUpdate = (record: PartnerRecord, call: PartnerCall): boolean =>
  actionBefore(record, call)?.action === 'update-customer';

export const customers: readonly Obligation[] = [
  {
    id: 'PART-30',
    text: 'Every customer is created with a phone',
    source,
    statements: ['S040', 'S068'],
    level: 'should',
    inferred: 'a phone identifies a customer, but the document does not say that it is required',
    needs: 'customers',
    judge: (record) =>
      undisturbed(record)
        .filter((call) => creates(call, 'customers'))
        .map((call) =>
          ofCall(
            call,
            hasPhone(fieldsOf(call), record.names),
            'sent a customer without a phone, by which customers are distinguished',
          ),
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
      ...changedByPost('customers', byPhone, 'a customer', isUpdate)(record),
      ...undisturbed(record)
        .filter((call) => isTo(call, 'PUT /customers/:id') && isUpdate(record, call))
        .map((call) => ofCall(call, true, '')),
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
    judge: changedByPost('customers', byPhone, 'a customer', (record, post) => !isUpdate(record, post)),
  },
];
