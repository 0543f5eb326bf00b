import { expect, test } from 'vitest';
import type { Call } from '../../platform/http/call.ts';
import type { JsonObject } from './json.ts';
import { internalError, isTo, startTestShop } from './test-shop.ts';

/** Answers every read with one of two pages of products. */
const twoPages = (call: Call) =>
  isTo('GET', '/products')(call)
    ? {
        status: 200,
        body: {
          pagination: { page: 1, pageSize: 1, totalRecords: 2, totalPages: 2 },
          data: [{ id: call.query.get('page') }],
        },
      }
    : undefined;

/** The queries of a shop that reads changed records. */
const changesAskedFor = async (environment: Record<string, string>): Promise<JsonObject[]> => {
  await using shop = await startTestShop({ environment, answer: twoPages });
  const since = '2026-01-01T00:00:00-03:00';
  await shop.act('synchronize', { list: 'products', since, changedSince: '2026-02-01T00:00:00-03:00', pageSize: 1 });
  await shop.idle();
  return shop.calls.map(({ query }) => Object.fromEntries(query));
};

test('a list is read again when a record has moved to a page that was read', async () => {
  const pages = [['a', 'b'], ['b'], ['a', 'b'], ['c']];
  await using shop = await startTestShop({
    answer: (call, count) =>
      isTo('GET', '/products')(call)
        ? {
            status: 200,
            body: {
              pagination: { page: 1, pageSize: 2, totalRecords: 3, totalPages: 2 },
              data: (pages[count - 1] ?? []).map((id) => ({ id })),
            },
          }
        : undefined,
  });
  await shop.act('synchronize', { list: 'products', since: '2026-01-01T00:00:00-03:00', pageSize: 2 });
  await shop.idle();
  expect(shop.calls.map(({ query }) => Object.fromEntries(query))).toEqual(
    ['1', '2', '1', '2'].map((page) => ({ after: '2026-01-01T03:00:00.000Z', page, pageSize: '2' })),
  );
  expect(shop.notes).toEqual([]);
});

test.each([
  [{}, '2026-02-01T03:00:00.000Z'],
  [{ SHOP_VARIANT: 'dates in Brasília’s zone' }, '2026-02-01T00:00:00-03:00'],
  [{ SHOP_FAULT: 'updatedAt without zone' }, '2026-02-01T03:00:00'],
  [{ SHOP_FAULT: 'updatedAt as a date without time' }, '2026-02-01'],
])('what has changed is asked for with after and updatedAt: %o', async (environment, updatedAt) => {
  const queries = await changesAskedFor(environment);
  expect(queries).toMatchObject([
    { page: '1', updatedAt },
    { page: '2', updatedAt },
  ]);
  const afters = queries.map(({ after }) => Date.parse(String(after)));
  expect(new Set(afters)).toEqual(new Set([Date.parse('2026-01-01T00:00:00-03:00')]));
});

test.each([
  [{}, 3],
  [{ SHOP_FAULT: 'leaves a list that fails' }, 1],
])('a list whose first page fails once: %o', async (environment, count) => {
  await using shop = await startTestShop({
    environment,
    answer: (call, calls) => (calls === 1 && isTo('GET', '/products')(call) ? internalError : twoPages(call)),
  });
  await shop.act('synchronize', { list: 'products', pageSize: 1 });
  await shop.idle();
  expect(shop.calls).toHaveLength(count);
});
