import type { JsonObject } from '../../../core/json.ts';
import type { PartnerRecord } from '../../../core/partner-record.ts';
import { fieldsBelow, nameOf } from './read-call.ts';

type Names = PartnerRecord['names'];
type Field = ReturnType<typeof fieldsBelow>[number];
type AddressNames = Pick<Names, 'customerAddress' | 'orderCustomer'>;

/** Records in a body that have a phone and an address of their own. */
const others = [
  ...['store', 'seller', 'branch', 'shop', 'merchant', 'vendor', 'cashier', 'operator'],
  ...['company', 'issuer', 'warehouse', 'origin', 'restaurant', 'pickup', 'sender'],
  ...['loja', 'filial', 'vendedor', 'lojista', 'operador', 'empresa', 'emitente', 'restaurante', 'origem', 'remetente'],
];

/** Letters whose two bytes of UTF-8 were taken for two letters, such as `Ã§` for `ç`. */
export const encodedTwice = /[\u00c2\u00c3][\u0080-\u009f\u00a1-\u00aa\u00ac-\u00ba\u00bc-\u00bf]/;

/** The words of a name: `store` and `phone` of `storePhone` or `store_phone`. */
export const wordsOf = (name: string): string[] => name.split(/_|(?=[A-Z])/).map((word) => word.toLowerCase());

/** Whether a field belongs to somebody other than the customer, such as the shop. */
const isOfOther = ({ pointer }: Field, { orderCustomer }: Pick<Names, 'orderCustomer'>): boolean => {
  const [, first = '', ...below] = pointer.split('/');
  return first !== orderCustomer && [first, ...below].some((name) => others.includes(wordsOf(name)[0] ?? ''));
};

const phoneName = /phone|mobile|telefone|celular|whatsapp/i;
const international = /^\+\d[\d ()-]{8,18}\d$/;
const minDigits = 8;

/** The last words of names that say when something happened to a phone. */
const momentsOfPhone = ['at', 'on', 'date', 'time'];

/** Whether a field says something of a phone: a part of it, such as `phoneLast4`, a flag such as `hasWhatsapp`, or a moment. */
const isAboutPhone = ({ name, value }: Field): boolean =>
  (name !== 'phone' && phoneDigits(value).length < minDigits) || momentsOfPhone.includes(wordsOf(name).at(-1) ?? '');

const isPhoneField = (field: Field, { phones = [] }: Pick<Names, 'phones'>): boolean =>
  phones.includes(field.name) || (phoneName.test(field.name) && !isAboutPhone(field));

/** Fields with a phone, by their names, by the partner's declaration, or by a value that is clearly a phone. */
export const phonesIn = (body: JsonObject, names: Pick<Names, 'phones'>): Field[] =>
  fieldsBelow(body).filter(
    (field) =>
      (isPhoneField(field, names) && (typeof field.value === 'number' || typeof field.value === 'string')) ||
      (typeof field.value === 'string' && international.test(field.value)),
  );

/** Whether a field is the customer of a body, a part of it, or has its phone, as `customerPhone` does. */
export const isOfCustomer = ({ pointer }: Field, { orderCustomer }: Pick<Names, 'orderCustomer'>): boolean => {
  const [, first = ''] = pointer.split('/');
  const [words, owner] = [wordsOf(first), wordsOf(orderCustomer)];
  const isPhone = phoneName.test(words[owner.length] ?? '');
  return first === orderCustomer || (isPhone && owner.every((word, index) => words[index] === word));
};

/** The phones in a body that may be of its customer: those of the customer's field, or else those of nobody else. */
export const customerPhonesIn = (body: JsonObject, names: Pick<Names, 'phones' | 'orderCustomer'>): Field[] => {
  const phones = phonesIn(body, names).filter((field) => !isOfOther(field, names));
  const own = phones.filter((field) => isOfCustomer(field, names));
  return own.length > 0 ? own : phones;
};

/** Zeros after the country, which stand for a customer without a phone. */
const onlyZeros = /^\d{0,2}0+$/;

/** Whether a phone can be called: the country alone is too short. */
export const canBeCalled = (phone: unknown): boolean => {
  const digits = phoneDigits(phone);
  return digits.length >= minDigits && !onlyZeros.test(digits);
};

