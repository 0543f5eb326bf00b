import type { PartnerAction, PartnerCall, PartnerRecord } from '../../../core/partner-record.ts';
import { doneActions, isAtOnce, possibleActions, registrationsAtOnce } from '../model/actions.ts';
import { isBroughtSince } from '../model/customer-references.ts';
import { type KnownRecord, knownRecords, wasNotShown } from '../model/known-records.ts';
import { effectOf } from '../model/lost-writes.ts';
import { numbersOf, observation } from '../model/observation.ts';
import {
  byArrival,
  callsBetween,
  callsOn,
  creates,
  endOf,
  externalIdOf,
  fieldsOf,
  isAccepted,
  isTo,
  isWrite,
  nameOf,
  partsOf,
} from '../model/read-call.ts';
import { wasRefused } from '../model/refused-needs.ts';
import { actionBefore } from '../model/repeated-sends.ts';
import { isToUnknownRecord } from '../model/service-ids.ts';
import { isStillToCome } from '../model/still-to-come.ts';
import type { Obligation, Observation } from '../obligation.ts';

/** The calls from an action until the next one on a record of that kind that the partner did not refuse. */
const callsSince = (record: PartnerRecord, { action, fromMs }: PartnerAction): PartnerCall[] => {
  const about = action.slice(action.lastIndexOf('-'));
  const next = record.actions.find(
    (each) => each.fromMs > fromMs && each.outcome !== 'cannot' && each.action.endsWith(about),
  );
  return callsBetween(record, fromMs, next?.fromMs);
};

/** Whether the partner was made to send a customer, from a moment on and before a call. */
const isAsked = (record: PartnerRecord, customer: KnownRecord, fromMs: number, call: PartnerCall): boolean => {
  const known = knownRecords(record, 'customers');
  const last = actionBefore(record, call);
  // a customer without an id is a new one, which may have the same phone; somebody may also come again
  const isNew = last?.action === 'create-customer' && last.parameters.id === undefined;
  return (
    (isNew && [undefined, last.id].includes(externalIdOf(call))) ||
    possibleActions(record, 'create-customer', 'update-customer').some(
      (action) => action.fromMs >= fromMs && action.fromMs <= call.atMs && known.named(action) === customer,
    )
  );
};

/** Whether a deletion has an id that was deleted before the action, which asks for the first deletion of its customer. */
const isOfEarlier = (
  record: PartnerRecord,
  { fromMs }: PartnerAction,
  own: KnownRecord,
  call: PartnerCall,
): boolean => {
  const known = knownRecords(record, 'customers');
  const earlier = possibleActions(record, 'delete-customer').filter((action) => action.fromMs < fromMs);
  return (
    !earlier.some((action) => known.named(action) === own) &&
    callsOn(record, 'customers').some(
      (other) => other.method === 'DELETE' && other.path === call.path && other.atMs < fromMs && isAccepted(other),
    )
  );
};

/** A creation of a deleted customer that nothing asked for. The partner may also delete the customer again. */
const recreation = (
  record: PartnerRecord,
  customer: KnownRecord,
  { fromMs }: PartnerAction,
  deleted: PartnerCall | undefined,
): PartnerCall | undefined => {
  if (deleted === undefined || isBroughtSince(record, customer, fromMs)) return undefined;
  const known = knownRecords(record, 'customers');
  const calls = callsOn(record, 'customers');
  const isKnownAs = new Set(
    calls
      .filter((call) => isWrite(call) && call.atMs < deleted.atMs && known.about(call) === customer)
      .map((call) => fieldsOf(call).externalId),
  );
  return calls.find(
    (call) =>
      call.atMs >= endOf(deleted) &&
      creates(call, 'customers') &&
      isAccepted(call) &&
      known.about(call) === customer &&
      isKnownAs.has(fieldsOf(call).externalId) &&
      !isAsked(record, customer, fromMs, call) &&
      !isStillToCome(record, endOf(call)) &&
      !calls.some(
        (later) =>
          later.method === 'DELETE' && later.atMs > call.atMs && [customer, undefined].includes(known.about(later)),
      ),
  );
};

const isOfRegistration = ({ method, path }: PartnerCall): boolean =>
  partsOf({ path })[0] === 'webhooks' && method !== 'GET';

/**
 * The actions about the registration: the last accepted write before one that makes it due, and what carries it out.
 * Another obligation judges the first registration.
 */
const registrationActions = [
  { name: 'register-webhook', after: 'DELETE', methods: ['POST'] },
  { name: 'change-webhook', after: 'POST', methods: ['POST', 'PUT', 'PATCH', 'DELETE'] },
  { name: 'unregister-webhook', after: 'POST', methods: ['DELETE'] },
];

