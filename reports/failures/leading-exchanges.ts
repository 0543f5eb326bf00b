import { isDeepStrictEqual } from 'node:util';
import { keyOfSubject, type StoredDeliveries } from '../../core/deliveries.ts';
import type { StoredExchange } from '../../core/exchange.ts';
import { isObject } from '../../core/json.ts';
import type { Result } from '../../core/result.ts';
import { causeOf, isFault, reasonOf, type Verdict, violationOf } from '../../core/verdict.ts';
import { parsedJson } from '../../fixtures/reading/parsed-json.ts';
import { percentDecoded } from '../../fixtures/reading/percent-decoded.ts';
import { reasonKind, routeOf } from '../kit/exchange-labels.ts';
import { listedRules } from '../listed-rules.ts';

const maxSteps = 8;
/** If there are more writes, only those to the record itself are shown. */
const maxWrites = 6;
/** Fields that identify a record. A phone does not: a customer shares it with its orders. */
const nameFields = ['id', 'externalId', 'code'];

/** Exchanges in the order in which they were sent. Their numbers show the order of the answers. */
export const inOrderOfSending = (exchanges: readonly StoredExchange[]): StoredExchange[] =>
  exchanges.toSorted((a, b) => Date.parse(a.sentAt) - Date.parse(b.sentAt) || a.number - b.number);

/** The names of each record in a text. */
const recordsIn = (text = ''): string[][] => {
  const parsed = parsedJson(text);
  const shown = isObject(parsed) && Array.isArray(parsed.data) ? parsed.data : [parsed];
  return shown.filter(isObject).map((record) =>
    nameFields.flatMap((field) => {
      const name = record[field];
      return typeof name === 'string' && name !== '' ? [name] : [];
    }),
  );
};

const textOf = (exchange: StoredExchange): string => ('text' in exchange ? exchange.text : '');

const segmentsOf = ({ request }: StoredExchange): string[] =>
  (request.path.split('?')[0] ?? '').split('/').filter(Boolean).map(percentDecoded);

/** All names of the record with one of these names. */
const allNames = (names: readonly string[], exchanges: readonly StoredExchange[]): Set<string> => {
  const records = exchanges.flatMap((exchange) => [
    ...recordsIn(textOf(exchange)),
    // an update may only have the id in its path
    ...recordsIn(exchange.request.body).map((own) =>
      exchange.request.method === 'PUT' ? [...own, ...segmentsOf(exchange).slice(-1)] : own,
    ),
  ]);
  const known = new Set(names);
  for (let before = 0; before < known.size; ) {
    before = known.size;
    for (const record of records) {
      if (record.some((name) => known.has(name))) for (const name of record) known.add(name);
    }
  }
  return known;
};

const mentions = (names: ReadonlySet<string>, exchange: StoredExchange): boolean => {
  const segments = segmentsOf(exchange);
  return [...names].some((name) => segments.includes(name) || exchange.request.body?.includes(name) === true);
};

/** The phone of a coupon or its customer; undefined for other records. */
const phoneOfCoupon = (coupon: unknown, names: ReadonlySet<string>): string | undefined => {
  if (!isObject(coupon) || typeof coupon.code !== 'string' || !names.has(coupon.code)) return undefined;
  const phone = isObject(coupon.customer) ? coupon.customer.phone : coupon.phone;
  return typeof phone === 'string' ? phone.replace(/^\+/, '') : undefined;
};

/** The phones of these coupons: orders of the same phone change the coupon. */
const phonesOf = (names: ReadonlySet<string>, exchanges: readonly StoredExchange[]): Set<string> =>
  new Set(
    exchanges.flatMap((exchange) =>
      [exchange.request.body, textOf(exchange)].flatMap((text) => phoneOfCoupon(parsedJson(text ?? ''), names) ?? []),
    ),
  );

/** The exchange that shows a fault; undefined if notifications do. */
export const showingExchange = (verdict: Verdict): StoredExchange | undefined => {
  const violation = violationOf(verdict);
  return verdict.exchanges.find(({ number }) => number === violation?.exchange);
};

