import { expect, test } from 'vitest';
import { isObject, valueAt } from '../../core/json.ts';
import { expectAccepted, expectAnswer, expectThat } from '../../suites/judge/expect.ts';
import type { Rule } from '../../suites/rule.ts';
import { judgeDegraded, type Vacuous } from './judge-degraded.ts';

const ruleOf = (check: Rule['check']): Rule => ({
  id: 'TEST-1',
  text: 'Written for this test',
  source: 'Nowhere',
  statements: ['S001'],
  level: 'must',
  check,
});

const query = { after: '2020-01-01T00:00:00Z', page: 1, pageSize: 10 };

test.for<[what: string, check: Rule['check'], forms: Vacuous['form'][]]>([
  [
    'looks at a body only where it is an object',
    async ({ get }) => {
      const list = await get('/products', { query });
      expectAccepted(list);
      if (isObject(list.body) && 'data' in list.body) expectThat(list, '/data', 'a list', Array.isArray);
    },
    ['no body', 'an empty object', 'an empty list'],
  ],
  [
    'asserts something about every record, of which there may be none',
    async ({ get }) => {
      const list = await get('/products', { query });
      expectAnswer(list, 200);
      expectThat(list, '/data', 'records', (data) => Array.isArray(data) && data.every(isObject));
    },
    ['an empty list'],
  ],
  [
    'asserts that something is absent and not that anything is there',
    async ({ get }) => {
      const list = await get('/products', { query });
      expectThat(list, '/secret', 'nothing', (value) => value === undefined && valueAt(list.body, '/data') !== 1);
    },
    ['no body', 'an empty object', 'an empty list'],
  ],
  [
    'takes an outage for an answer',
    async ({ get }) => {
      const list = await get('/products', { query }).catch(() => undefined);
      if (list) expectThat(list, '/data', 'a list', Array.isArray);
      else expectAccepted(await get('/coupons-config'));
    },
    ['503', '429', 'an HTML page', 'an empty list'],
  ],
])('a rule that %s is found out', async ([, check, expected], { expect: expectHere }) => {
  const { vacuous } = await judgeDegraded([ruleOf(check)]);
  expectHere(new Set(vacuous.map(({ form }) => form))).toEqual(new Set(expected));
});

test('a rule that takes silence for success is found out', async () => {
  const silent = ruleOf(async ({ flowShop }) => {
    const shop = await flowShop('completed flow');
    const order = await shop.triggeredOrder();
    await shop.couponOf(order);
    const seen = await shop.deliveries(order, ({ attempts }) => attempts.length > 0, 500);
    expectThat(seen, '', 'at most one attempt', (attempts) => Array.isArray(attempts) && attempts.length <= 1);
  });
  const { vacuous } = await judgeDegraded([silent]);
  expect(new Set(vacuous.map(({ form }) => form))).toEqual(new Set(['silence']));
});
