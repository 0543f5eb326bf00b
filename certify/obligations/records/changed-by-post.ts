import { type JsonObject, show } from '../../../core/json.ts';
import type { PartnerCall, PartnerRecord } from '../../../core/partner-record.ts';
import { possibleActions } from '../model/actions.ts';
import { derived } from '../model/derived.ts';
import { knownRecords, wasNotShown } from '../model/known-records.ts';
import { isSamePhone, lastDigits } from '../model/named-fields.ts';
import { normalForm } from '../model/normal-form.ts';
import { numbersOf, observation } from '../model/observation.ts';
import {
  callsOf,
  callsOn,
  creates,
  fieldsOf,
  isAccepted,
  isTo,
  isWrite,
  nameOf,
  partsOf,
  pathOf,
  undisturbed,
} from '../model/read-call.ts';
import { isRefusedByScenario } from '../model/refused-needs.ts';
import { actionBefore, dateTime } from '../model/repeated-sends.ts';
import type { Obligation } from '../obligation.ts';

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** Fewer values do not show that a field is of the request. */
const minSends = 5;
/** Requests at the same time may overtake one another. */
const leastGrown = 0.9;

const isMoment = (value: unknown): boolean => dateTime.test(String(value));

/** Names of what software adds to its requests for itself. */
const addedName = /^_|meta/i;

/** Actions that bring products and customers along. */
const bringing = ['create-order', 'redeem', 'create-cart'];

/** Names of what each order changes. */
const countedName = /stock|estoque|inventory|balance|saldo|points|pontos|(orders|purchases)_?count|total_?spent/i;

/** Whether a field counts something, and is sent because its record comes with an order, not to change it. */
const isCountBrought = (record: PartnerRecord, post: PartnerCall, name: string): boolean =>
  countedName.test(name) &&
  typeof fieldsOf(post)[name] === 'number' &&
  bringing.includes(actionBefore(record, post)?.action ?? '');

/** The values of a body, each in one form, without what may be the moment of its sending. */
const valuesOf = (body: JsonObject): [string, string][] =>
  Object.entries(body)
    .filter(([name, value]) => !isMoment(value) && !addedName.test(name))
    .map(([name, value]) => [
      name,
      name === 'phone' ? lastDigits(value) : normalForm(value, (plain) => (isMoment(plain) ? null : plain)),
    ]);

/** A value that says when or in which place a request came; NaN for an amount. */
const placeOf = (value: unknown): number => {
  if (typeof value !== 'number') return Date.parse(String(value));
  return Number.isInteger(value) ? value : Number.NaN;
};

/**
 * Names of the fields that count the requests, say when each was sent, or give each an id of its own. They say nothing
 * about a record, and no value of a record grows from nearly each request to the next.
 */
const namesOfRequests = derived((record): ReadonlySet<string> => {
  const fields = callsOf(record)
    .filter(isWrite)
    .flatMap((call) => Object.entries(fieldsOf(call)));
  const isOfRequest = (sent: readonly unknown[]): boolean => {
    if (sent.length < minSends) return false;
    if (sent.every((value) => uuid.test(String(value)))) return new Set(sent).size === sent.length;
    const places = sent.map(placeOf);
    const grown = places.filter((place, index) => place >= (places[index - 1] ?? place)).length;
    return grown >= leastGrown * sent.length;
  };
  return new Set(
    [...Map.groupBy(fields, ([name]) => name)]
      .filter(([, sent]) => isOfRequest(sent.map(([, value]) => value)))
      .map(([name]) => name),
  );
});

/**
 * Whether the last lookup before a POST failed, or returned that the record does not exist, so that its id is unknown. A
 * scenario may refuse the list that the partner finds it in.
 */
