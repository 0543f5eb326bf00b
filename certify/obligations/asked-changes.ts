import type { PartnerAction, PartnerCall, PartnerRecord } from '../../core/partner-record.ts';
import { doneActions } from './model/actions.ts';
import { knownRecords } from './model/known-records.ts';
import { effectOf } from './model/lost-writes.ts';
import { numbersOf, observation } from './model/observation.ts';
import {
  byArrival,
  callsBetween,
  callsOn,
  creates,
  endOf,
  fieldsOf,
  isAccepted,
  isFailed,
  isTo,
  nameOf,
  partsOf,
} from './model/read-call.ts';
import { actionBefore } from './model/repeated-sends.ts';
import type { Obligation } from './obligation.ts';

/** The calls from an action until the next action on a record of that kind. */
const callsSince = (record: PartnerRecord, { action, fromMs }: PartnerAction): PartnerCall[] => {
  const about = action.slice(action.lastIndexOf('-'));
  const next = record.actions.find((each) => each.fromMs > fromMs && each.action.endsWith(about));
  return callsBetween(record, fromMs, next?.fromMs ?? Number.POSITIVE_INFINITY);
};

/** Whether an action makes that customer again, or may: what is sold to somebody brings the customer along. */
const isBrought = (action: PartnerAction | undefined, id: string): boolean =>
  action !== undefined &&
  (['create-order', 'create-cart', 'redeem', 'register-coupon'].includes(action.action) ||
    (['create-customer', 'update-customer'].includes(action.action) && action.parameters.id === id));

/** Whether a customer was created again after a deletion, although nothing asked for it. */
const recreation = (record: PartnerRecord, deleted: PartnerCall | undefined, id: string): PartnerCall | undefined =>
  deleted &&
  callsOn(record, 'customers').find(
    (call) =>
      call.atMs >= endOf(deleted) &&
      creates(call, 'customers') &&
      isAccepted(call) &&
      nameOf(fieldsOf(call).externalId) === id &&
      !isBrought(actionBefore(record, call), id),
  );

const isOfRegistration = ({ method, path }: PartnerCall): boolean =>
  partsOf({ path })[0] === 'webhooks' && method !== 'GET';

/** Changes that the partner accepted, and that only the platform's calls show. */
export const askedChanges: readonly Obligation[] = [
  {
    id: 'PART-136',
    text: 'A customer that the partner was asked to delete is deleted on the platform, and stays deleted',
    source: 'Endpoints › Endpoints table',
    statements: ['S120'],
    level: 'must',
    isPromised: true,
    needs: 'customers',
    judge(record) {
      const known = knownRecords(record, 'customers');
      return doneActions(record, 'delete-customer').flatMap((action) => {
        const id = nameOf(action.parameters.id);
        const own = known.named(action);
        const calls = callsSince(record, action).filter((call) => partsOf(call)[0] === 'customers');
        const isRefused = calls.some((call) => call.method === 'GET' && !isAccepted(call));
        // the platform cannot delete a record that it does not have or show
        if (id === undefined || own === undefined || isRefused) return [];
        const removals = calls.filter((call) => isTo(call, 'DELETE /customers/:id'));
        const deletions = removals.filter((call) => [own, undefined].includes(known.about(call)) || isFailed(call));
        // another obligation judges that a different record was deleted
        if (deletions.length === 0 && removals.length > 0) return [];
        const later = callsOn(record, 'customers').filter(
          (call) => call.method === 'DELETE' && call.atMs >= action.fromMs && known.about(call) === own,
        );
        const effect = effectOf(record, byArrival([...new Set([...deletions, ...later])]));
        // another obligation judges a deletion that is given up while nothing shows what became of it
        if (effect === undefined) return [];
        const again = recreation(record, deletions.find(isAccepted), id);
        const happened = {
          none: `customer ${id} was deleted, and no DELETE /customers/:id of that customer followed`,
          due: `customer ${id} was deleted, the DELETE failed, a lookup showed the customer, and no DELETE came again`,
          made: `customer ${id} was deleted at the platform, and created again, which nothing asked for`,
        };
        return [
          observation(
            effect === 'made' && again === undefined,
            { actions: [action.number], calls: numbersOf(again === undefined ? calls : [again]) },
            happened[effect],
          ),
        ];
      });
    },
  },
  {
    id: 'PART-137',
    text: 'A registration that the partner was asked to change or delete is changed or deleted on the platform',
    source: 'Endpoints › Endpoints table',
    statements: ['S139', 'S140'],
    level: 'must',
    isPromised: true,
    needs: 'webhooks',
    judge: (record) =>
      doneActions(record, 'change-webhook', 'unregister-webhook').flatMap((action) => {
        const isThere = callsOn(record, 'webhooks').some(
          (call) => call.atMs < action.fromMs && isTo(call, 'POST /webhooks') && isAccepted(call),
        );
        if (!isThere) return [];
        const calls = callsSince(record, action).filter(isOfRegistration);
        const made = calls.some(({ method }) => action.action === 'change-webhook' || method === 'DELETE');
        return [
          observation(
            made,
            { actions: [action.number], calls: numbersOf(calls) },
            `${action.action} was taken on, and no call about the registration followed that does it`,
          ),
        ];
      }),
  },
];