/** The next action about the registration that the partner may have accepted. */
const nextOfRegistration = (record: PartnerRecord, { fromMs }: PartnerAction): PartnerAction | undefined =>
  record.actions.find((each) => each.fromMs > fromMs && each.outcome !== 'cannot' && each.action.endsWith('-webhook'));

/** The platform ends with a registration that was made again while its removal was under way. */
const keptRegistration = (record: PartnerRecord, action: PartnerAction, removal: PartnerAction): Observation => {
  const next = nextOfRegistration(record, action);
  const writes = callsBetween(record, removal.fromMs, next?.fromMs).filter(
    (call) => isOfRegistration(call) && call.method !== 'PUT' && isAccepted(call),
  );
  const last = writes.at(-1);
  return observation(
    last?.method !== 'DELETE',
    { actions: [removal.number, action.number], calls: numbersOf(writes) },
    `the registration was to be made again while its removal was under way, and the ${last?.method} ${last?.path} that removes it came last`,
  );
};

/** A registration that the partner makes by itself after it removed the one before. It may make one at each start. */
const unaskedRegistration = (
  record: PartnerRecord,
  removal: PartnerAction,
  calls: readonly PartnerCall[],
): PartnerCall | undefined => {
  const startMs = possibleActions(record, 'restart').find(({ fromMs }) => fromMs > removal.fromMs)?.fromMs;
  const isUnderWay = record.actions.some(
    (each) => each.action.endsWith('-webhook') && each.fromMs < removal.fromMs && isAtOnce(record, each, removal),
  );
  const writes = calls.filter(
    (call) => isAccepted(call) && call.method !== 'PUT' && call.atMs < (startMs ?? Number.POSITIVE_INFINITY),
  );
  const last = writes.at(-1);
  return last?.method === 'POST' && !isUnderWay && writes.some(({ method }) => method === 'DELETE') ? last : undefined;
};

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
        const removals = calls.filter(
          (call) => isTo(call, 'DELETE /customers/:id') && !isToUnknownRecord(record, call),
        );
        const [first] = removals;
        const untilMs = first?.atMs ?? Number.POSITIVE_INFINITY;
        // the platform cannot delete a record that it does not have or show
        if (id === undefined || own === undefined) return [];
        if (calls.some((call) => call.atMs < untilMs && wasNotShown(record, own, call))) return [];
        const deletions = removals.filter(
          (call) => [own, undefined].includes(known.about(call)) && !isOfEarlier(record, action, own, call),
        );
        if (deletions.length === 0 && wasRefused(record, action)) return [];
        const later = callsOn(record, 'customers').filter(
          (call) => isTo(call, 'DELETE /customers/:id') && call.atMs >= action.fromMs && known.about(call) === own,
        );
        const effect = effectOf(record, byArrival([...new Set([...deletions, ...later])]));
        // another obligation judges a deletion that is not retried while nothing shows what became of it
        if (effect === undefined) return [];
        const again = recreation(record, own, action, deletions.find(isAccepted));
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
    text: 'The webhook registration is changed, deleted and created again when the partner is asked to do so',
    source: 'Endpoints › Endpoints table',
    statements: ['S138', 'S139', 'S140'],
    level: 'must',
    isPromised: true,
    needs: 'webhooks',
    judge: (record) =>
      registrationActions.flatMap(({ name, after, methods }) =>
        doneActions(record, name).flatMap((action) => {
          const next = nextOfRegistration(record, action);
          // of an action and its opposite at once, the partner may carry out only the later one
          if (next !== undefined && isAtOnce(record, action, next)) return [];
          const atOnce = registrationsAtOnce(record).findLast(({ registration }) => registration === action);
          if (atOnce !== undefined) return [keptRegistration(record, action, atOnce.removal)];
          const last = callsOn(record, 'webhooks').findLast(
            (call) => call.atMs < action.fromMs && isOfRegistration(call) && call.method !== 'PUT' && isAccepted(call),
          );
          if (last?.method !== after) return [];
          const calls = callsSince(record, action).filter(isOfRegistration);
          const made = calls.some(({ method }) => methods.includes(method));
          const again = name === 'unregister-webhook' ? unaskedRegistration(record, action, calls) : undefined;
          return [
            observation(
              made && again === undefined,
              { actions: [action.number], calls: numbersOf(again ? [again] : calls) },
              `the partner accepted ${action.action}, and ${again ? 'made a registration again by itself' : 'no call that does it followed'}`,
            ),
          ];
        }),
      ),
  },
];
