import { isDeepStrictEqual } from 'node:util';
import { keyOfSubject, type StoredDeliveries } from '../../core/deliveries.ts';
import type { StoredExchange } from '../../core/exchange.ts';
import { isObject } from '../../core/json.ts';
import { type Verdict, violationOf } from '../../core/verdict.ts';
import { parsedJson } from '../../fixtures/reading/parsed-json.ts';
import { percentDecoded } from '../../fixtures/reading/percent-decoded.ts';

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
