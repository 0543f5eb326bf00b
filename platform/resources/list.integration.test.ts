import { expect, test } from 'vitest';
import { startTestPlatform, type TestPlatform } from '../test-platform.ts';

interface Page {
  status: number;
  message: unknown;
  pagination: Record<string, number>;
  data: { id: string; createdAt: string; updatedAt: string }[];
}

async function page(platform: TestPlatform, query: Record<string, string | number>, path = '/products') {
  const usual = { after: '2020-01-01T00:00:00Z', page: 1, pageSize: 50 };
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...usual, ...query })) search.set(name, String(value));
  const { status, json } = await platform.get(`${path}?${search}`);
  const body: Partial<Page> = typeof json === 'object' && json !== null ? json : {};
  const { message, pagination = {}, data = [] } = body;
  return { status, message, pagination, data };
}

/** The moment, N microseconds away. */
function shift(date: string, microseconds: number): string {
  const [head = '', fraction = ''] = date.slice(0, -1).split('.');
  const total = Date.parse(`${head}Z`) * 1_000 + Number(fraction.padEnd(6, '0')) + microseconds;
  return `${new Date(Math.floor(total / 1_000)).toISOString().slice(0, -1)}${String(total % 1_000).padStart(3, '0')}Z`;
}

const seeded = { companies: [{ name: 'Seeded', history: 'seeded' as const }] };

test('pages part the list into records that occur once each', async () => {
  await using platform = await startTestPlatform(seeded);
  const ids: string[] = [];
  for (const number of [1, 2, 3]) {
    const { data, pagination } = await page(platform, { page: number });
    expect(pagination).toEqual({ page: number, pageSize: 50, totalRecords: 144, totalPages: 3 });
    ids.push(...data.map(({ id }) => id));
  }
  expect(new Set(ids).size).toBe(144);
  const beyond = await page(platform, { page: 4 });
  expect([beyond.status, beyond.data]).toEqual([200, []]);
});

test('an exact multiple has no page too many', async () => {
  await using platform = await startTestPlatform(seeded);
  expect((await page(platform, { pageSize: 48 })).pagination).toMatchObject({ totalPages: 3 });
  expect((await page(platform, { pageSize: 1 })).pagination).toMatchObject({ totalPages: 144 });
});

test.each([
  ['after', ''],
  ['after', 'yesterday'],
  ['after', '2026-02-30'],
])('%s of "%s" gets 422 Invalid after date', async (name, value) => {
  await using platform = await startTestPlatform();
  expect(await page(platform, { [name]: value })).toMatchObject({ status: 422, message: 'Invalid after date' });
});

test('an absent after gets 422 Invalid after date', async () => {
  await using platform = await startTestPlatform();
  const refused = await platform.get('/products?page=1&pageSize=10');
  expect([refused.status, refused.json]).toMatchObject([422, { message: 'Invalid after date' }]);
});

test.each([0, 51, 'ten', '1.5', -1])('a pageSize of %s is refused', async (pageSize) => {
  await using platform = await startTestPlatform(seeded);
  expect((await page(platform, { pageSize })).status).toBe(422);
});

test.each([0, 'one', '1.5', -1])('a page of %s is refused', async (number) => {
  await using platform = await startTestPlatform(seeded);
  expect((await page(platform, { page: number })).status).toBe(400);
});

test.each([
  [51, 50],
  [0, 1],
  ['1.5', 1],
  ['ten', 1],
])('a pageSize of %s may be clamped to %d', async (pageSize, expected) => {
  await using platform = await startTestPlatform({ ...seeded, choices: { lists: { badPageSize: 'clamp' } } });
  const { data, pagination } = await page(platform, { pageSize });
  expect(data).toHaveLength(expected);
  expect(pagination).toMatchObject({ pageSize: expected });
});

test('a list without page or pageSize is refused, even where bad ones are clamped', async () => {
  const lists = { badPage: 'clamp', badPageSize: 'clamp' } as const;
  await using platform = await startTestPlatform({ ...seeded, choices: { lists } });
  for (const query of ['page=1', 'pageSize=10']) {
    expect((await platform.get(`/products?after=2020-01-01T00:00:00Z&${query}`)).status).toBe(400);
  }
});

