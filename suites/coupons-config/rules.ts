import { isObject } from '../../core/json.ts';
import { expectAnswer, expectHolds, expectThat } from '../judge/expect.ts';
import type { Rule } from '../rule.ts';
import { mustBeAccepted } from '../session/given.ts';

/** The parameters with each number increased by one and each boolean inverted, at any depth. */
const changed = (value: unknown): unknown => {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (Array.isArray(value)) return value.map(changed);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, changed(part)]));
};

/** The parameters with their places, at any depth. */
const parametersIn = (value: unknown, at = ''): [at: string, value: unknown][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, part]) => parametersIn(part, `${at}/${name}`))
    : [[at, value]];

/** Those of some parameters that a body has with the same values, in whatever order. */
const keptIn = (body: unknown, parameters: ReturnType<typeof parametersIn>): ReturnType<typeof parametersIn> => {
  const shown = new Map(parametersIn(body));
  return parameters.filter(([at, value]) => shown.has(at) && shown.get(at) === value);
};

export const couponsConfig: readonly Rule[] = [
  {
    id: 'CONF-1',
    text: '`GET /coupons-config` returns 200 with JSON',
    source: 'Endpoints › Endpoints table',
    statements: ['S137', 'S006', 'S074'],
    level: 'must',
    needs: ['coupons config'],
    async check({ get }) {
      const config = await get('/coupons-config');
      expectAnswer(config, 200);
      expectThat(config, '', 'JSON, of whatever shape', (body) => body !== undefined);
    },
  },
  {
    id: 'CONF-2',
    text: '`PUT`, `POST` and `DELETE` on `/coupons-config` do not change the parameters',
    source: 'Endpoints › Endpoints table',
    statements: ['S074', 'S137'],
    level: 'should',
    inferred: 'The document says that the parameters are for reading only, and shows no other method of the route.',
    needs: ['writes', 'coupons config'],
    async check({ get, post, put, del, takeAlone, unverified }) {
      const at = '/coupons-config';
      await takeAlone('configuration');
      const config = mustBeAccepted(await get(at), 'reading the configuration');
      const again = mustBeAccepted(await get(at), 'reading the configuration again');
      // what changes by itself, such as the moment of the reading, says nothing
      const steady = keptIn(again.body, parametersIn(config.body));
      if (steady.length === 0 && again.text !== config.text)
        return unverified('not-observable', 'every parameter changes by itself');
      const body = changed(config.body);
      // a route that does not exist may return anything
      const expects5xx = true;
      const writes = [
        { method: 'PUT', send: () => put(at, { body, expects5xx }) },
        { method: 'POST', send: () => post(at, { body, expects5xx }) },
        { method: 'DELETE', send: () => del(at, { expects5xx }) },
      ];
      for (const { method, send } of writes) {
        await send();
        const after = await get(at);
        const isKept = keptIn(after.body, steady).length === steady.length;
        // what was changed is restored before it is reported
        if (!isKept) await put(at, { body: config.body, expects5xx });
        expectHolds(after, 'body', `the parameters as they were before the ${method}`, after.body, isKept);
      }
    },
  },
];
