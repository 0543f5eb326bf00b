import type { JsonObject } from '../../../core/json.ts';
import type { PartnerRecord } from '../../../core/partner-record.ts';
import { fieldsBelow, nameOf } from './read-call.ts';

type Names = PartnerRecord['names'];
type Field = ReturnType<typeof fieldsBelow>[number];

const phoneName = /phone|mobile|telefone|celular|whatsapp/i;
const international = /^\+\d[\d ()-]{8,18}\d$/;
const minDigits = 8;

const isPhoneName = (name: string, { phones = [] }: Pick<Names, 'phones'>): boolean =>
  phoneName.test(name) || phones.includes(name);

/** Fields with a phone, by their names, by the partner's declaration, or by a value that is clearly a phone. */
export const phonesIn = (body: JsonObject, names: Pick<Names, 'phones'>): Field[] =>
  fieldsBelow(body).filter(
    ({ name, value }) =>
      (isPhoneName(name, names) && (typeof value === 'number' || typeof value === 'string')) ||
      (typeof value === 'string' && international.test(value)),
  );

/** Whether a body has a phone that can be called. */
export const hasPhone = (body: JsonObject, names: Names): boolean =>
  phonesIn(body, names).some(({ value }) => phoneDigits(value).length >= minDigits);

const addressName = /address|endere|street|logradouro|^rua$|zip|postal|^cep$/i;

/** Fields for an address, or for a part of one, by the declared name or by a usual one. */
const addressFieldsIn = (body: JsonObject, { customerAddress }: Pick<Names, 'customerAddress'>): Field[] =>
  fieldsBelow(body).filter(({ name }) => name === customerAddress || addressName.test(name));

/** Such fields that are not empty. */
export const addressesIn = (body: JsonObject, names: Pick<Names, 'customerAddress'>): Field[] =>
  addressFieldsIn(body, names).filter(
    ({ value }) => nameOf(value) !== undefined || fieldsBelow(value).some((field) => nameOf(field.value) !== undefined),
  );

/** Whether a body has a field for an address, perhaps an empty one. Many partners send null for a missing field. */
export const mentionsAddress = (body: JsonObject, names: Pick<Names, 'customerAddress'>): boolean =>
  addressFieldsIn(body, names).some(({ value }) => value !== null);

/** Enough digits to identify the owner of a phone, whatever its prefix. */
export const ownDigits = 10;

/** All digits of a phone. The platform identifies customers by them, so a phone without its country is another one. */
export const phoneDigits = (phone: unknown): string => (nameOf(phone) ?? '').replaceAll(/\D/g, '');

/** The last digits of a phone. */
export const lastDigits = (phone: unknown): string => phoneDigits(phone).slice(-ownDigits);

/** Whether two phones belong to one person, whatever their prefixes and separators. */
export const isSamePhone = (one: unknown, other: unknown): boolean => lastDigits(one) === lastDigits(other);

/** Whether a phone is a part of another, for example the same one without its country or area. */
export const isPartOfPhone = (part: unknown, whole: unknown): boolean => {
  const [digits, all] = [phoneDigits(part), phoneDigits(whole)];
  return digits.length >= minDigits && digits.length < all.length && all.endsWith(digits);
};

const dates = ['expiryDate', 'startDate', 'createdAt', 'updatedAt'];

/** Whether a field holds a date. Text in any other field may look like a date. */
export const isDateField = (name: string, names: Names): boolean =>
  dates.includes(name) || names.dates?.includes(name) === true;

const amounts = ['total', 'amount', 'minPurchaseValue', 'price', 'quantity'];

/** Whether a field holds a number. */
export const isNumberField = (name: string, names: Names): boolean =>
  amounts.includes(name) || name === names.orderTotal || names.amounts?.includes(name) === true;
