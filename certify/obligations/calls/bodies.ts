import { isObject, show } from '../../../core/json.ts';
import { cutMark, type PartnerCall, type PartnerRecord } from '../../../core/partner-record.ts';
import { parsedJson } from '../../../fixtures/reading/parsed-json.ts';
import { couponCodes, couponOf } from '../model/coupon-calls.ts';
import { encodedTwice, isNumberName, phonesIn, wordsOf } from '../model/named-fields.ts';
import { listed, observation, ofCall } from '../model/observation.ts';
import {
  type FieldBelow,
  fieldsBelow,
  fieldsOf,
  isTo,
  isWrite,
  partsOf,
  pathOf,
  statusOf,
  undisturbed,
  undisturbedWrites,
} from '../model/read-call.ts';
import { type Obligation, writing } from '../obligation.ts';
import { emptiedFields } from '../records/emptied-fields.ts';

/** A number as people write it, for example with a currency, separators of thousands, or a percent sign. */
const numberText =
  /^[+-]?\s*((R|US)?\$|€|BRL|USD|EUR)?\s*[+-]?\d+([., ]\d+)*([.,]-)?(e[+-]?\d+)?\s*(%|(R|US)?\$|€|BRL|USD|EUR|reais)?$/i;

const isNumberText = (value: unknown): boolean =>
  typeof value === 'string' && (value === '' || numberText.test(value.replaceAll(/\s/g, ' ').trim()));

/** Whether a string is a number with cents, as amounts of money are. A tax code has points in front of all its groups. */
const isAmount = (value: unknown): boolean =>
  typeof value === 'string' && /^\s*(R\$\s*)?-?\d+((\.\d{3})*,\d{2}|(,\d{3})*\.\d{2})\s*$/.test(value);

const parentOf = (pointer: string): string => pointer.slice(0, pointer.lastIndexOf('/'));

/** Whether an amount is only for people to read, because its object also has it as a number. */
const isForPeople = ({ pointer, value }: FieldBelow, fields: readonly FieldBelow[]): boolean => {
  const cents = Number(String(value).replaceAll(/\D/g, ''));
  return fields.some(
    (each) =>
      typeof each.value === 'number' &&
      parentOf(each.pointer) === parentOf(pointer) &&
      Math.abs(Math.round(each.value * 100)) === cents,
  );
};

/** What bytes that are no UTF-8 are read as. */
const unreadable = '\ufffd';

const isGarbled = ({ value }: FieldBelow): boolean =>
  typeof value === 'string' && (encodedTwice.test(value) || value.includes(unreadable));

/** Names of fields whose content is a string even if it looks like a number. */
const identifies =
  /id|code|ncm|sku|ean|version|release|build|firmware|phone|document|cpf|cnpj|zip|postal|cep|number|lat|lng|lon|name|title|size/i;

const worths = ['total', 'subtotal', 'price', 'preco', 'quantity', 'quantidade', 'qty', 'qtd'];
const measures = ['limit', 'uses', 'stock', 'count', 'discount', 'amount'];

/** Whether the last word of a name is one of these, as in `usageLimit`. */
const hasLastWord = (name: string, words: readonly string[]): boolean => words.includes(wordsOf(name).at(-1) ?? '');

/** A field of an item of an order or a cart. */
const ofItem = /^\/((order|line|cart)_?)?(items|products|itens|produtos|lines)\/\d+\/[^/]+$/i;

/** Whether a field is one of the record or of its items. Further below, a record may be as another system has it. */
const isOfRecord = ({ name, pointer }: FieldBelow): boolean => pointer === `/${name}` || ofItem.test(pointer);

/** Whether a field holds a number: one of the record or of its items, or one that the partner declares. */
const isNumber = (field: FieldBelow, names: PartnerRecord['names']): boolean =>
  names.amounts?.includes(field.name) === true || (isNumberName(field.name, names) && isOfRecord(field));

