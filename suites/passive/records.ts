import type { Assertion, Exchange } from '../../fixtures/exchange.ts';
import { isUtcDateTime, isUuid } from '../forms.ts';
import { isObject } from '../json.ts';
import { assertion } from './assertion.ts';
import type { ExchangeRule } from './passive-rule.ts';
import { couponIn, foundIn, isAdmitted, isServed, listedIn, pathOf, sentParameter } from './read-exchange.ts';

const dateFields = ['createdAt', 'updatedAt', 'startDate', 'expiryDate'];
const utc = 'a date-time in UTC that ends in Z';

/** The dates anywhere in a record. What a partner put into the items of an order is given back as it came. */
const datesIn = (value: unknown, pointer: string): Assertion[] => {
  if (Array.isArray(value)) return value.flatMap((item, index) => datesIn(item, `${pointer}/${index}`));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, content]) => {
    if (key === 'lineItems' || content === null) return [];
    const at = `${pointer}/${key}`;
    return dateFields.includes(key) ? [assertion(at, utc, content, isUtcDateTime(content))] : datesIn(content, at);
  });
};

/** A body of which no field is shown: what bears the name of a date there need not be one. */
const isOpenBody = (exchange: Exchange): boolean => pathOf(exchange) === '/coupons-config';

const isWholeNumber = (value: unknown): boolean => typeof value === 'number' && Number.isInteger(value) && value >= 0;
const isText = (value: unknown): boolean => typeof value === 'string';
const isNumber = (value: unknown): boolean => typeof value === 'number';
const isFlag = (value: unknown): boolean => typeof value === 'boolean';

const totals = ['page', 'pageSize', 'totalRecords', 'totalPages'];
const mostOnAPage = 50;

/** What each field of a coupon is, and in words; the id is every record's. */
const couponFields: readonly [field: string, expected: string, holds: (value: unknown) => boolean][] = [
  // a shared coupon's is an integer, and whether it is shown as a number is not said
  ['externalId', 'a text or null', (value) => value === null || isText(value) || Number.isInteger(value)],
  ['code', 'a text', isText],
  ['type', 'percent or fixed_cart', (value) => value === 'percent' || value === 'fixed_cart'],
  ['amount', 'a number', isNumber],
  ['used', 'true or false', isFlag],
  ['isValid', 'true or false', isFlag],
  ['minPurchaseValue', 'a number', isNumber],
  ['acumulative', 'true or false', isFlag],
  ['startDate', utc, isUtcDateTime],
  ['expiryDate', utc, isUtcDateTime],
];

export const records: readonly ExchangeRule[] = [
  {
    id: 'PAS-9',
    text: 'Every date that a GET returns is in UTC and ends in Z',
    source: 'Endpoints › Date and time input',
    statements: ['S036', 'S050', 'S051', 'S114'],
    level: 'must',
    about: 'exchanges',
    // the answer to a write may repeat the dates that were sent
    judge: (exchange) =>
      exchange.request.method === 'GET' && isServed(exchange) && !isOpenBody(exchange)
        ? datesIn(exchange.body, '')
        : [],
  },
  {
    id: 'PAS-10',
    text: 'The id of every record that a lookup or a list returns is a UUID',
    source: 'Resources and their fields › Common conventions',
    statements: ['S034', 'S041'],
    level: 'must',
    about: 'exchanges',
    judge(exchange) {
      if (exchange.request.method !== 'GET' || !isServed(exchange)) return [];
      const found = foundIn(exchange);
      if (found) return [assertion('/id', 'a UUID', found.id, isUuid(found.id))];
      return (listedIn(exchange) ?? []).map((record, index) => {
        const id = isObject(record) ? record.id : undefined;
        return assertion(`/data/${index}/id`, 'a UUID', id, isUuid(id));
      });
    },
  },
  {
    id: 'PAS-11',
    text: 'Every list answers with the page, its size, both totals, and an array of records',
    source: 'Endpoints › Paginated lists',
    statements: ['S097', 'S103', 'S104', 'S105', 'S106', 'S107', 'S108'],
    level: 'must',
    about: 'exchanges',
    judge(exchange) {
      const { request, body } = exchange;
      const isList = Array.isArray(body) || sentParameter(exchange, 'after') !== undefined;
      if (request.method !== 'GET' || !isAdmitted(exchange) || !isServed(exchange) || !isList) return [];
      const { pagination, data } = isObject(body) ? body : {};
      const told = isObject(pagination) ? pagination : {};
      return [
        ...totals.map((name) => assertion(`/pagination/${name}`, 'an integer', told[name], isWholeNumber(told[name]))),
        assertion('/data', 'an array of records', data, Array.isArray(data) && data.every(isObject)),
      ];
    },
  },
  {
    id: 'PAS-12',
    text: 'No page of a list holds more than 50 records, nor more than were asked for',
    source: 'Limits',
    statements: ['S101', 'S215'],
    level: 'must',
    about: 'exchanges',
    judge(exchange) {
      const listed = isServed(exchange) ? listedIn(exchange) : undefined;
      // an empty page holds by itself
      if (!listed || listed.length === 0) return [];
      const asked = Number(sentParameter(exchange, 'pageSize'));
      const most = Number.isInteger(asked) && asked >= 1 ? Math.min(asked, mostOnAPage) : mostOnAPage;
      return [assertion('/data', `at most ${most} records`, `${listed.length} records`, listed.length <= most)];
    },
  },
  {
    id: 'PAS-13',
    text: 'Every coupon lookup returns the documented fields with their types',
    source: 'Resources and their fields › Coupon',
    statements: ['S042', 'S043', 'S044', 'S045', 'S046', 'S047', 'S048', 'S049', 'S050', 'S051'],
    level: 'must',
    about: 'exchanges',
    judge(exchange) {
      const coupon = couponIn(exchange);
      return coupon
        ? couponFields.map(([field, expected, holds]) =>
            assertion(`/${field}`, expected, coupon[field], holds(coupon[field])),
          )
        : [];
    },
  },
  {
    id: 'PAS-14',
    text: 'The customer of a coupon has a UUID as id, and externalId, names, phone and e-mail as texts',
    source: 'Resources and their fields › Coupon',
    statements: ['S052'],
    level: 'must',
    about: 'exchanges',
    judge(exchange) {
      // a shared coupon has no customer
      const customer = couponIn(exchange)?.customer;
      if (!isObject(customer)) return [];
      const { id, ...rest } = customer;
      return [
        assertion('/customer/id', 'a UUID', id, isUuid(id)),
        ...['externalId', 'firstName', 'lastName', 'phone', 'email'].map((field) =>
          assertion(`/customer/${field}`, 'a text', rest[field], isText(rest[field])),
        ),
      ];
    },
  },
];
