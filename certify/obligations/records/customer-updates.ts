import { isDeepStrictEqual } from 'node:util';
import { isObject, type JsonObject } from '../../../core/json.ts';
import type { PartnerAction, PartnerCall, PartnerRecord } from '../../../core/partner-record.ts';
import { doneActions } from '../model/actions.ts';
import { documentedFields, type KnownRecord, knownRecords, wasNotShown } from '../model/known-records.ts';
import { isSamePhone, wordsOf } from '../model/named-fields.ts';
import { numbersOf, observation } from '../model/observation.ts';
import { callsOn, creates, fieldsOf, isSent, isTo, isUnfinished, nameOf, pathOf } from '../model/read-call.ts';
import { isRefusedByScenario } from '../model/refused-needs.ts';
import { actionBefore, fieldsOfRecord } from '../model/repeated-sends.ts';
import { isToUnknownRecord } from '../model/service-ids.ts';
import type { Obligation } from '../obligation.ts';

/** Whether a write gives a field nothing but what it has: the same value, or none where there is none. */
const hasAlready = (name: string, value: unknown, current: unknown): boolean =>
  name === 'phone'
    ? isSamePhone(value, current)
    : isDeepStrictEqual(value, current) || (isEmpty(value) && current === undefined);

const isEmpty = (value: unknown): boolean => value === null || value === '';

/** Objects around the fields of a customer, which a platform that reads no such field ignores. */
const wrapper = /^(customer|cliente?|data|payload|body|attributes|fields)$/i;

/** Whether a field of an update is one of the creation in another spelling, or an object around such fields. */
const isIgnored = (name: string, value: unknown, created: JsonObject): boolean =>
  !(name in created) &&
  !documentedFields.customers.includes(name) &&
  (Object.keys(created).some((each) => wordsOf(each).join('') === wordsOf(name).join('')) ||
    (wrapper.test(name) && isObject(value) && Object.keys(value).some((each) => each in created)));

/** Names of what customers do, such as a consent or a visit, whose moment may be all that is new. */
const ofLife = /consent|opt_?(in|out)|accept|aceite|visit|seen|login|purchase|compra/i;

/** The fields of an update that say something of its customer. A moment that each write has is that of the sending. */
const saidIn = (record: PartnerRecord, update: PartnerCall, created: JsonObject): [string, unknown][] => [
  ...fieldsOfRecord(record, update),
  ...Object.entries(fieldsOf(update)).filter(([name]) => ofLife.test(name) && !(name in created)),
];

/** The request that created a customer. */
const creationOf = (record: PartnerRecord, own: KnownRecord | undefined): PartnerCall | undefined => {
  const known = knownRecords(record, 'customers');
  return callsOn(record, 'customers').find((call) => creates(call, 'customers') && known.about(call) === own);
};

/** Updates of customers, which contain something that the platform did not have. */
export const changedValues: Obligation['judge'] = (record) => {
  const known = knownRecords(record, 'customers');
  const calls = callsOn(record, 'customers');
  return doneActions(record, 'update-customer').flatMap((action) => {
    const own = known.named(action);
    const next = record.actions.find(
      (each) => each.fromMs > action.fromMs && nameOf(each.parameters.id) === nameOf(action.parameters.id),
    );
    const untilMs = next?.fromMs ?? Number.POSITIVE_INFINITY;
    const isOwnUpdate = (call: PartnerCall): boolean => isTo(call, 'PUT /customers/:id') && known.about(call) === own;
    const updates = calls.filter((call) => call.atMs >= action.fromMs && call.atMs < untilMs && isOwnUpdate(call));
    const before = calls.filter((call) => call.atMs < action.fromMs);
    const created = creationOf(record, own);
    const last = updates.at(-1);
    // new values show only if all values of the customer were sent
    if (own === undefined || last === undefined || created === undefined || !before.includes(created)) return [];
    // an update may take several requests, and others judge one that did not come again
    if (isRefusedByScenario(last) || isUnfinished(last)) return [];
    const current = Object.assign({}, ...[created, ...before.filter(isOwnUpdate)].map(fieldsOf));
    const isNew = updates.some((call) =>
      saidIn(record, call, fieldsOf(created)).some(
        ([name, value]) => !hasAlready(name, value, current[name]) && !isIgnored(name, value, fieldsOf(created)),
      ),
    );
    return [
      observation(
        isNew,
        { actions: [action.number], calls: numbersOf(updates) },
        `customer ${nameOf(action.parameters.id)} was changed, and nothing that was sent is new to the platform`,
      ),
    ];
  });
};

