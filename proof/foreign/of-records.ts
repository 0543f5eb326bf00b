import { isObject, type JsonObject } from '../../core/json.ts';
import type { Wrap } from '../../platform/create-platform.ts';
import type { Call } from '../../platform/http/call.ts';
import { onePageOfNothing } from '../variants/dates-and-lists.ts';
import {
  inNationalForm,
  rewriting,
  showingPhones,
  showingRecords,
  shufflingPages,
  withEnvelopeFields,
} from '../variants/rewriting.ts';
import type { Choice } from './way.ts';

const of =
  (...resources: string[]) =>
  ({ segments }: Call): boolean =>
    resources.includes(segments[0] ?? '');
/** Records without a documented body. */
const openRecords = of('customers', 'products', 'stores', 'abandoned-carts', 'users');
const anyRecord = of('customers', 'products', 'stores', 'abandoned-carts', 'users', 'orders', 'coupons');

const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** Rewrites every date-time of a record, except in its items, which stay as they were sent. */
const withDates = (value: unknown, write: (text: string) => string): unknown => {
  if (Array.isArray(value)) return value.map((item) => withDates(item, write));
  if (!isObject(value)) return typeof value === 'string' && dateTime.test(value) ? write(value) : value;
  return Object.fromEntries(
    Object.entries(value).map(([key, content]) => [key, key === 'lineItems' ? content : withDates(content, write)]),
  );
};

const dated = (write: (text: string) => string): Wrap =>
  rewriting((answer, call) =>
    call.method === 'GET' && answer.status === 200 && anyRecord(call)
      ? { ...answer, body: withDates(answer.body, write) }
      : answer,
  );

const fraction = (text: string): string => /\.(\d+)Z$/.exec(text)?.[1] ?? '';
const withFraction = (text: string, digits: string): string =>
  text.replace(/(\.\d+)?Z$/, digits === '' ? 'Z' : `.${digits}Z`);

const withoutNulls = (record: JsonObject, kept: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(record).filter(([name, value]) => value !== null || kept.includes(name)));

const showingCoupons = (rewrite: (coupon: JsonObject) => JsonObject): Wrap =>
  showingRecords(of('coupons'), (coupon) => ('acumulative' in coupon ? rewrite(coupon) : coupon));

/** Renames fields of orders and carts. */
const renamed = (names: Readonly<Record<string, string>>): Wrap =>
  showingRecords(of('orders', 'abandoned-carts'), (record) =>
    Object.fromEntries(Object.entries(record).map(([name, value]) => [names[name] ?? name, value])),
  );

