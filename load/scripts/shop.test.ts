import { beforeEach, expect, test, vi } from 'vitest';
import { openShop } from './shop.ts';

const { asked, answers, judged, pauses, plan, waits } = vi.hoisted(() => ({
  pauses: [] as number[],
  waits: [] as number[],
  asked: [] as unknown[][],
  answers: [] as { status: number; body: string | null }[],
  judged: [] as unknown[],
  plan: {
    baseUrl: 'http://target.example/v1/',
    timeoutSeconds: 7,
    thinkSeconds: 0,
    sampleEvery: 1,
    companies: [{ name: 'amber' }, { name: 'birch' }],
  },
}));
vi.mock('./environment.ts', () => ({
  plan,
  credentials: ['A', 'B'].map((token) => ({
    sent: { authorization: `Bearer ${token}` },
    shown: { authorization: `Bearer «${token}»` },
  })),
}));
vi.mock('./judge-response.ts', () => ({ judgeResponse: (_: unknown, about: unknown) => judged.push(about) }));
vi.mock('k6', () => ({ sleep: (seconds: number) => pauses.push(seconds) }));
vi.mock('k6/http', () => ({
  default: {
    request(...call: unknown[]) {
      asked.push(call);
      const waited = waits.shift();
      if (waited !== undefined) vi.advanceTimersByTime(waited);
      const { status, body } = answers.shift() ?? { status: 200, body: '{"id":"i1","more":[1]}' };
      return { status, body, timings: { duration: 12.3456 }, json: (key: string) => JSON.parse(body ?? '{}')[key] };
    },
  },
}));

const trace = 'ab'.repeat(16);

beforeEach(() => {
  for (const list of [asked, answers, judged, pauses]) list.length = 0;
});

const read = { method: 'GET', name: 'GET /orders/:id', path: '/orders/i1' } as const;
const write = { method: 'POST', name: 'POST /orders', path: '/orders', body: '{"a":1}' } as const;

test('a request goes to the base URL with its company’s credentials, under the endpoint’s name', () => {
  openShop(1, trace).send(write);
  openShop(0, trace).send(read);
  openShop(0, trace).send(write);
  expect(asked.slice(0, 2)).toEqual([
    ['POST', 'http://target.example/v1/orders', '{"a":1}', expect.any(Object)],
    ['GET', 'http://target.example/v1/orders/i1', null, expect.any(Object)],
  ]);
  expect(asked.map(([, , , params]) => params)).toMatchObject([
    { headers: { authorization: 'Bearer B' }, tags: { name: 'POST /orders' }, timeout: '7s', redirects: 0 },
    { headers: { authorization: 'Bearer A' }, tags: { name: 'GET /orders/:id' }, timeout: '7s', redirects: 0 },
    { headers: { authorization: 'Bearer A' }, tags: { name: 'POST /orders' }, timeout: '7s', redirects: 0 },
  ]);
});

test('requests are kept as facts, each journey’s by itself', () => {
  answers.push({ status: 200, body: '{}' }, { status: 0, body: null });
  const shop = openShop(0, trace);
  shop.send(write);
  shop.send(read);
  openShop(0, trace).send(read);
  expect(shop.requests).toEqual([
    ['POST /orders', expect.any(Number), 12.35, 200],
    ['GET /orders/:id', expect.any(Number), 12.35, 0],
  ]);
});

test('a request without an answer took as long as was waited for it, whatever k6 says', () => {
  vi.useFakeTimers({ now: 1_000 });
  try {
    answers.push({ status: 0, body: null });
    waits.push(7_000);
    const shop = openShop(0, trace);
    shop.send(read);
    expect(shop.requests).toEqual([['GET /orders/:id', 1_000, 7_000, 0]]);
  } finally {
    vi.useRealTimers();
  }
});

test.for([
  [200, true],
  [299, true],
  [300, false],
  [404, false],
  [0, false],
] as const)('status %i is served: %s', ([status, isServed]) => {
  answers.push({ status, body: null });
  expect(openShop(0, trace).send(read)).toMatchObject({ status, isServed });
});

test('of an answer the body and its id are read', () => {
  const answer = openShop(0, trace).send(read);
  expect([answer.body(), answer.id()]).toEqual([{ id: 'i1', more: [1] }, 'i1']);
  answers.push({ status: 200, body: 'no JSON' }, { status: 200, body: '' }, { status: 0, body: null });
  expect([1, 2, 3].map(() => openShop(0, trace).send(read).body())).toEqual([undefined, undefined, undefined]);
});

test('what is judged shows no credentials, and what got no answer is not judged', () => {
  answers.push({ status: 200, body: '{}' }, { status: 0, body: null }, { status: 503, body: '' });
  const shop = openShop(1, trace);
  for (const request of [write, write, read]) shop.send(request);
  expect(judged).toEqual([
    {
      company: 'birch',
      request: { method: 'POST', path: '/orders', headers: { authorization: 'Bearer «B»' }, body: '{"a":1}' },
    },
    { company: 'birch', request: { method: 'GET', path: '/orders/i1', headers: { authorization: 'Bearer «B»' } } },
  ]);
});

test.for([
  [0, 0],
  [1, 400],
  [4, 100],
] as const)('one answer in %i is judged', async ([sampleEvery, expected]) => {
  vi.resetModules();
  plan.sampleEvery = sampleEvery;
  const imported = await import('./shop.ts');
  const shop = imported.openShop(0, trace);
  let draw = 0;
  const random = vi.spyOn(Math, 'random').mockImplementation(() => ((draw++ % 400) + 0.5) / 400);
  for (let number = 0; number < 400; number += 1) shop.send(read);
  random.mockRestore();
  expect(judged.length).toBe(expected);
});

test('a company that the plan does not have is reported', () => {
  expect(() => openShop(2, trace)).toThrow('no company 2');
});

test('a customer thinks between two requests, and not before the first', () => {
  plan.thinkSeconds = 4;
  const shop = openShop(0, trace);
  shop.send(write);
  expect(pauses).toEqual([]);
  for (let count = 0; count < 50; count += 1) shop.send(read);
  plan.thinkSeconds = 0;
  shop.send(read);
  expect(pauses).toHaveLength(50);
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(2);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(6);
});

test('each request of a journey names the trace that it is found by, and itself', () => {
  const shop = openShop(0, trace);
  shop.send(write);
  shop.send(read);
  expect(asked.map(([, , , params]) => params)).toMatchObject([
    { headers: { authorization: 'Bearer A', traceparent: `00-${trace}-abababababab0001-01` } },
    { headers: { authorization: 'Bearer A', traceparent: `00-${trace}-abababababab0002-01` } },
  ]);
});