test('after and updatedAt include their own moment and exclude the one before', async () => {
  await using platform = await startTestPlatform(seeded);
  const { data } = await page(platform, {});
  for (const record of data) {
    const totals = async (query: Record<string, string>) => (await page(platform, query)).pagination;
    const from = await totals({ after: record.createdAt });
    const beyond = await totals({ after: shift(record.createdAt, 1) });
    expect(from.totalRecords).toBe((beyond.totalRecords ?? 0) + 1);
    const changedFrom = await totals({ updatedAt: record.updatedAt });
    const changedBeyond = await totals({ updatedAt: shift(record.updatedAt, 1) });
    expect(changedFrom.totalRecords).toBe((changedBeyond.totalRecords ?? 0) + 1);
  }
});

test('both filters apply together', async () => {
  await using platform = await startTestPlatform(seeded);
  const all = [1, 2, 3].map((number) => page(platform, { page: number }));
  const records = (await Promise.all(all)).flatMap(({ data }) => data);
  const middle = records.map(({ createdAt }) => createdAt).sort()[70] ?? '';
  const later = records.map(({ updatedAt }) => updatedAt).sort()[100] ?? '';
  const expected = records.filter(
    (record) => Date.parse(record.createdAt) >= Date.parse(middle) && Date.parse(record.updatedAt) >= Date.parse(later),
  );
  const { pagination } = await page(platform, { after: middle, updatedAt: later });
  expect(pagination.totalRecords).toBe(expected.length);
  expect(expected.length).toBeGreaterThan(0);
});

test('a zone-less after is Brasília time', async () => {
  await using platform = await startTestPlatform();
  await platform.post('/products', { name: 'Now' });
  const record = (await page(platform, {})).data[0];
  const wallClock = (microseconds: number) =>
    shift(record?.createdAt ?? '', microseconds - 3 * 3_600_000_000).slice(0, -1);
  expect((await page(platform, { after: wallClock(0) })).data).toHaveLength(1);
  expect((await page(platform, { after: wallClock(1) })).data).toHaveLength(0);
});

test('the history distinguishes a day in UTC from a day in Brasília, for both filters', async () => {
  await using platform = await startTestPlatform(seeded);
  const records = (await Promise.all([1, 2, 3].map((number) => page(platform, { page: number })))).flatMap(
    ({ data }) => data,
  );
  const isEarly = (date: string) => date.slice(11, 13) < '03';
  const early = records.filter(({ createdAt }) => isEarly(createdAt));
  expect(early.length).toBeGreaterThan(20);
  for (const { id, createdAt } of early.slice(0, 5)) {
    const day = createdAt.slice(0, 10);
    const rest = (await page(platform, { after: day })).pagination.totalRecords ?? 0;
    const inBrasilia = (await page(platform, { after: `${day}T03:00:00Z` })).pagination.totalRecords;
    expect(rest, id).toBe(inBrasilia);
  }
  const changedEarly = records.filter(({ createdAt, updatedAt }) => createdAt !== updatedAt && isEarly(updatedAt));
  expect(changedEarly.length).toBeGreaterThan(5);
  for (const { updatedAt } of changedEarly.slice(0, 5)) {
    const day = updatedAt.slice(0, 10);
    const alone = (await page(platform, { updatedAt: day })).pagination.totalRecords;
    expect(alone).toBe((await page(platform, { updatedAt: `${day}T00:00:00Z` })).pagination.totalRecords);
    expect(alone).not.toBe((await page(platform, { updatedAt: `${day}T03:00:00Z` })).pagination.totalRecords);
  }
});

test('returned dates are UTC with Z and fractions of differing length', async () => {
  await using platform = await startTestPlatform(seeded);
  const { data } = await page(platform, {});
  const fractions = new Set(
    data.map(({ createdAt }) => /^[\d-]{10}T[\d:]{8}(?:\.(\d+))?Z$/.exec(createdAt)?.[1]?.length ?? 0),
  );
  expect([...fractions].sort()).toEqual([0, 3, 6]);
});

test.each(['/customers', '/orders', '/stores', '/abandoned-carts', '/users', '/coupons'])(
  '%s is paginated too',
  async (path) => {
    await using platform = await startTestPlatform();
    expect((await page(platform, {}, path)).pagination).toEqual({
      page: 1,
      pageSize: 50,
      totalRecords: 0,
      totalPages: 0,
    });
  },
);
