import { isObject, type JsonObject, show } from '../../../core/json.ts';
import type { PartnerAction, PartnerCall, PartnerRecord } from '../../../core/partner-record.ts';
import { callsDuring, doneActions, isAtOnce, possibleActions } from '../model/actions.ts';
import { isNotFound } from '../model/coupon-calls.ts';
import { isBroughtSince } from '../model/customer-references.ts';
import { derived } from '../model/derived.ts';
import { isStored } from '../model/failed-sends.ts';
import { type KnownRecord, knownRecords } from '../model/known-records.ts';
import { isSamePhone } from '../model/named-fields.ts';
import { normalForm } from '../model/normal-form.ts';
import { observation } from '../model/observation.ts';
import {
  callsBetween,
  callsOn,
  creates,
  endOf,
  fieldsOf,
  isAccepted,
  isFailed,
  isTo,
  isUnfinished,
  isWrite,
  nameOf,
  recordsIn,
} from '../model/read-call.ts';
import { isStillToCome } from '../model/still-to-come.ts';
import type { Observation } from '../obligation.ts';

/** The documented values of a customer; another obligation judges its externalId. */
const valueNames = ['firstName', 'lastName', 'phone', 'email'];

/** Whether two values of a field of a customer are the same. */
export const isSame = (name: string, one: unknown, other: unknown): boolean => {
  if (name === 'phone') return isSamePhone(one, other);
  return isObject(one) || isObject(other) ? normalForm(one) === normalForm(other) : nameOf(one) === nameOf(other);
};

/** The writes of a customer until its next update or its deletion, before and after the start of an update. */
interface Writes {
  update: PartnerAction;
  before: PartnerCall[];
  since: PartnerCall[];
}

/** The writes around an update of a customer, if the effect of the update before did not come late. */
const writesAround = (
  record: PartnerRecord,
  customer: KnownRecord,
  update: PartnerAction,
  previous: PartnerAction | undefined,
): Writes | undefined => {
  const known = knownRecords(record, 'customers');
  if (update.outcome !== 'done') return undefined;
  const next = possibleActions(record, 'update-customer', 'delete-customer').find(
    (action) => action.fromMs > update.fromMs && known.named(action) === customer,
  );
  const untilMs = next?.fromMs ?? Number.POSITIVE_INFINITY;
  const writes = callsOn(record, 'customers').filter(
    (call) =>
      call.atMs < untilMs &&
      (isTo(call, 'PUT /customers/:id') || creates(call, 'customers')) &&
      known.about(call) === customer,
  );
  const before = writes.filter(({ atMs }) => atMs < update.fromMs);
  const isLate =
    previous !== undefined && !before.some(({ method, atMs }) => method === 'PUT' && atMs >= previous.fromMs);
  return isLate ? undefined : { update, before, since: writes.filter(({ atMs }) => atMs >= update.fromMs) };
};

interface Updated {
  customer: KnownRecord;
  writes: Writes;
  /** Whether no update of the customer follows. */
  isLast: boolean;
}

/** The updates of customers after which the partner was at rest: those that were settled, and the last ones. */
const settledUpdates = derived((record): readonly Updated[] => {
  const known = knownRecords(record, 'customers');
  const updates = Map.groupBy(possibleActions(record, 'update-customer'), (action) => known.named(action));
  return [...updates].flatMap(([customer, own]) =>
    own.flatMap((update, place) => {
      const isLast = place === own.length - 1;
      if (customer === undefined || !(update.isSettled || isLast)) return [];
      const writes = writesAround(record, customer, update, own[place - 1]);
      return writes === undefined ? [] : [{ customer, writes, isLast }];
    }),
  );
});

const lastUpdates = (record: PartnerRecord): Updated[] => settledUpdates(record).filter(({ isLast }) => isLast);

/** The last accepted value of a field, and whether it is one from before the update that came after a new one. */
const lastOf = (name: string, { before, since }: Writes): { call: PartnerCall; isOld: boolean } | undefined => {
  const puts = since.filter((call) => call.method === 'PUT' && nameOf(fieldsOf(call)[name]) !== undefined);
  const isOld = (call: PartnerCall): boolean =>
    before.some((earlier) => isSame(name, fieldsOf(earlier)[name], fieldsOf(call)[name]));
  const accepted = puts.filter(isAccepted);
  const call = accepted.at(-1);
  if (call === undefined || accepted.every(isOld)) return undefined;
  // a write without a response may have been stored
  const isPutRight = puts.some((later) => later.atMs > call.atMs && isFailed(later) && !isOld(later));
  return { call, isOld: isOld(call) && !isPutRight };
};

/**
 * Customers whose last update came as a POST, which changes nothing if one before it was stored: a lookup showed the
 * values from before.
 */
