import { createHmac, randomBytes } from 'node:crypto';
import { parsedJson } from '../../fixtures/parsed-json.ts';
import { isObject } from '../../suites/json.ts';
import type { PartnerRecord } from '../../suites/partner/record.ts';

/** Fields of a customer that tell who it is. A text in one of them is replaced wherever it stands in the record. */
const telling = new Set(['phone', 'email']);
/** Those whose texts may be short or common: replaced where they stand. */
const personal = new Set([
  'firstName',
  'lastName',
  'street',
  'number',
  'complement',
  'neighborhood',
  'district',
  'zipCode',
  'postalCode',
  'document',
  'cpf',
  'birthDate',
]);
/** Shorter digits may be anything. */
const fewestDigits = 8;

type Replace = (text: string) => string;

const eachField = (value: unknown, visit: (name: string, value: unknown) => void): void => {
  if (Array.isArray(value)) for (const item of value) eachField(item, visit);
  if (!isObject(value)) return;
  for (const [name, inner] of Object.entries(value)) {
    visit(name, inner);
    eachField(inner, visit);
  }
};

const withFields = (value: unknown, replace: (name: string, text: string) => string, name = ''): unknown => {
  if (typeof value === 'string') return replace(name, value);
  if (Array.isArray(value)) return value.map((item) => withFields(item, replace, name));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withFields(inner, replace, key)]));
};

const bodiesOf = ({ calls }: PartnerRecord): string[] =>
  calls.flatMap(({ body, answer }) => ('status' in answer ? [body, answer.body] : [body]));

/**
 * The record with its customers' data replaced, the same by the same: phones by others of as many digits, so that what is
 * judged by them stays as it is; e-mails by others; names and addresses by marks. What stands for whom cannot be told
 * from the result.
 */
export const pseudonymised = (record: PartnerRecord, salt = randomBytes(32)): PartnerRecord => {
  const digest = (text: string): string => createHmac('sha256', salt).update(text).digest('hex');
  const digitsFor = (digits: string): string => {
    const drawn = BigInt(`0x${digest(digits)}`)
      .toString()
      .padStart(digits.length, '7');
    return `7${drawn.slice(-digits.length + 1)}`;
  };

  const known = new Map<string, string>();
  const learn = (name: string, value: unknown): void => {
    if (!telling.has(name) || typeof value !== 'string') return;
    if (name === 'email' && value.includes('@')) {
      known.set(value, `customer-${digest(value).slice(0, 12)}@example.com`);
      return;
    }
    const digits = value.replace(/\D/g, '');
    if (digits.length < fewestDigits) return;
    known.set(digits, digitsFor(digits));
    // as it was written, with spaces and dashes, it keeps them
    let next = 0;
    const drawn = digitsFor(digits);
    known.set(
      value,
      value.replace(/\d/g, () => drawn[next++] ?? '7'),
    );
  };
  for (const body of bodiesOf(record)) eachField(parsedJson(body), learn);
  for (const { phone } of record.coupons) learn('phone', phone);

  const replacements = [...known].toSorted(([one], [other]) => other.length - one.length);
  const everywhere: Replace = (text) =>
    replacements.reduce(
      (clean, [value, pseudonym]) =>
        clean.replaceAll(value, pseudonym).replaceAll(encodeURIComponent(value), encodeURIComponent(pseudonym)),
      text,
    );
  const inField = (name: string, text: string): string =>
    personal.has(name) && text !== '' ? `«${name} ${digest(text).slice(0, 6)}»` : text;
  const inBody: Replace = (text) => {
    const value = parsedJson(text);
    return everywhere(value === undefined ? text : JSON.stringify(withFields(value, inField)));
  };

  return {
    ...record,
    calls: record.calls.map((call) => ({
      ...call,
      path: everywhere(call.path),
      body: inBody(call.body),
      answer: 'status' in call.answer ? { ...call.answer, body: inBody(call.answer.body) } : call.answer,
    })),
    attempts: record.attempts.map((attempt) => ({ ...attempt, body: everywhere(attempt.body) })),
    actions: record.actions.map((action) => ({
      ...action,
      parameters: Object.fromEntries(
        Object.entries(action.parameters).map(([name, value]) => [
          name,
          typeof value === 'string' ? everywhere(value) : value,
        ]),
      ),
      ...(action.told === undefined ? {} : { told: everywhere(action.told) }),
    })),
    coupons: record.coupons.map((coupon) => ({ ...coupon, phone: everywhere(coupon.phone) })),
  };
};