/** Whether a field of an order, a cart or a product, or of one of its items, is a number by its name. */
const isWorth = (field: FieldBelow): boolean =>
  hasLastWord(field.name, worths) && !/display|format|text|label/i.test(field.name) && isOfRecord(field);

/** A number with other text after it, such as its unit, or what programs write in place of a number. */
const numberAndText = /^\s*(R\$\s*)?-?\d+([.,]\d+)?\s*\D*$|^-?(NaN|Infinity)$/;

/** Whether the total of a record, or a field of an item, is a text that begins with a number. */
const isWithUnit = ({ pointer, value }: FieldBelow, { orderTotal }: PartnerRecord['names']): boolean =>
  typeof value === 'string' && (pointer === `/${orderTotal}` || ofItem.test(pointer)) && numberAndText.test(value);

const isDigits = (value: unknown): boolean => typeof value === 'string' && /^\d+(\.\d+)?$/.test(value);

/** Whether a body arrived completely. A call that was lost or too large may have a partial body. */
const isWhole = (call: PartnerCall): boolean => {
  const status = statusOf(call);
  return status !== undefined && status !== 413 && !call.body.endsWith(cutMark);
};

/** Fields that may be missing and have a stated type, which null is not, by request. */
const optionalFields = {
  'POST /coupons': ['type', 'minPurchaseValue', 'expiryDate', 'awaitingOrder', 'createOnProvider'],
  'PUT /orders/:id': ['externalId', 'lineItems', 'status'],
};

const phonesAreStrings =
  (isAbout: (call: PartnerCall) => boolean): Obligation['judge'] =>
  (record) =>
    undisturbedWrites(record)
      .filter((call) => isAbout(call))
      .flatMap((call) => {
        const phones = phonesIn(fieldsOf(call), record.names);
        if (phones.length === 0) return [];
        const wrong = phones.filter(({ value }) => typeof value !== 'string');
        const seen = listed(wrong);
        return [ofCall(call, wrong.length === 0, `sent ${seen}; a number has neither a plus nor zeros in front`)];
      });

const isOfOrderOrCoupon = (call: PartnerCall): boolean => ['orders', 'coupons'].includes(partsOf(call)[0] ?? '');

const externalIdsAreStrings =
  (isAbout: (call: PartnerCall) => boolean): Obligation['judge'] =>
  (record) => {
    const calls = undisturbedWrites(record).filter((call) => isAbout(call));
    // the id of a shared coupon is an integer
    const isShared = (call: PartnerCall): boolean => isTo(call, 'POST /coupons/shared');
    const sharedCodes = calls.filter(isShared).map((call) => fieldsOf(call).code);
    return calls
      .filter((call) => !isShared(call) && !sharedCodes.includes(couponOf(call, couponCodes(record))))
      .flatMap((call) => {
        const { externalId } = fieldsOf(call);
        return externalId === undefined || externalId === null
          ? []
          : [
              ofCall(
                call,
                typeof externalId === 'string',
                `sent externalId ${show(externalId)}; it should be a string`,
              ),
            ];
      });
  };

