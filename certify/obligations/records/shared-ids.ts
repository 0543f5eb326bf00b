import type { PartnerCall, PartnerRecord } from '../../../core/partner-record.ts';
import { possibleActions } from '../model/actions.ts';
import { knownRecords } from '../model/known-records.ts';
import { isSamePhone, lastDigitsIn } from '../model/named-fields.ts';
import { numbersOf, observation } from '../model/observation.ts';
import { callsOn, creates, externalIdOf, fieldsOf, isAccepted } from '../model/read-call.ts';
import { actionBefore, isAtSameAction } from '../model/repeated-sends.ts';
import type { Observation } from '../obligation.ts';
import { isDeletedBetween } from './changed-by-post.ts';

/** Whether a creation is the first one, sent again. Another obligation judges its phone. */
const isSentAgain = (record: PartnerRecord, first: PartnerCall, again: PartnerCall): boolean => {
  const action = actionBefore(record, again);
  return (
    isAtSameAction(record, first, again) ||
    (action?.action === 'create-customer' && action.parameters.id === externalIdOf(again))
  );
};

/** Customers with different phones who are created under one externalId, though none was to change or be deleted between. */
export const sharedIds = (record: PartnerRecord): Observation[] => {
  const known = knownRecords(record, 'customers');
  const updates = possibleActions(record, 'update-customer');
  const posts = callsOn(record, 'customers').filter(
    (call) => creates(call, 'customers') && isAccepted(call) && lastDigitsIn([fieldsOf(call).phone]).length > 0,
  );
  return [...Map.groupBy(posts, externalIdOf)].flatMap(([externalId, [first, ...later]]) => {
    if (externalId === undefined || first === undefined) return [];
    const isChangedBefore = ({ atMs }: PartnerCall): boolean =>
      updates.some(
        (action) =>
          action.fromMs > first.atMs &&
          action.fromMs <= atMs &&
          [known.about(first), undefined].includes(known.named(action)),
      );
    return later.map((call) =>
      observation(
        isSamePhone(fieldsOf(call).phone, fieldsOf(first).phone) ||
          isChangedBefore(call) ||
          isSentAgain(record, first, call) ||
          isDeletedBetween(record, first, call),
        { calls: numbersOf([first, call]) },
        `two customers with different phones were created with the externalId ${externalId}`,
      ),
    );
  });
};