/** Whether the platform did not show a customer until a moment, so that the partner could not change it. */
const isHidden = (record: PartnerRecord, own: KnownRecord, action: PartnerAction, untilMs: number): boolean => {
  return callsOn(record, 'customers').some(
    (call) =>
      call.atMs >= action.fromMs &&
      call.atMs < untilMs &&
      // a customer that the platform does not have yet can be changed later
      (call.fault !== undefined || call.atMs >= own.sinceMs) &&
      wasNotShown(record, own, call),
  );
};

/** Whether a write after an update may bring it to the platform. A failed one counts: whether it is repeated is judged elsewhere. */
const mayUpdate = (record: PartnerRecord, own: KnownRecord, action: PartnerAction, call: PartnerCall): boolean => {
  const known = knownRecords(record, 'customers');
  if (isToUnknownRecord(record, call)) return false;
  if (![own, undefined].includes(known.about(call) ?? known.inBody(call))) return false;
  if (call.method !== 'POST') return isTo(call, 'PUT /customers/:id') || isTo(call, 'DELETE /customers/:id');
  // a customer that is sent again later, or as before, does not change
  const isCreation = call.atMs <= own.sinceMs || actionBefore(record, call) === action;
  const isRepeated = callsOn(record, 'customers').some(
    (earlier) =>
      earlier.atMs < action.fromMs && earlier.method === 'POST' && isDeepStrictEqual(fieldsOf(earlier), fieldsOf(call)),
  );
  return isCreation && !isRepeated;
};

/** Whether a write has a value for each field of the customer's creation, so that it brings earlier changes as well. */
const isWhole = (record: PartnerRecord, own: KnownRecord, call: PartnerCall): boolean => {
  const made = creationOf(record, own);
  const names = made === undefined ? [] : Object.keys(fieldsOf(made));
  return names.every((name) => name === 'externalId' || isSent(fieldsOf(call), name));
};

/**
 * When the customer of an update was to be deleted or changed once more, after the partner had finished the update, in
 * milliseconds since the session began. An update that still waits then need not be sent, and a later write may bring it.
 */
const overAtRest = (record: PartnerRecord, update: PartnerAction, own: KnownRecord): number => {
  const { actions } = record;
  const isFinishedBy = (atMs: number): boolean =>
    actions.some(({ isSettled, fromMs, toMs }) => isSettled && fromMs >= update.fromMs && toMs <= atMs);
  const nextMs = (name: string): number => {
    const next = actions.find(
      ({ action, fromMs, parameters }) =>
        action === name && fromMs > update.fromMs && parameters.id === update.parameters.id,
    );
    return next !== undefined && isFinishedBy(next.fromMs) ? next.fromMs : Number.POSITIVE_INFINITY;
  };
  const changedMs = nextMs('update-customer');
  const calls = callsOn(record, 'customers').filter(({ atMs }) => atMs >= update.fromMs);
  const isDisturbed = calls.some(({ atMs, fault }) => atMs < changedMs && fault !== undefined);
  const isBrought = calls.some(
    (call) => call.method !== 'GET' && mayUpdate(record, own, update, call) && isWhole(record, own, call),
  );
  return Math.min(nextMs('delete-customer'), isDisturbed || isBrought ? Number.POSITIVE_INFINITY : changedMs);
};

/** Updates of customers, each with a write that may bring it to the platform. */
export const sentUpdates: Obligation['judge'] = (record) => {
  const known = knownRecords(record, 'customers');
  const calls = callsOn(record, 'customers').filter(({ method }) => method !== 'GET');
  // a declared capability is judged elsewhere if the partner sends none
  if (calls.length === 0) return [];
  return doneActions(record, 'update-customer').flatMap((action) => {
    const id = nameOf(action.parameters.id);
    const own = known.named(action);
    const next = record.actions.find((each) => each.action === 'update-customer' && each.fromMs > action.fromMs);
    if (id === undefined || own === undefined) return [];
    if (isHidden(record, own, action, next?.fromMs ?? Number.POSITIVE_INFINITY)) return [];
    // other obligations judge the values of a change
    const untilMs = overAtRest(record, action, own);
    const writes = calls.filter(({ atMs }) => atMs >= action.fromMs && atMs < untilMs);
    const unchanging = writes.find((call) => (known.about(call) ?? known.inBody(call)) === own);
    // others that come later would show this in plays that have no part in it
    const seenWith = unchanging ? [unchanging] : writes.filter((call) => actionBefore(record, call) === action);
    const others = writes.length > 0 ? ', only about others' : '';
    return [
      observation(
        writes.some((call) => mayUpdate(record, own, action, call)),
        { actions: [action.number], calls: numbersOf(seenWith) },
        unchanging === undefined
          ? `customer ${id} was changed, and no write after that is about it${others}`
          : `customer ${id} was changed, and ${unchanging.method} ${pathOf(unchanging)} after that does not change it`,
      ),
    ];
  });
};
