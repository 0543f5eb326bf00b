import { isDeepStrictEqual } from 'node:util';
import { keyOfSubject, type StoredDeliveries } from '../../core/deliveries.ts';
import type { StoredExchange } from '../../core/exchange.ts';
import { isObject } from '../../core/json.ts';
import { type Verdict, violationOf } from '../../core/verdict.ts';
import { parsedJson } from '../../fixtures/reading/parsed-json.ts';
import { percentDecoded } from '../../fixtures/reading/percent-decoded.ts';

/** Of the steps that led to a fault. */
const mostSteps = 8;
/** Of more writes, only those to the record itself are shown. */
const mostWrites = 6;
/** What a record is known by. A phone is not among them: that of a customer is also that of its orders. */
const nameFields = ['id', 'externalId', 'code'];

/** Exchanges in the order in which they were sent; their numbers say in which order they were answered. */
export const inOrderOfSending = (exchanges: readonly StoredExchange[]): StoredExchange[] =>
  exchanges.toSorted((a, b) => Date.parse(a.sentAt) - Date.parse(b.sentAt) || a.number - b.number);

/** The records that a text shows, each by its names. */
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

/** All names of the record that has one of these, as far as the exchanges show them. */
const allNames = (names: readonly string[], exchanges: readonly StoredExchange[]): Set<string> => {
  const records = exchanges.flatMap((exchange) => [
    ...recordsIn(textOf(exchange)),
    // an update may name the record in its path only
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

/** The phone that a coupon is registered for, or whose customer a coupon shows; undefined for other records. */
const phoneOfCoupon = (coupon: unknown, names: ReadonlySet<string>): string | undefined => {
  if (!isObject(coupon) || typeof coupon.code !== 'string' || !names.has(coupon.code)) return undefined;
  const phone = isObject(coupon.customer) ? coupon.customer.phone : coupon.phone;
  return typeof phone === 'string' ? phone.replace(/^\+/, '') : undefined;
};

/** The phones of coupons that have one of these names: what an order of theirs does shows on the coupon. */
const phonesOf = (names: ReadonlySet<string>, exchanges: readonly StoredExchange[]): Set<string> =>
  new Set(
    exchanges.flatMap((exchange) =>
      [exchange.request.body, textOf(exchange)].flatMap((text) => phoneOfCoupon(parsedJson(text ?? ''), names) ?? []),
    ),
  );

/** The exchange that shows a fault; undefined where notifications show it. */
export const showingExchange = (verdict: Verdict): StoredExchange | undefined => {
  const violation = violationOf(verdict);
  return verdict.exchanges.find(({ number }) => number === violation?.exchange);
};

/** The deliveries that show a fault; undefined where an exchange shows it. */
export const showingDelivery = (verdict: Verdict): StoredDeliveries | undefined => {
  const violation = violationOf(verdict);
  return violation?.about && verdict.deliveries.findLast(({ about }) => isDeepStrictEqual(about, violation.about));
};

/** The names of the one record that an answer shows. */
const ownNames = (exchange: StoredExchange): string[] => {
  const records = recordsIn(textOf(exchange));
  return records.length === 1 ? records.flat() : [];
};

/** The one record that an answer is. */
export const recordIn = (exchange: StoredExchange): Record<string, unknown> | undefined => {
  const parsed = parsedJson(textOf(exchange));
  return isObject(parsed) ? parsed : undefined;
};

/** Whether two requests are about records of one kind: the first word of their paths says it. */
export const areOfOneKind = (one: StoredExchange, other: StoredExchange): boolean =>
  segmentsOf(one)[0] === segmentsOf(other)[0];

const isRead = ({ request }: StoredExchange): boolean => ['GET', 'HEAD'].includes(request.method);

/** The writes that led to a fault, in the order of sending: the last of them is the one to look at first. Of many, `own` are those to the record that shows it. `reads` are those that showed the record before. */
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
  // a rule about several routes goes on to write other records before it reads this one
  const shown = showing ? [...segmentsOf(showing).slice(-1), ...ownNames(showing)] : [];
  const ofRecord = allNames(shown, sent);
  const ofPhone = phonesOf(ofRecord, sent);
  const isOfRecord = (write: StoredExchange): boolean =>
    mentions(ofRecord, write) || (segmentsOf(write)[0] === 'orders' && mentions(ofPhone, write));
  const last = writes.findLastIndex(isOfRecord);
  const leading = last === -1 ? writes : writes.slice(0, last + 1);
  // of many writes those to the record itself are enough
  const own = leading.length > mostWrites ? leading.filter(isOfRecord) : [];
  const reads = before.filter((exchange) => isRead(exchange) && mentions(ofRecord, exchange));
  return { leading, own, reads };
};

/** What led to a fault in the order of sending, and how many other writes came before or between. */
interface Steps {
  steps: StoredExchange[];
  others: number;
}

const findSteps = (verdict: Verdict): Steps => {
  const { leading, own, reads } = leadingExchanges(verdict);
  const writes = (own.length > 0 ? own : leading).slice(-mostWrites);
  const steps = inOrderOfSending([...writes, ...reads.slice(writes.length - mostSteps)]);
  return { steps, others: leading.length - writes.length };
};

/** Each report asks several times, and a verdict may have thousands of exchanges. */
const stepsOfVerdicts = new WeakMap<Verdict, Steps>();

/** The steps that led to a fault, with the reads that showed its record before. */
export const lastSteps = (verdict: Verdict): Steps => {
  const known = stepsOfVerdicts.get(verdict) ?? findSteps(verdict);
  stepsOfVerdicts.set(verdict, known);
  return known;
};

/** The request that caused a fault, where another one shows it. */
export const causingExchange = (verdict: Verdict): StoredExchange | undefined => {
  const showing = showingExchange(verdict);
  // the answer to a write is its own
  return showing && !isRead(showing) ? undefined : lastSteps(verdict).steps.findLast((step) => !isRead(step));
};