/** The deliveries that show a fault; undefined if an exchange does. */
export const showingDelivery = (verdict: Verdict): StoredDeliveries | undefined => {
  const violation = violationOf(verdict);
  return violation?.about && verdict.deliveries.findLast(({ about }) => isDeepStrictEqual(about, violation.about));
};

/** The names in an answer with one record. */
const ownNames = (exchange: StoredExchange): string[] => {
  const records = recordsIn(textOf(exchange));
  return records.length === 1 ? records.flat() : [];
};

export const recordIn = (exchange: StoredExchange): Record<string, unknown> | undefined => {
  const parsed = parsedJson(textOf(exchange));
  return isObject(parsed) ? parsed : undefined;
};

/** Whether the paths of two requests begin with the same resource. */
export const areOfOneKind = (one: StoredExchange, other: StoredExchange): boolean =>
  segmentsOf(one)[0] === segmentsOf(other)[0];

const isRead = ({ request }: StoredExchange): boolean => ['GET', 'HEAD'].includes(request.method);

/**
 * The writes that led to a fault in the order of sending, so the last one is the first suspect. `own` are those to the
 * record itself, if there are many. `reads` showed the record before.
 */
const leadingExchanges = (verdict: Verdict): Record<'leading' | 'own' | 'reads', StoredExchange[]> => {
  const sent = inOrderOfSending(verdict.exchanges);
  const showing = showingExchange(verdict);
  const about = violationOf(verdict)?.about;
  const ofOrder = about === undefined ? undefined : allNames([keyOfSubject(about)], sent);
  const end = showing
    ? sent.indexOf(showing)
    : sent.findLastIndex((exchange) => ofOrder !== undefined && mentions(ofOrder, exchange)) + 1;
  const before = sent.slice(0, end);
  const writes = before.filter((exchange) => !isRead(exchange));
  // a rule about several routes writes other records before it reads this one
  const shown = showing ? [...segmentsOf(showing).slice(-1), ...ownNames(showing)] : [];
  const ofRecord = allNames(shown, sent);
  const ofPhone = phonesOf(ofRecord, sent);
  const isOfRecord = (write: StoredExchange): boolean =>
    mentions(ofRecord, write) || (segmentsOf(write)[0] === 'orders' && mentions(ofPhone, write));
  const last = writes.findLastIndex(isOfRecord);
  const leading = last === -1 ? writes : writes.slice(0, last + 1);
  // of many writes, those to the record itself are enough
  const own = leading.length > maxWrites ? leading.filter(isOfRecord) : [];
  const reads = before.filter((exchange) => isRead(exchange) && mentions(ofRecord, exchange));
  return { leading, own, reads };
};

/** The steps that led to a fault, and the number of other writes. */
interface Steps {
  steps: StoredExchange[];
  others: number;
}

const findSteps = (verdict: Verdict): Steps => {
  const { leading, own, reads } = leadingExchanges(verdict);
  const writes = (own.length > 0 ? own : leading).slice(-maxWrites);
  const steps = inOrderOfSending([...writes, ...reads.slice(writes.length - maxSteps)]);
  return { steps, others: leading.length - writes.length };
};

/** Several reports need the steps, and a verdict may have thousands of exchanges. */
const stepsOfVerdicts = new WeakMap<Verdict, Steps>();

/** The steps that led to a fault, including earlier reads of its record. */
export const lastSteps = (verdict: Verdict): Steps => {
  const known = stepsOfVerdicts.get(verdict) ?? findSteps(verdict);
  stepsOfVerdicts.set(verdict, known);
  return known;
};

/** The request that caused a fault, if another request shows it. */
export const causingExchange = (verdict: Verdict): StoredExchange | undefined => {
  const showing = showingExchange(verdict);
  // the answer to a write is its own effect
  return showing && !isRead(showing) ? undefined : lastSteps(verdict).steps.findLast((step) => !isRead(step));
};

/** Masks what differs between records: ids, names of the run and long numbers. */
const masked = (text: string): string =>
  text
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, '#')
    .replace(/selo-[\w-]+/g, '#')
    .replace(/\d{4,}[-\d:.TZ]*/g, '#')
    .slice(0, 200);

