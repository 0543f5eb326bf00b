import { show, valueAt } from '../../../core/json.ts';
import type { PartnerCall, PartnerRecord } from '../../../core/partner-record.ts';
import { possibleActions, registrationsAtOnce } from '../model/actions.ts';
import { numbersOf, observation, ofCall } from '../model/observation.ts';
import {
  answerOf,
  callsBetween,
  callsOn,
  fieldsOf,
  isAccepted,
  isFailed,
  isSent,
  isTo,
  mayBeStored,
  nameOf,
  partsOf,
  pathOf,
  statusOf,
} from '../model/read-call.ts';
import { actionBefore } from '../model/repeated-sends.ts';
import type { Obligation } from '../obligation.ts';

const fields = 'Resources and their fields › Fields not shown';

const undisturbedCalls = (record: PartnerRecord): PartnerCall[] =>
  callsOn(record, 'webhooks').filter(({ fault }) => fault === undefined);

const registrations = (record: PartnerRecord): PartnerCall[] =>
  undisturbedCalls(record).filter((call) => isTo(call, 'POST /webhooks'));

const changesOf = (record: PartnerRecord): PartnerCall[] =>
  undisturbedCalls(record).filter(({ method }) => ['PUT', 'DELETE'].includes(method));

const idIn = (call: PartnerCall): string | undefined => nameOf(valueAt(answerOf(call), '/id'));

const isHttpUrl = (value: unknown): boolean =>
  typeof value === 'string' && /^https?:\/\//i.test(value) && URL.canParse(value);

const isUndisturbed = ({ fault }: PartnerCall): boolean => fault === undefined;

/** The registrations, and the changes that have a field: a change may omit it, or send null for it. */
const registrationsWith = (record: PartnerRecord, field: string): PartnerCall[] => [
  ...registrations(record),
  ...changesOf(record).filter((call) => isSent(fieldsOf(call), field)),
];

/**
 * Whether a call deletes the registration that was made last, or may do so because it got no response. The one that the
 * platform does not have any more is gone, unless it is another than the last.
 */
const mayRemove = (call: PartnerCall, made: PartnerCall | undefined): boolean => {
  if (!isTo(call, 'DELETE /webhooks/:id')) return false;
  const last = made && isUndisturbed(made) ? idIn(made) : undefined;
  const isGone = statusOf(call) === 404 && (last === undefined || last === partsOf(call)[1]);
  return isAccepted(call) || isFailed(call) || isGone;
};

/**
 * Accepted registrations, in one group for each time between two deletions. Who got no id from a disturbed one may have to
 * make another later, but not at once.
 */
const betweenDeletions = (record: PartnerRecord): PartnerCall[][] => {
  const groups: PartnerCall[][] = [[]];
  let made: PartnerCall | undefined;
  for (const call of callsOn(record, 'webhooks')) {
    if (mayRemove(call, made)) groups.push([]);
    else if (isTo(call, 'POST /webhooks') && isAccepted(call)) groups.at(-1)?.push(call);
    if (isTo(call, 'POST /webhooks') && isAccepted(call)) made = call;
  }
  return groups
    .flatMap((calls) => {
      const disturbed = calls.filter((call) => !isUndisturbed(call));
      return [calls.filter(isUndisturbed), ...Map.groupBy(disturbed, (call) => actionBefore(record, call)).values()];
    })
    .filter((calls) => calls.length > 0);
};

const isRemoval = (call: PartnerCall): boolean => isTo(call, 'DELETE /webhooks/:id') && isAccepted(call);

/** Whether the partner was at rest at any time after a call. It is when it is asked for its state. */
const isAtRestAfter = ({ actions, states }: PartnerRecord, call: PartnerCall): boolean =>
  actions.some(({ isSettled, toMs }) => isSettled && toMs >= call.atMs) || states.some(({ atMs }) => atMs >= call.atMs);

/** Whether a registration was made after a removal, before the partner was asked for one. */
const isMadeAgain = (record: PartnerRecord, removal: PartnerCall): boolean => {
  const asked = possibleActions(record, 'register-webhook').find(({ fromMs }) => fromMs > removal.atMs);
  return callsBetween(record, removal.atMs, asked?.fromMs).some(
    // one that a scenario refused need not be sent again
    (call) => isTo(call, 'POST /webhooks') && (mayBeStored(call) || call.fault !== undefined),
  );
};