const isNotShown = (record: PartnerRecord, post: PartnerCall): boolean => {
  const action = actionBefore(record, post);
  const keys = Object.values(fieldsOf(post)).flatMap((value) => nameOf(value) ?? []);
  const lookup = callsOn(record, partsOf(post)[0] ?? '').findLast((call) => {
    const [, by, name = by ?? ''] = partsOf(call);
    const isOfPost = keys.includes(name) || (by === 'phone' && isSamePhone(name, fieldsOf(post).phone));
    const isList = by === undefined && isRefusedByScenario(call) && actionBefore(record, call) === action;
    return call.atMs < post.atMs && call.method === 'GET' && (isOfPost || isList);
  });
  if (lookup === undefined || isAccepted(lookup)) return false;
  const customer = knownRecords(record, 'customers').about(post);
  return customer === undefined || wasNotShown(record, customer, lookup);
};

/** Whether a PUT brings the fields of an earlier POST to the same customer, before another update was asked for. */
const putsInstead = (
  record: PartnerRecord,
  post: PartnerCall,
  put: PartnerCall,
  changed: readonly [string, string][],
): boolean => {
  const known = knownRecords(record, 'customers');
  const customer = known.about(put);
  return (
    customer !== undefined &&
    customer === known.about(post) &&
    changed.every(([name]) => name in fieldsOf(put)) &&
    !possibleActions(record, 'update-customer').some(
      (action) => action.fromMs > post.atMs && action.fromMs <= put.atMs && known.named(action) === customer,
    )
  );
};

/** Whether the customer of an earlier POST was to be deleted before a later one. Nobody has to repeat a refused removal. */
export const isDeletedBetween = (record: PartnerRecord, earlier: PartnerCall, later: PartnerCall): boolean => {
  const known = knownRecords(record, 'customers');
  const customer = known.about(earlier);
  return (
    customer !== undefined &&
    callsOn(record, 'customers').some(
      (call) =>
        isTo(call, 'DELETE /customers/:id') &&
        call.atMs > earlier.atMs &&
        call.atMs < later.atMs &&
        known.about(call) === customer,
    )
  );
};

/** Records that are posted again with other values than before, although a POST of a known one changes nothing. */
export const changedByPost =
  (
    resource: 'customers' | 'products',
    identify: (record: PartnerRecord, post: PartnerCall) => unknown,
    only: string,
    isAbout: (record: PartnerRecord, post: PartnerCall) => boolean = () => true,
  ): Obligation['judge'] =>
  (record: PartnerRecord) => {
    const calls = undisturbed(record);
    const posts = calls.filter(
      (call) => creates(call, resource) && isAccepted(call) && identify(record, call) !== undefined,
    );
    // one that a scenario disturbed counts if the platform accepted it
    const updates = callsOf(record).filter(
      (call) => isTo(call, `PUT /${resource}/:id`) && (call.fault === undefined || isAccepted(call)),
    );
    const ofRequests = namesOfRequests(record);
    return posts.flatMap((post, index) => {
      if (!isAbout(record, post)) return [];
      const body = fieldsOf(post);
      const before = posts
        .slice(0, index)
        .filter((call) => identify(record, call) === identify(record, post) && !isDeletedBetween(record, call, post));
      if (before.length === 0 || isNotShown(record, post)) return [];
      const wasSent =
        ([name, form]: [string, string]) =>
        (call: PartnerCall) =>
          call.atMs < post.atMs && valuesOf({ [name]: fieldsOf(call)[name] }).some(([, sent]) => sent === form);
      const changed = valuesOf(body).filter(
        (field) =>
          !ofRequests.has(field[0]) &&
          !isCountBrought(record, post, field[0]) &&
          ![...before, ...updates].some(wasSent(field)),
      );
      const isPutAfterwards = updates.some(
        (update) =>
          update.atMs > post.atMs &&
          (actionBefore(record, update) === actionBefore(record, post) || putsInstead(record, post, update, changed)),
      );
      // the document shows no route that changes a product
      const remedy = resource === 'customers' ? '; it should be a PUT' : '';
      const seen = changed.map(([name]) => `${name} ${show(body[name])}`).join(', ');
      return [
        observation(
          changed.length === 0 || isPutAfterwards,
          { calls: numbersOf([...before, post]) },
          `POST ${pathOf(post)} sent ${seen} for ${only} that was there already, which changes nothing${remedy}`,
        ),
      ];
    });
  };