export const unchangedCustomers = (record: PartnerRecord): Observation[] => {
  const known = knownRecords(record, 'customers');
  return lastUpdates(record).flatMap(({ customer, writes }) => {
    const post = writes.since.findLast(isAccepted);
    if (post === undefined || writes.since.some(({ method }) => method === 'PUT')) return [];
    const lookup = callsOn(record, 'customers').findLast(
      (call) => call.method === 'GET' && isAccepted(call) && call.atMs >= endOf(post) && known.about(call) === customer,
    );
    const [shown] = lookup === undefined ? [] : recordsIn(lookup);
    if (lookup === undefined || !isObject(shown) || isStillToCome(record, endOf(lookup))) return [];
    const sent = fieldsOf(post);
    const old = valueNames.filter(
      (name) => nameOf(sent[name]) !== undefined && name in shown && !isSame(name, sent[name], shown[name]),
    );
    const values = old.map((name) => `${name} ${show(shown[name])}`).join(' and ');
    return [
      observation(
        old.length === 0,
        { actions: [writes.update.number], calls: [post.number, lookup.number] },
        `customer ${nameOf(writes.update.parameters.id)} was changed by a POST, a lookup showed ${values} after it, and no PUT came`,
      ),
    ];
  });
};

/** Whether a response between two calls said that the platform does not have the customer. */
const isSaidMissing = (
  record: PartnerRecord,
  customer: KnownRecord,
  from: PartnerCall,
  until: PartnerCall,
): boolean => {
  const known = knownRecords(record, 'customers');
  return callsOn(record, 'customers').some(
    (call) =>
      call.atMs > from.atMs &&
      call.atMs < until.atMs &&
      known.about(call) === customer &&
      (call.method === 'GET'
        ? isNotFound(call)
        : creates(call, 'customers') && call.fault === undefined && !isAccepted(call) && !isUnfinished(call)),
  );
};

/** Customers whose last update came as a POST, which changes nothing: one before it was stored and got no response. */
export const unchangedByPost = (record: PartnerRecord): Observation[] =>
  lastUpdates(record).flatMap(({ customer, writes }) => {
    const post = writes.since.findLast(isAccepted);
    if (post === undefined || isStillToCome(record, endOf(post))) return [];
    if (writes.since.some(({ method }) => method === 'PUT') || isBroughtSince(record, customer, writes.update.fromMs))
      return [];
    const stored = [...writes.before, ...writes.since].find((call) => call.atMs < post.atMs && isStored(record, call));
    // another obligation judges a POST of a customer whose creation the partner saw accepted
    if (stored === undefined || isAccepted(stored) || isSaidMissing(record, customer, stored, post)) return [];
    const [first, last] = [fieldsOf(stored), fieldsOf(post)];
    const lost = valueNames.filter(
      (name) => nameOf(last[name]) !== undefined && !isSame(name, first[name], last[name]),
    );
    const values = lost.map((name) => `${name} ${show(last[name])}`).join(' and ');
    return [
      observation(
        lost.length === 0,
        { actions: [writes.update.number], calls: [stored.number, post.number] },
        `customer ${nameOf(writes.update.parameters.id)} was changed while its creation had no response; the POST with ${values} returns the customer that was stored and changes nothing, and no PUT came`,
      ),
    ];
  });

/**
 * Customers that were changed twice at once and sent again later: the platform ends with what the partner has then, not with
 * what it sent before that.
 */
export const overtakenUpdates = (record: PartnerRecord): Observation[] => {
  const known = knownRecords(record, 'customers');
  return doneActions(record, 'create-customer').flatMap((action) => {
    const customer = known.named(action);
    const [last, previous] = possibleActions(record, 'update-customer')
      .filter((update) => update.fromMs < action.fromMs && known.named(update) === customer)
      .toReversed();
    if (customer === undefined || last === undefined || previous === undefined) return [];
    if (!isAtOnce(record, previous, last) || isBroughtSince(record, customer, previous.fromMs)) return [];
    const isOwn = (call: PartnerCall): boolean => isAccepted(call) && known.about(call) === customer;
    const isPut = (call: PartnerCall): boolean => isTo(call, 'PUT /customers/:id') && isOwn(call);
    const during = callsDuring(record, action);
    const resent = during.find((call) => (creates(call, 'customers') || isPut(call)) && isOwn(call));
    const puts = callsBetween(record, previous.fromMs, action.fromMs).filter(isPut);
    const end = puts.at(-1);
    // a PUT may belong to the changes before, unless the partner was at rest after them
    if (resent === undefined || end === undefined || (during.some(isPut) && !last.isSettled)) return [];
    const [held, ended] = [fieldsOf(resent), fieldsOf(end)];
    const lost = valueNames.filter(
      (name) =>
        nameOf(ended[name]) !== undefined &&
        !isSame(name, held[name], ended[name]) &&
        puts.some((put) => nameOf(held[name]) !== undefined && isSame(name, held[name], fieldsOf(put)[name])),
    );
    const values = lost.map((name) => `${name} ${show(held[name])}`).join(' and ');
    return [
      observation(
        lost.length === 0,
        { actions: [previous.number, last.number, action.number], calls: [end.number, resent.number] },
        `customer ${nameOf(action.parameters.id)} was changed twice at the same time and has ${values}, and a PUT with ${lost.map((name) => show(ended[name])).join(' and ')} came last`,
      ),
    ];
  });
};

