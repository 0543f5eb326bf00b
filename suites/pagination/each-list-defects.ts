import { isObject } from '../../core/json.ts';
import type { Route } from '../../core/routes.ts';
import {
  answersOtherwise,
  callsTo,
  type Fits,
  readsOtherwise,
  type TimelessWrap,
  withFields,
  withQuery,
} from '../broken-handling.ts';
import { datedRules } from '../dates/each-list-defects.ts';
import { type Defect, defectsOf, type PlatformChange } from '../defect.ts';
import type { Rule } from '../rule.ts';

/** Changes decisions of the platform about pages. */
export const paging = (pages: NonNullable<NonNullable<PlatformChange['policy']>['pages']>): PlatformChange => ({
  policy: { pages },
});

/** Reads one value of a query parameter as another. A parameter that is absent matches as `absent`. */
export const takes = (fits: Fits, name: string, sent: RegExp, taken: string | undefined): TimelessWrap =>
  readsOtherwise(
    (call) => fits(call) && sent.test(call.query.get(name) ?? 'absent'),
    (call) => withQuery(call, { [name]: taken }),
  );

/** The lists that a profile declares, with the rules about their pages and their filters. */
export const declaredLists: readonly { route: Route; paginated: Rule['id']; filtered: Rule['id'] }[] = [
  { route: 'GET /customers', paginated: 'PAG-14', filtered: 'PAG-20' },
  { route: 'GET /orders', paginated: 'PAG-15', filtered: 'PAG-21' },
  { route: 'GET /stores', paginated: 'PAG-16', filtered: 'PAG-22' },
  { route: 'GET /abandoned-carts', paginated: 'PAG-17', filtered: 'PAG-23' },
  { route: 'GET /coupons', paginated: 'PAG-18', filtered: 'PAG-24' },
  { route: 'GET /users', paginated: 'PAG-19', filtered: 'PAG-25' },
];

export const paginatedLists: readonly Rule['id'][] = declaredLists.map(({ paginated }) => paginated);
export const filteredLists: readonly Rule['id'][] = declaredLists.map(({ filtered }) => filtered);

const threeHoursLater = (record: unknown): unknown =>
  isObject(record) && typeof record.updatedAt === 'string'
    ? { ...record, updatedAt: new Date(Date.parse(record.updatedAt) + 3 * 3_600_000).toISOString() }
    : record;

export const eachListDefects: readonly Defect[] = declaredLists.flatMap(({ route, paginated, filtered }) => {
  const listed = callsTo(route);
  return defectsOf({
    'PAG-32': {
      [`shows another updatedAt in ${route} than in a lookup`]: {
        wrap: answersOtherwise(listed, (answer) => {
          const records = isObject(answer.body) ? answer.body.data : undefined;
          return Array.isArray(records) ? withFields(answer, { data: records.map(threeHoursLater) }) : answer;
        }),
      },
    },
    [paginated]: {
      [`answers ${route} with a bare array`]: {
        wrap: answersOtherwise(listed, (answer) => {
          const { status, body } = answer;
          const isEnvelope = status === 200 && typeof body === 'object' && body !== null && 'data' in body;
          return isEnvelope ? { ...answer, body: body.data } : answer;
        }),
        also: [filtered, ...datedRules(route), 'PAG-28', 'PAG-29', 'PAG-30', 'PAG-31', 'PAS-11'],
      },
      [`does without \`after\` on ${route}`]: { wrap: takes(listed, 'after', /^absent$/, '2020-01-01T00:00:00Z') },
    },
    [filtered]: {
      [`ignores \`after\` on ${route}`]: {
        wrap: takes(listed, 'after', /^(?!absent$)/, '2020-01-01T00:00:00Z'),
        also: [paginated, ...datedRules(route), 'PAG-29', 'PAG-30'],
      },
    },
  });
});