/** Whether the partner was last asked to remove its registration, or was still at it when it was asked for a new one. */
const isRemovalAsked = (record: PartnerRecord, call: PartnerCall): boolean => {
  const last = (action: string) => possibleActions(record, action).findLast(({ fromMs }) => fromMs <= call.atMs);
  const [removal, registered] = [last('unregister-webhook'), last('register-webhook')];
  if (removal === undefined) return false;
  const isOverlapped = registrationsAtOnce(record).some((each) => each.removal === removal);
  return registered === undefined || registered.fromMs < removal.fromMs || isOverlapped;
};

export const registration: readonly Obligation[] = [
  {
    id: 'PART-51',
    text: 'The webhook is registered once',
    source: 'Endpoints › Rules per endpoint',
    statements: ['S223', 'S033', 'S155', 'S156'],
    level: 'must',
    judgesStorms: true,
    needs: 'webhooks',
    judge: (record) =>
      betweenDeletions(record).map((calls) =>
        observation(
          calls.length === 1,
          { calls: numbersOf(calls) },
          `POST /webhooks was accepted ${calls.length} times; one registration serves the company, and PUT /webhooks/:id changes it`,
        ),
      ),
  },
  {
    id: 'PART-52',
    text: 'The webhook is registered for the event `coupon_create`, and stays registered for it',
    source: fields,
    statements: ['S073', 'S138', 'S167'],
    level: 'must',
    needs: 'webhooks',
    judge: (record) =>
      registrationsWith(record, 'event').map((call) => {
        const { event } = fieldsOf(call);
        return ofCall(call, event === 'coupon_create', `sent event ${show(event)}; it should be coupon_create`);
      }),
  },
  {
    id: 'PART-53',
    text: 'The webhook is registered with the http or https URL of the receiver, and stays registered with one',
    source: fields,
    statements: ['S138', 'S072', 'S174'],
    level: 'must',
    needs: 'webhooks',
    judge: (record) =>
      registrationsWith(record, record.names.webhookUrl).map((call) => {
        const { webhookUrl } = record.names;
        const url = fieldsOf(call)[webhookUrl];
        return ofCall(
          call,
          isHttpUrl(url),
          `sent ${webhookUrl} ${show(url)}; it should be the whole URL of the receiver`,
        );
      }),
  },
  {
    id: 'PART-54',
    text: 'A registration is changed and deleted by its `id`',
    source: 'Endpoints › Endpoints table',
    statements: ['S139', 'S140'],
    level: 'must',
    needs: 'webhooks',
    judge: (record) =>
      changesOf(record).map((call) => {
        const [, id, ...rest] = partsOf(call);
        const given = registrations(record).flatMap((post) => (post.atMs < call.atMs ? (idIn(post) ?? []) : []));
        return ofCall(
          call,
          id !== undefined && rest.length === 0 && (given.length === 0 || given.includes(id)),
          `does not name the id of the registration${given.length === 0 ? '' : `, which is ${given.at(-1)}`}`,
        );
      }),
  },
  {
    id: 'PART-182',
    text: 'A registration stays until the partner is asked to remove it',
    source: 'Endpoints › Endpoints table',
    statements: ['S140', 'S155'],
    level: 'must',
    isPromised: true,
    needs: 'webhooks',
    judge: (record) =>
      registrations(record)
        .filter(isAccepted)
        .map((made) => {
          const removal = callsBetween(record, made.atMs).find(isRemoval);
          const isKept =
            removal === undefined ||
            isRemovalAsked(record, removal) ||
            isMadeAgain(record, removal) ||
            !isAtRestAfter(record, removal);
          return ofCall(
            removal ?? made,
            isKept,
            'removed the registration, which nobody had asked for, and did not make it again; no notification comes without it',
          );
        }),
  },
  {
    id: 'PART-111',
    text: 'Only a registration that exists is changed or deleted',
    source: 'Errors › Record not found',
    statements: ['S213'],
    level: 'should',
    inferred:
      'the document states the answer for a registration that is gone, and a partner may learn it from that answer',
    needs: 'webhooks',
    judge(record) {
      const calls = changesOf(record).filter((call) => partsOf(call).length === 2);
      return calls.flatMap((call, index) => {
        // a second deletion does no harm
        const isGone = calls
          .slice(0, index)
          .some((earlier) => earlier.method === 'DELETE' && isAccepted(earlier) && pathOf(earlier) === pathOf(call));
        if (isGone) return [];
        // a partner learns that its registration is gone by asking
        const isRenewed = registrations(record).some((later) => later.atMs > call.atMs && isAccepted(later));
        if (statusOf(call) === 404 && isRenewed) return [];
        return [
          ofCall(
            call,
            statusOf(call) !== 404,
            'was answered 404; the path takes the id of the registration that is there',
          ),
        ];
      });
    },
  },
];
