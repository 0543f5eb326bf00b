import { isObject, type JsonObject } from '../../core/json.ts';
import type { Route } from '../../core/routes.ts';
import type { Wrap } from '../../platform/create-platform.ts';
import { answersOtherwise, callsTo, withFields, withQuery } from '../broken-handling.ts';
import { datedRules } from '../dates/each-list-defects.ts';
import { type Defect, defectsOf } from '../defect.ts';
import { declaredLists, takes } from './each-list-defects.ts';

/** Accepts a value that is out of bounds: selects by another value, and shows the one that was sent. */
const serves =
  (route: Route, name: 'page' | 'pageSize', sent: string, taken: string): Wrap =>
  (handle) =>
  async (call) => {
    if (!callsTo(route)(call) || call.query.get(name) !== sent) return handle(call);
    const answer = await handle(withQuery(call, { [name]: taken }));
    const { body } = answer;
    if (!isObject(body) || !isObject(body.pagination)) return answer;
    return withFields(answer, { pagination: { ...body.pagination, [name]: Number(sent) } });
  };

const aloneAsDay = /^\d{4}-\d\d-\d\d$/;

export const routeDefects: readonly Defect[] = declaredLists.flatMap(({ route, paginated, filtered }) =>
  defectsOf({
    [paginated]: {
      [`takes an \`after\` with a thirteenth month for long ago on ${route}`]: {
        wrap: takes(callsTo(route), 'after', /^2026-13/, '2020-01-01T00:00:00Z'),
      },
      [`serves pages of 51 records on ${route}`]: { wrap: serves(route, 'pageSize', '51', '50'), also: ['PAG-27'] },
      [`serves page 0 on ${route}`]: { wrap: serves(route, 'page', '0', '1'), also: ['PAG-27'] },
      [`shows the first page again far behind the last on ${route}`]: { wrap: serves(route, 'page', '1000000', '1') },
    },
    [filtered]: {
      [`ignores \`updatedAt\` on ${route}`]: {
        wrap: takes(callsTo(route), 'updatedAt', /^\d/, undefined),
        also: ['PAG-30', ...datedRules(route)],
      },
    },
    'PAG-28': {
      [`has a page size of its own on ${route}`]: { wrap: takes(callsTo(route), 'pageSize', /^absent$/, '20') },
    },
    'PAG-27': {
      [`serves pages of one and a half records on ${route}`]: {
        wrap: serves(route, 'pageSize', '1.5', '1'),
        also: ['PAS-11'],
      },
    },
    'PAG-29': {
      [`takes 30 February for 2 March on ${route}`]: {
        wrap: takes(callsTo(route), 'after', /^2026-02-30T10:00:00-03:00$/, '2026-03-02T10:00:00-03:00'),
      },
    },
    'PAG-30': {
      [`refuses a date alone in \`after\` on ${route}`]: {
        wrap: answersOtherwise(
          callsTo(route, (call) => aloneAsDay.test(call.query.get('after') ?? '')),
          (answer) => ({ ...answer, status: 422, body: { message: 'Invalid after date' } }),
        ),
        also: datedRules(route),
      },
      [`takes a date alone in \`updatedAt\` for long ago on ${route}`]: {
        wrap: takes(callsTo(route), 'updatedAt', aloneAsDay, '2020-01-01T00:00:00Z'),
        also: datedRules(route),
      },
    },
  }),
);

/** Lists still show deleted records. */
const listsDeleted =
  (list: Route, root: string): Wrap =>
  (handle) => {
    const deleted = new Map<string, { record: JsonObject; token: unknown }>();
    return async (call) => {
      const token = call.headers.authorization;
      if (callsTo(`DELETE ${root}/:id`)(call)) {
        const read = await handle({ ...call, method: 'GET' });
        const answer = await handle(call);
        if (answer.status === 200 && isObject(read.body)) deleted.set(call.path, { record: read.body, token });
        return answer;
      }
      const answer = await handle(call);
      const { body } = answer;
      if (!callsTo(list)(call) || answer.status !== 200 || !isObject(body) || !Array.isArray(body.data)) return answer;
      const shown = [...deleted.values()].filter((each) => each.token === token).map(({ record }) => record);
      const isOld = (record: JsonObject): boolean =>
        String(record.createdAt) < String(call.query.get('after')) || call.query.has('updatedAt');
      const data = [...body.data, ...shown.filter((record) => !isOld(record))];
      return withFields(answer, { data: data.slice(-Number(call.query.get('pageSize'))) });
    };
  };

const shrinking: readonly [list: Route, root: string, also: Defect['also']][] = [
  ['GET /products', '/products', ['PAG-3', 'PAG-12', 'PAG-13', 'PAG-2', 'PAG-7', 'DATE-1', 'DATE-3']],
  ['GET /customers', '/customers', ['PAG-14']],
  ['GET /orders', '/orders', ['PAG-15']],
  ['GET /stores', '/stores', ['PAG-16']],
  ['GET /abandoned-carts', '/abandoned-carts', ['PAG-17']],
];

export const deletionDefects: readonly Defect[] = shrinking.map(([list, root, also = []]) => ({
  rule: 'PAG-31',
  text: `shows deleted records on ${list}`,
  wrap: listsDeleted(list, root),
  also,
}));
