import type { Assertion } from '../../core/exchange.ts';
import { isUtcDateTime, isUuid } from '../../core/forms.ts';
import { isObject, type JsonObject } from '../../core/json.ts';
import type { Exchange } from '../../fixtures/exchange.ts';
import { assertion } from './assertion.ts';
import type { ExchangeRule } from './passive-rule.ts';
import { couponIn, foundIn, isAdmitted, isServed, listedIn, pathOf, sentParameter } from './read-exchange.ts';

const dateFields = ['createdAt', 'updatedAt', 'startDate', 'expiryDate'];
const utc = 'a date-time in UTC that ends in Z';

/** Finds the dates in a record, at any depth. Items of an order are returned as the partner sent them. */
const findDates = (value: unknown, pointer: string, found: Assertion[]): void => {
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) findDates(value[index], `${pointer}/${index}`, found);
  } else if (isObject(value)) {
    for (const key in value) {
      const content = value[key];
      if (key === 'lineItems' || content === null) continue;
      if (dateFields.includes(key)) found.push(assertion(`${pointer}/${key}`, utc, content, isUtcDateTime(content)));
      else if (typeof content === 'object') findDates(content, `${pointer}/${key}`, found);
    }
  }
};

/** Whether the document shows no field of the body, so that a field with the name of a date may be something else. */
const isOpenBody = (exchange: Exchange): boolean => pathOf(exchange) === '/coupons-config';

const isWholeNumber = (value: unknown): boolean => typeof value === 'number' && Number.isInteger(value) && value >= 0;
const isText = (value: unknown): boolean => typeof value === 'string';
const isNumber = (value: unknown): boolean => typeof value === 'number';
const isFlag = (value: unknown): boolean => typeof value === 'boolean';

const isNothing = (value: unknown): boolean => value === undefined || value === null;
const customerTexts = ['externalId', 'firstName', 'lastName', 'phone', 'email'];

/** The linked customer of a coupon. A shared coupon has none, or an empty one. */
const linkedCustomer = (coupon: JsonObject): JsonObject | undefined =>
  isObject(coupon.customer) && Object.values(coupon.customer).some((value) => !isNothing(value))
    ? coupon.customer
    : undefined;

const totals = ['page', 'pageSize', 'totalRecords', 'totalPages'];
const maxOnAPage = 50;

/** The fields of a coupon with their types. PAS-10 judges `id`. */
const couponFields: readonly [field: string, expected: string, holds: (value: unknown) => boolean][] = [
  // that of a shared coupon is an integer, which may be shown as a number
  ['externalId', 'a text or null', (value) => value === null || isText(value) || Number.isInteger(value)],
  ['code', 'a text', isText],
  ['type', 'percent or fixed_cart', (value) => value === 'percent' || value === 'fixed_cart'],
  ['amount', 'a number', isNumber],
  ['used', 'true or false', isFlag],
  ['isValid', 'true or false', isFlag],
  ['minPurchaseValue', 'a number, or nothing where nobody gave one', (value) => isNothing(value) || isNumber(value)],
  ['acumulative', 'true or false', isFlag],
  ['startDate', utc, isUtcDateTime],
  ['expiryDate', utc, isUtcDateTime],
];

export const records: readonly ExchangeRule[] = [
  {
    id: 'PAS-9',
    text: 'Every date that a `GET` returns is in UTC and ends in `Z`',
    source: 'Endpoints › Date and time input',
    statements: ['S036', 'S050', 'S051', 'S114'],
    level: 'must',
    about: 'exchanges',
    // the response to a write may repeat the dates that were sent
    judge(exchange) {
      const found: Assertion[] = [];
      if (exchange.request.method === 'GET' && isServed(exchange) && !isOpenBody(exchange)) {
        findDates(exchange.body, '', found);
      }
      return found;
    },
  },
  {
    id: 'PAS-10',
    text: 'The `id` of every record that a lookup or a list returns is a UUID',
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
    text: 'Every list returns the page number, the page size, both totals and an array of records',
    source: 'Endpoints › Paginated lists',
    statements: ['S097', 'S103', 'S104', 'S105', 'S106', 'S107', 'S108'],
    level: 'must',
    about: 'exchanges',
    judge(exchange) {
      const { request, body } = exchange;
      if (request.method !== 'GET' || !isServed(exchange)) return [];
      const isList =
        pathOf(exchange) === '/products' ||
        ['after', 'page', 'pageSize'].some((name) => sentParameter(exchange, name) !== undefined);
      if (!isList || !isAdmitted(exchange)) return [];
      const { pagination, data } = isObject(body) ? body : {};
      const reported = isObject(pagination) ? pagination : {};
      return [
        ...totals.map((name) =>
          assertion(`/pagination/${name}`, 'an integer', reported[name], isWholeNumber(reported[name])),
        ),
        Array.isArray(data) && data.every(isObject)
          ? assertion('/data', 'an array of records', `${data.length} records`, true)
          : assertion('/data', 'an array of records', data, false),
      ];
    },
  },
  {
    id: 'PAS-12',
    text: 'No page of a list holds more than 50 records or more than `pageSize`',
    source: 'Limits',
    statements: ['S101', 'S215'],
    level: 'must',
    about: 'exchanges',
    judge(exchange) {
      const listed = isServed(exchange) ? listedIn(exchange) : undefined;
      if (!listed) return [];
      const asked = Number(sentParameter(exchange, 'pageSize'));
      const most = Number.isInteger(asked) && asked >= 1 ? Math.min(asked, maxOnAPage) : maxOnAPage;
      // a page that is not full proves nothing
      if (listed.length < most) return [];
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
    text: "A coupon's `customer` has a UUID as `id`, and each `externalId`, name, phone and e-mail that it has is a string",
    source: 'Resources and their fields › Coupon',
    statements: ['S052'],
    level: 'must',
    about: 'exchanges',
    judge(exchange) {
      const customer = linkedCustomer(couponIn(exchange) ?? {});
      if (!customer) return [];
      return [
        assertion('/customer/id', 'a UUID', customer.id, isUuid(customer.id)),
        ...customerTexts.map((field) =>
          assertion(
            `/customer/${field}`,
            'a string, or nothing where nobody gave one',
            customer[field],
            isNothing(customer[field]) || isText(customer[field]),
          ),
        ),
      ];
    },
  },
  {
    id: 'PAS-19',
    text: 'A coupon has a number as `minPurchaseValue` and strings in its `customer` even if nobody gave a value',
    source: 'Resources and their fields › Coupon',
    statements: ['S052', 'S048'],
    level: 'should',
    inferred: 'The document does not say what a lookup shows where nobody gave a value.',
    about: 'exchanges',
    judge(exchange) {
      const coupon = couponIn(exchange);
      if (!coupon) return [];
      const { minPurchaseValue } = coupon;
      const customer = linkedCustomer(coupon);
      return [
        assertion('/minPurchaseValue', 'a number', minPurchaseValue, isNumber(minPurchaseValue)),
        ...(customer
          ? customerTexts.map((field) =>
              assertion(`/customer/${field}`, 'a string', customer[field], isText(customer[field])),
            )
          : []),
      ];
    },
  },
];