export const ofRecords: readonly Choice[] = [
  {
    name: 'further fields of records',
    open: 'S068 to S071: which further fields records have is not shown',
    ways: {
      'as the platform': {},
      none: { choices: { answers: { extraFields: { records: false } } } },
      many: {
        around: showingRecords(anyRecord, (record) => ({
          _links: { self: { href: `/x/${String(record.id)}` } },
          kind: 'record',
          score: 0.1,
          tags: ['a', null],
          meta: { total: 3, page: 1, message: [], error: null },
          ...record,
        })),
      },
      'a message': { around: showingRecords(openRecords, (record) => ({ ...record, message: 'OK', statusCode: 200 })) },
    },
  },
  {
    name: 'empty fields',
    open: 'S068 to S071: whether a field without a value is null or absent is not shown; couponUsed and externalId of coupons are',
    ways: {
      null: {},
      absent: {
        around: showingRecords(of('customers', 'products', 'stores', 'abandoned-carts', 'users', 'orders'), (record) =>
          withoutNulls(record, ['couponUsed']),
        ),
      },
      'null for empty texts': {
        around: showingRecords(openRecords, (record) =>
          Object.fromEntries(Object.entries(record).map(([name, value]) => [name, value === '' ? null : value])),
        ),
      },
    },
  },
  {
    name: 'fractions of seconds',
    open: 'S036, S114: dates are in UTC with Z, how fine they are is not said',
    ways: {
      varying: {},
      seconds: {
        choices: { dates: { fractionDigits: 0 } },
        // a change within the second of the creation
        unverified: [{ cause: 'not-observable', rules: ['PAG-10'], extent: 'some' }],
      },
      milliseconds: { choices: { dates: { fractionDigits: 3 } } },
      microseconds: { choices: { dates: { fractionDigits: 6 } } },
      nanoseconds: { around: dated((text) => withFraction(text, fraction(text).padEnd(9, '0'))) },
      'as few as it takes': { around: dated((text) => withFraction(text, fraction(text).replace(/0+$/, ''))) },
    },
  },
  {
    name: 'names in orders and carts',
    open: 'S070, S071: the customer and the total of an order are not among the fields that are shown',
    ways: {
      plain: {},
      foreign: { around: renamed({ customer: 'comprador', total: 'valor_total' }) },
      hidden: {
        around: showingRecords(of('orders'), ({ customer: _, total: __, ...record }) => record),
      },
    },
  },
  {
    name: 'couponUsed',
    open: 'S064: what it is with a coupon is not shown',
    ways: Object.fromEntries([
      ...(['code', 'id', 'object', 'null'] as const).map((couponUsed) => [
        couponUsed,
        { choices: { orders: { couponUsed } } },
      ]),
      ...Object.entries<(used: unknown) => unknown>({
        true: () => true,
        'a list': (used) => [used],
        'a number': () => 1,
        'empty object': () => ({}),
      }).map(([name, write]) => [
        name,
        {
          around: showingRecords(of('orders'), (order) =>
            order.couponUsed === null || order.couponUsed === undefined
              ? order
              : { ...order, couponUsed: write(order.couponUsed) },
          ),
        },
      ]),
    ]),
  },
  {
    name: 'customer of shared coupons',
    open: 'S134: a shared coupon has no specific customer, how that shows is not said',
    ways: {
      null: {},
      absent: {
        around: showingCoupons(({ customer, ...coupon }) => (customer === null ? coupon : { ...coupon, customer })),
      },
      'empty object': {
        around: showingCoupons((coupon) => (coupon.customer === null ? { ...coupon, customer: {} } : coupon)),
      },
    },
  },
  {
    name: 'coupons configuration',
    open: 'S074: its fields are not shown',
    ways: Object.fromEntries(
      Object.entries<unknown>({
        'an object': { giftbackPercent: '10', validity: { days: 30 }, startDate: 0 },
        'empty object': {},
        'an array': [{ key: 'giftbackPercent', value: 10 }],
        'empty array': [],
        'an envelope': { data: { percent: 10 }, message: ['ok'] },
      }).map(([name, body]) => [
        name,
        {
          // a changed configuration is that of a defect, and stays
          around: rewriting((answer, { path }) =>
            path === '/coupons-config' && isObject(answer.body) && answer.body.validDays === 30
              ? { ...answer, body }
              : answer,
          ),
          // an empty answer does not show that the configuration was read
          ...(name.startsWith('empty') ? { unverified: [{ cause: 'not-observable', rules: ['AUTH-17'] }] } : {}),
        },
      ]),
    ),
  },
  {
    name: 'form of phones',
    open: 'S068: in what form a phone is kept and shown is not said',
    ways: {
      digits: {},
      'as sent': { choices: { customers: { phoneForm: 'as-sent' } } },
      national: { around: showingPhones(inNationalForm) },
      international: { around: showingPhones((phone) => `+${phone.replaceAll(/\D/g, '')}`) },
    },
  },
  {
    name: 'order of lists',
    open: 'S109: ordering is not guaranteed',
    ways: {
      shuffled: { choices: { lists: { order: 'shuffled' } } },
      'oldest first': { choices: { lists: { order: 'oldest-first' } } },
      'newest first': { choices: { lists: { order: 'newest-first' } } },
      'shuffled pages': { around: shufflingPages },
    },
  },
  {
    name: 'envelope of lists',
    open: 'S103: further fields are not excluded',
    ways: {
      plain: {},
      'further fields': { around: withEnvelopeFields },
      'one page of nothing': { policy: onePageOfNothing },
    },
  },
  {
    name: 'coupons before their start',
    open: 'S047, S050: isValid is false once used, and a coupon that starts later need not be valid yet',
    ways: {
      valid: {},
      'not yet valid': {
        around: (handle, runtime) =>
          showingCoupons((coupon) =>
            typeof coupon.startDate === 'string' && Date.parse(coupon.startDate) > runtime.now()
              ? { ...coupon, isValid: false }
              : coupon,
          )(handle, runtime),
      },
    },
  },
];