/** Whether the name and the value of a field say that it is a phone that can be called. */
export const isPhone = (name: string, value: unknown, names: Pick<Names, 'phones'>): boolean =>
  canBeCalled(value) && isPhoneField({ name, pointer: '', value }, names);

/** Whether a body has a phone that can be called. */
export const hasPhone = (body: JsonObject, names: Names): boolean =>
  customerPhonesIn(body, names).some(({ value }) => canBeCalled(value));

/** Whether it has one under the documented name, or under one that the partner declares. */
export const hasNamedPhone = (body: JsonObject, names: Names): boolean =>
  customerPhonesIn(body, names).some(
    (field) => canBeCalled(field.value) && (field.name === 'phone' || names.phones?.includes(field.name) === true),
  );

const addressName = /address|endere|street|logradouro|^rua$|zip|postal|^cep$/i;
/** Words before an address to which nothing can be delivered. */
const otherAddress = ['email', 'ip', 'mac', 'web', 'url'];

/** Names that say something of an address, such as `addressId`. */
const aboutAddress = /(id|type|kind|label|count)$/i;

const isOtherAddress = (name: string): boolean =>
  aboutAddress.test(name) ||
  wordsOf(name).some((word) => otherAddress.some((other) => word === other || word === `${other}address`));

/** Fields for an address of the customer, or for a part of one, by the declared name or by a usual one. */
const addressFieldsIn = (body: JsonObject, names: AddressNames): Field[] =>
  fieldsBelow(body).filter(
    (field) =>
      (field.name === names.customerAddress || (addressName.test(field.name) && !isOtherAddress(field.name))) &&
      !isOfOther(field, names),
  );

/** Only words that software writes by mistake where it has no value. A sign such as `-` is written on purpose. */
const mistake = /^\W*(undefined|null)(\W+(undefined|null))*\W*$/i;

/** Whether a value is a text or a number that says something: `null, null` does not. */
const saysSomething = (value: unknown): boolean => nameOf(value) !== undefined && !mistake.test(nameOf(value) ?? '');

/** Such fields that say something. */
export const addressesIn = (body: JsonObject, names: AddressNames): Field[] =>
  addressFieldsIn(body, names).filter(
    ({ value }) => saysSomething(value) || fieldsBelow(value).some((field) => saysSomething(field.value)),
  );

/** Whether a body has a field for an address, perhaps an empty one. Many partners send null for a missing field. */
export const mentionsAddress = (body: JsonObject, names: AddressNames): boolean =>
  addressFieldsIn(body, names).some(({ value }) => value !== null);

/** All digits of a phone. The platform identifies customers by them, so a phone without its country is another one. */
export const phoneDigits = (phone: unknown): string => (nameOf(phone) ?? '').replaceAll(/\D/g, '');

/** Digits before the area of a Brazilian phone. */
export const brazilianPrefix = /^(?:0*55)?0*(?=[1-9]\d{9,10}$)/;
/** A Brazilian mobile phone with its area. A landline has one digit less. */
const mobile = /^[1-9]\d9\d{8}$/;
const landlineDigits = 10;

/** The last digits of a phone, with its area: enough to identify the owner, whatever the prefix in Brazil. */
export const lastDigits = (phone: unknown): string => {
  const digits = phoneDigits(phone).replace(brazilianPrefix, '');
  return mobile.test(digits) ? digits : digits.slice(-landlineDigits);
};

/** The last digits of those phones that have their area. */
export const lastDigitsIn = (phones: readonly unknown[]): string[] =>
  phones.map(lastDigits).filter(({ length }) => length >= landlineDigits);

/** Whether two phones belong to one person, whatever their prefixes and separators. */
export const isSamePhone = (one: unknown, other: unknown): boolean => lastDigits(one) === lastDigits(other);

/** Whether a phone is another one without some of its first digits, for example without its country, its area or both. */
export const isPartOfPhone = (part: unknown, whole: unknown): boolean => {
  const [digits, all] = [phoneDigits(part), phoneDigits(whole)];
  return digits.length >= minDigits && digits.length < all.length && digits.slice(-minDigits) === all.slice(-minDigits);
};

const amounts = ['total', 'amount', 'minPurchaseValue', 'price', 'quantity'];

/** Whether a name is one of an amount or a quantity. */
export const isNumberName = (name: string, { orderTotal }: Names): boolean =>
  amounts.includes(name) || name === orderTotal;