const standsFor: ReadonlyMap<string, readonly string[]> = new Map(
  listedRules.map((rule) => [rule.id, rule.standsFor ?? []]),
);

const placeOf = (verdict: Verdict): { route: string; method: string } => {
  const showing = showingExchange(verdict);
  const route = showing ? routeOf(showing.request) : 'notifications';
  return { route, method: route.split(' ')[0] ?? '' };
};

/** Faults that share a signature probably have one cause. */
const signaturesOf = (verdict: Verdict): string[] => {
  if (!isFault(verdict)) return [];
  const { section, violation } = verdict;
  const { pointer, expected, actual } = violation;
  const { route, method } = placeOf(verdict);
  return [
    // one value is wrong, whichever rule reads it
    JSON.stringify([route, pointer, masked(actual)]),
    // one convention is broken on several routes
    JSON.stringify([section, method, pointer, masked(expected), masked(actual)]),
  ];
};

/** Whether a property extends the other rule and both failed at the same place. */
const isPropertyOf = (property: Verdict, rule: Verdict): boolean =>
  (standsFor.get(property.rule)?.includes(rule.rule) ?? false) &&
  violationOf(property)?.pointer === violationOf(rule)?.pointer &&
  placeOf(property).route === placeOf(rule).route;

/** Groups faults that probably have one cause. A fault that shares none is a group of one. */
export const groupsByCause = <Fault extends Verdict>(faults: readonly Fault[]): Fault[][] => {
  const groups: { signatures: Set<string>; faults: Fault[] }[] = [];
  for (const fault of faults) {
    const signatures = signaturesOf(fault);
    const alike = groups.filter(
      (group) =>
        signatures.some((signature) => group.signatures.has(signature)) ||
        group.faults.some((other) => isPropertyOf(fault, other) || isPropertyOf(other, fault)),
    );
    const [first, ...others] = alike;
    if (!first) {
      groups.push({ signatures: new Set(signatures), faults: [fault] });
      continue;
    }
    for (const other of others) {
      first.faults.push(...other.faults);
      for (const signature of other.signatures) first.signatures.add(signature);
      groups.splice(groups.indexOf(other), 1);
    }
    first.faults.push(fault);
    for (const signature of signatures) first.signatures.add(signature);
  }
  return groups.map((group) => group.faults.toSorted((a, b) => faults.indexOf(a) - faults.indexOf(b)));
};

const groupsOfResults = new WeakMap<Result, Verdict[][]>();

const groupsIn = (result: Result): Verdict[][] => {
  const known = groupsOfResults.get(result) ?? groupsByCause(result.verdicts.filter(isFault));
  groupsOfResults.set(result, known);
  return known;
};

/** The rules whose faults probably have the same cause. */
export const rulesOfSameCause = (result: Result, verdict: Verdict): string[] =>
  (groupsIn(result).find((group) => group.includes(verdict)) ?? [])
    .filter((other) => other !== verdict)
    .map(({ rule }) => rule);

/** Unverified verdicts with one cause and one kind of reason. */
interface ReasonGroup<Item> {
  first: Item;
  items: readonly Item[];
  cause: string;
  /** The reason of the first. */
  reason: string;
  /** Follows the reason if the others differ in paths or numbers. */
  suffix: '' | ' (and the like)';
}

/** Groups unverified verdicts, or items that contain one, by cause and reason. */
export const groupsByReason = <Item>(
  items: readonly Item[],
  verdictOf: (item: Item) => Verdict,
): ReasonGroup<Item>[] => {
  const reasonIn = (item: Item): string => reasonOf(verdictOf(item)) ?? 'no reason given';
  const causeIn = (item: Item): string => causeOf(verdictOf(item)) ?? 'no cause';
  const groups = Map.groupBy(items, (item) => `${causeIn(item)} ${reasonKind(reasonIn(item))}`);
  return [...groups.values()].flatMap((alike) => {
    const [first] = alike;
    if (first === undefined) return [];
    const reason = reasonIn(first);
    const isSame = alike.every((item) => reasonIn(item) === reason);
    return [{ first, items: alike, cause: causeIn(first), reason, suffix: isSame ? '' : ' (and the like)' }];
  });
};
