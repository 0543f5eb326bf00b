import { callsTo, readsOtherwise, withQuery } from '../broken-handling.ts';
import type { Defect } from '../defect.ts';
import type { Rule } from '../rule.ts';

type Parameter = 'after' | 'updatedAt';
type Change = (text: string) => string;

const parameters: readonly Parameter[] = ['after', 'updatedAt'];

/** Changes the text of one filter of one list before it is read. */
const misreading = (rule: Rule['id'], route: string, parameter: Parameter, text: string, change: Change): Defect => ({
  rule,
  text: `${text} in \`${parameter}\` on ${route}`,
  wrap: readsOtherwise(
    callsTo(route, (call) => call.query.has(parameter)),
    (call) => withQuery(call, { [parameter]: change(call.query.get(parameter) ?? '') }),
  ),
  also: ['PAG-29', 'PAG-30'],
});

const inUtc: Change = (text) => (/T[\d:]+$/.test(text) ? `${text}Z` : text);
const withoutZone: Change = (text) => text.replace(/[+-]\d{2}:\d{2}$/, 'Z');
const atTheEnd: Change = (text) => (/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T23:59:59-12:00` : text);
const dayFirst: Change = (text) => text.replace(/^(\d{2})\/(\d{2})\//, '$2/$1/');
const ignoringMonth13: Change = (text) => (/^(1[3-9]|[23]\d)\//.test(text) ? '2000-01-01T00:00:00Z' : text);

const openLists: readonly { route: string; forms: Rule['id']; slashes: Rule['id'] }[] = [
  { route: 'GET /customers', forms: 'DATE-16', slashes: 'DATE-23' },
  { route: 'GET /orders', forms: 'DATE-17', slashes: 'DATE-24' },
  { route: 'GET /stores', forms: 'DATE-18', slashes: 'DATE-25' },
  { route: 'GET /abandoned-carts', forms: 'DATE-19', slashes: 'DATE-26' },
  { route: 'GET /coupons', forms: 'DATE-20', slashes: 'DATE-27' },
  { route: 'GET /users', forms: 'DATE-21', slashes: 'DATE-28' },
];

/** The rules about every form on each list. They fail on any defect of all lists or filters. */
export const datedForms: readonly Rule['id'][] = openLists.map(({ forms }) => forms);
export const datedSlashes: readonly Rule['id'][] = ['DATE-22', ...openLists.map(({ slashes }) => slashes)];

/** Those of these rules that are about one list. */
export const datedRules = (route: string): Rule['id'][] =>
  openLists.filter((list) => list.route === route).flatMap(({ forms, slashes }) => [forms, slashes]);

export const eachListDefects: readonly Defect[] = [
  ...openLists.flatMap(({ route, forms }) =>
    parameters.flatMap((parameter) => [
      misreading(forms, route, parameter, 'takes a date-time without zone for UTC', inUtc),
      misreading(forms, route, parameter, 'takes a date alone for the end of the day', atTheEnd),
    ]),
  ),
  ...parameters.map((parameter) =>
    misreading('DATE-17', 'GET /orders', parameter, 'ignores the zone of a date-time', withoutZone),
  ),
  ...[{ route: 'GET /products', slashes: 'DATE-22' as const }, ...openLists].flatMap(({ route, slashes }) => [
    ...parameters.map((parameter) =>
      misreading(slashes, route, parameter, 'reads a date with slashes day first', dayFirst),
    ),
    misreading(slashes, route, 'after', 'ignores a date with slashes whose month is above twelve', ignoringMonth13),
  ]),
];