/**
 * Customers that are sent again after a change with a value that no request brought before, although the change had the
 * field: it was sent with an older value.
 */
export const staleUpdates = (record: PartnerRecord): Observation[] => {
  const known = knownRecords(record, 'customers');
  return doneActions(record, 'create-customer').flatMap((action) => {
    const customer = known.named(action);
    const last = possibleActions(record, 'update-customer').findLast(
      (update) => update.fromMs < action.fromMs && known.named(update) === customer,
    );
    if (customer === undefined || last?.outcome !== 'done' || isAtOnce(record, last, action)) return [];
    if (isBroughtSince(record, customer, last.fromMs)) return [];
    const own = callsOn(record, 'customers').filter((call) => isWrite(call) && known.about(call) === customer);
    const post = callsDuring(record, action).find((call) => creates(call, 'customers') && own.includes(call));
    const puts = own.filter((call) => call.method === 'PUT' && call.atMs >= last.fromMs && call.atMs < action.fromMs);
    const end = puts.at(-1);
    if (post === undefined || end === undefined || !puts.every(isAccepted)) return [];
    const [held, ended] = [fieldsOf(post), fieldsOf(end)];
    const earlier = own.filter(({ atMs }) => atMs < post.atMs).map(fieldsOf);
    const { customerAddress } = record.names;
    const lost = [...valueNames, customerAddress].filter(
      (name) =>
        [held, ended].every((fields) => (fields[name] ?? '') !== '') &&
        !earlier.some((fields) => isSame(name, fields[name], held[name])),
    );
    return [
      observation(
        lost.length === 0,
        { actions: [last.number, action.number], calls: [end.number, post.number] },
        `customer ${nameOf(action.parameters.id)} was changed and has ${lost.map((name) => `${name} ${show(held[name])}`).join(' and ')}, and the PUT sent ${lost.map((name) => show(ended[name])).join(' and ')}`,
      ),
    ];
  });
};

/** A single change may also take back what the one before did. */
const fewestLost = 2;

/**
 * Changes of a customer with a new value in one field and, in another one, the value from before the previous change. They
 * were made from a copy without that change.
 */
export const lostUpdates = (record: PartnerRecord): Observation[] => {
  const known = knownRecords(record, 'customers');
  const writes = callsOn(record, 'customers').filter(
    (call) => isAccepted(call) && (isTo(call, 'PUT /customers/:id') || creates(call, 'customers')),
  );
  const successive = [...Map.groupBy(writes, (call) => known.about(call))].flatMap(([customer, own]) =>
    own.flatMap((change, place) => {
      const last = own[place - 1];
      if (customer === undefined || last?.method !== 'PUT' || change.method !== 'PUT') return [];
      if (isBroughtSince(record, customer, last.atMs)) return [];
      const earlier = own.slice(0, place - 1).map(fieldsOf);
      const [before, now] = [fieldsOf(last), fieldsOf(change)];
      const isIn = (all: readonly JsonObject[], name: string, value: unknown): boolean =>
        all.some((fields) => isSame(name, fields[name], value));
      const given = valueNames.filter((name) => nameOf(now[name]) !== undefined && nameOf(before[name]) !== undefined);
      const isNew = given.some((name) => !isIn([...earlier, before], name, now[name]));
      const lost = given.filter((name) => !isIn(earlier, name, before[name]) && isIn(earlier, name, now[name]));
      return isNew ? [{ last, change, lost }] : [];
    }),
  );
  const isUsual = successive.filter(({ lost }) => lost.length > 0).length >= fewestLost;
  return successive.map(({ last, change, lost }) => {
    const values = lost.map((name) => `${name} ${show(fieldsOf(change)[name])}`).join(' and ');
    return observation(
      lost.length === 0 || !isUsual,
      { calls: [last.number, change.number] },
      `${change.method} ${change.path} has something new, and ${values} from before the change that came first`,
    );
  });
};

/** Customers that are left with values from before an update, although no order, cart or coupon named them since. */
export const keptCustomers = (record: PartnerRecord): Observation[] =>
  settledUpdates(record).flatMap(({ customer, writes }) => {
    if (isBroughtSince(record, customer, writes.update.fromMs)) return [];
    const ends = valueNames.flatMap((name) => {
      const last = lastOf(name, writes);
      return last === undefined || isStillToCome(record, endOf(last.call)) ? [] : [{ name, ...last }];
    });
    if (ends.length === 0) return [];
    const old = ends.filter(({ isOld }) => isOld);
    const values = old.map(({ name, call }) => `${name} ${show(fieldsOf(call)[name])}`).join(' and ');
    return [
      observation(
        old.length === 0,
        {
          actions: [writes.update.number],
          calls: [...new Set((old.length === 0 ? ends : old).map((end) => end.call.number))],
        },
        `customer ${nameOf(writes.update.parameters.id)} was changed, and a later PUT set ${values} again, which is from before that change`,
      ),
    ];
  });