export const bodies: readonly Obligation[] = [
  {
    id: 'PART-4',
    text: 'Every `POST` and `PUT` has the `Content-Type` `application/json`',
    source: 'Endpoints',
    statements: ['S093', 'S165'],
    level: 'must',
    arisesWith: writing,
    judge: (record) =>
      undisturbedWrites(record).map((call) => {
        const type = call.headers['content-type'];
        return ofCall(
          call,
          /^application\/json\s*(;|$)/i.test(type ?? ''),
          `came with Content-Type ${show(type)}; without application/json the body is not read`,
        );
      }),
  },
  {
    id: 'PART-5',
    text: 'The body of every `POST` and `PUT` is a JSON object in UTF-8',
    source: 'Endpoints › Response conventions',
    statements: ['S005', 'S096'],
    level: 'must',
    arisesWith: writing,
    judge: (record) =>
      undisturbedWrites(record)
        .filter((call) => isWhole(call))
        .map((call) =>
          ofCall(
            call,
            isObject(parsedJson(call.body)) && !call.body.includes(unreadable),
            `came with a body that is no JSON object in UTF-8: ${show(call.body)}`,
          ),
        ),
  },
  {
    id: 'PART-6',
    text: 'Totals, prices and quantities are JSON numbers, not strings',
    source: 'Resources and their fields › Common conventions',
    statements: ['S038'],
    level: 'must',
    arisesWith: ['orders', 'redemption', 'carts', 'products'],
    judge: (record) =>
      undisturbed(record)
        // coupons have their own numbers
        .filter((call) => isWrite(call) && partsOf(call)[0] !== 'coupons')
        .flatMap((call) => {
          const named = fieldsBelow(fieldsOf(call)).filter((field) =>
            typeof field.value === 'number' || (field.value !== '' && isNumberText(field.value))
              ? isNumber(field, record.names) || isWorth(field)
              : isNumber(field, record.names) && (isNumberText(field.value) || isWithUnit(field, record.names)),
          );
          if (named.length === 0) return [];
          const texts = named.filter(({ value }) => typeof value === 'string');
          const seen = texts.map(({ pointer, value }) => `${pointer} as the string ${show(value)}`).join(', ');
          return [
            observation(
              texts.length === 0,
              { calls: [call.number] },
              `${call.method} ${pathOf(call)} sent ${seen}; it should be a number, without quotation marks`,
            ),
          ];
        }),
  },
  {
    id: 'PART-183',
    text: 'A registration of a coupon and a change of an order or a customer leave out the fields that they have no value for',
    source: 'Resources and their fields',
    statements: ['S052', 'S054', 'S056', 'S058', 'S059', 'S061', 'S062', 'S065', 'S066'],
    level: 'should',
    inferred: 'the document does not say that null counts as left out',
    arisesWith: ['coupons', 'orders', 'customers'],
    judge: (record) => [
      ...Object.entries(optionalFields).flatMap(([route, names]) =>
        undisturbedWrites(record)
          .filter((call) => isTo(call, route))
          .map((call) => {
            const empty = names.filter((name) => fieldsOf(call)[name] === null);
            const seen = `sent null for ${empty.join(', ')}; the document states another type for each`;
            return ofCall(call, empty.length === 0, seen);
          }),
      ),
      ...emptiedFields(record),
    ],
  },
  {
    id: 'PART-119',
    text: 'Any other amount or count, and the `externalId` of a shared coupon, is a JSON number',
    source: 'Resources and their fields › Common conventions',
    statements: ['S038'],
    level: 'should',
    inferred:
      'which other fields hold numbers is open, and digits as an id of a shared coupon are stored as the number',
    judge: (record) =>
      undisturbedWrites(record).flatMap((call) => {
        const isShared = isTo(call, 'POST /coupons/shared');
        const fields = fieldsBelow(fieldsOf(call));
        const texts = fields.filter((field) => {
          const { pointer, name, value } = field;
          if (identifies.test(name)) return isShared && pointer === '/externalId' && isNumberText(value);
          return (
            !isNumber(field, record.names) &&
            !(isWorth(field) && isNumberText(value)) &&
            ((isAmount(value) && !isForPeople(field, fields)) || (hasLastWord(name, measures) && isDigits(value)))
          );
        });
        const seen = listed(texts);
        return [ofCall(call, texts.length === 0, `sent ${seen}; numbers should be without quotation marks`)];
      }),
  },
  {
    id: 'PART-97',
    text: 'The phone of a registered coupon is a string',
    source: 'Resources and their fields › Coupon registration input',
    statements: ['S060'],
    level: 'must',
    arisesWith: ['coupons'],
    judge: phonesAreStrings((call) => isTo(call, 'POST /coupons')),
  },
  {
    id: 'PART-106',
    text: 'Every other phone is a string',
    source: 'Resources and their fields › Coupon',
    statements: ['S052'],
    level: 'should',
    inferred: 'the document states the type of a phone only for coupons',
    judge: phonesAreStrings((call) => !isTo(call, 'POST /coupons')),
  },
  {
    id: 'PART-98',
    text: 'Every write is a `POST`, a `PUT` or a `DELETE`',
    source: 'Endpoints › Endpoints table',
    statements: ['S119', 'S124', 'S135', 'S139'],
    level: 'must',
    judge: (record) =>
      undisturbed(record).map((call) =>
        ofCall(
          call,
          // methods that only read do no harm
          ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'DELETE'].includes(call.method),
          'uses a method that no route has; updates are made by PUT',
        ),
      ),
  },
  {
    id: 'PART-166',
    text: 'The coupons configuration is only read',
    source: 'Endpoints › Endpoints table',
    statements: ['S137'],
    level: 'must',
    arisesWith: ['coupons-config'],
    judge: (record) =>
      undisturbed(record)
        .filter((call) => partsOf(call)[0] === 'coupons-config')
        .map((call) =>
          ofCall(
            call,
            ['GET', 'HEAD', 'OPTIONS'].includes(call.method),
            'writes the coupons configuration, which the platform offers for reading only',
          ),
        ),
  },
  {
    id: 'PART-99',
    text: 'The `externalId` of an order, and of a coupon for one customer, is a string',
    source: 'Resources and their fields › Order fields known',
    statements: ['S066', 'S042', 'S053'],
    level: 'must',
    arisesWith: ['orders', 'redemption', 'coupons'],
    judge: externalIdsAreStrings(isOfOrderOrCoupon),
  },
  {
    id: 'PART-105',
    text: 'Every other `externalId` is a string',
    source: 'Resources and their fields › Common conventions',
    statements: ['S035'],
    level: 'should',
    inferred: 'the document states the type of an externalId only for orders and coupons',
    judge: externalIdsAreStrings((call) => !isOfOrderOrCoupon(call)),
  },
];

/** Documented fields by the first part of the path to which they are sent. */
const named: Readonly<Record<string, readonly string[]>> = {
  orders: ['status', 'couponCode', 'lineItems', 'externalId'],
  coupons: [
    ...['externalId', 'createOnProvider', 'code', 'type', 'amount', 'minPurchaseValue', 'expiryDate'],
    ...['phone', 'awaitingOrder', 'used'],
  ],
  webhooks: ['event', 'bearerToken'],
  customers: ['externalId'],
  stores: ['externalId'],
  products: ['externalId', 'provider'],
  'abandoned-carts': ['externalId'],
};

const plain = (name: string): string => name.toLowerCase().replaceAll(/[_-]/g, '');

export const spelling: readonly Obligation[] = [
  {
    id: 'PART-177',
    text: 'Texts are encoded once',
    source: 'Endpoints › Response conventions',
    statements: ['S005'],
    level: 'should',
    inferred: 'the platform cannot know which letters were meant',
    judge: (record) =>
      undisturbedWrites(record).flatMap((call) => {
        const garbled = fieldsBelow(fieldsOf(call)).filter(isGarbled);
        return [ofCall(call, garbled.length === 0, `sent ${listed(garbled)}, whose letters are encoded twice or lost`)];
      }),
  },
  {
    id: 'PART-139',
    text: 'No documented field is sent only under another spelling',
    source: 'Resources and their fields › Common conventions',
    statements: ['S037'],
    level: 'should',
    inferred: 'the platform ignores unknown fields without a warning',
    judge: (record) =>
      undisturbedWrites(record).flatMap((call) => {
        const names = Object.keys(fieldsOf(call));
        const known = named[partsOf(call)[0] ?? ''] ?? [];
        const missed = known.filter((name) => !names.includes(name));
        const misspelled = names.filter((name) => missed.some((each) => plain(each) === plain(name)));
        if (names.length === 0 || known.length === 0) return [];
        return [
          ofCall(
            call,
            misspelled.length === 0,
            `sent ${misspelled.join(', ')}, which the platform ignores: names are spelled as the document has them`,
          ),
        ];
      }),
  },
];
