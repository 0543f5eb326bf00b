import { expect, test, vi } from 'vitest';
import type { ShopStatus } from '../own-journey.ts';
import type { Request } from './shop.ts';
import { customer, firstAnswerMs, orderId, shopAnswering } from './test-shop.ts';
import { Visit } from './visit.ts';

vi.mock('./environment.ts', () => ({
  plan: { templates: { order: { customer: { phone: '{phone}' }, total: '{total}' } } },
}));

type Write = readonly [method: 'post' | 'put', status: ShopStatus, answered: number];

/** A visit after these writes. Every read is served. */
const after = (writes: readonly Write[], options?: Parameters<typeof shopAnswering>[1]) => {
  const answers = writes.map(([, , answered]) => answered);
  const { shop, sent } = shopAnswering(({ method }) => (method === 'GET' ? 200 : (answers.shift() ?? 200)), options);
  const visit = new Visit(shop, customer);
  for (const [method, status] of writes) visit[method](status);
  return { visit, sent };
};

test.for<[string, Write[], due: number, may: number, state: string]>([
  ['completed', [['post', 'completed', 200]], 1, 0, 'accepted'],
  ['on hold', [['post', 'on-hold', 200]], 2, 0, 'accepted'],
  ['canceled', [['post', 'canceled', 200]], 0, 0, 'accepted'],
  ['processing, which may count as on hold', [['post', 'processing', 200]], 0, 2, 'accepted'],
  [
    'changed to processing, which triggers no flow',
    [
      ['post', 'canceled', 200],
      ['put', 'processing', 200],
    ],
    0,
    0,
    'accepted',
  ],
  [
    'on hold only after it was processing',
    [
      ['post', 'canceled', 200],
      ['put', 'processing', 200],
      ['put', 'on-hold', 200],
    ],
    2,
    0,
    'accepted',
  ],
  [
    'paid later',
    [
      ['post', 'on-hold', 200],
      ['put', 'completed', 200],
    ],
    3,
    0,
    'accepted',
  ],
  [
    'canceled later',
    [
      ['post', 'on-hold', 200],
      ['put', 'canceled', 200],
    ],
    2,
    0,
    'accepted',
  ],
  [
    'sent twice',
    [
      ['post', 'completed', 200],
      ['post', 'completed', 200],
    ],
    1,
    0,
    'accepted',
  ],
  [
    'completed twice',
    [
      ['post', 'completed', 200],
      ['put', 'completed', 200],
    ],
    1,
    0,
    'accepted',
  ],
  ['refused', [['post', 'completed', 422]], 0, 0, 'refused'],
  ['turned away', [['post', 'completed', 429]], 0, 0, 'refused'],
  ['failed, which may have been stored', [['post', 'completed', 503]], 0, 1, 'refused'],
  ['without an answer', [['post', 'on-hold', 0]], 0, 2, 'ambiguous'],
  [
    'accepted when sent again',
    [
      ['post', 'completed', 422],
      ['post', 'completed', 200],
    ],
    1,
    0,
    'accepted',
  ],
  [
    'accepted, and its payment refused',
    [
      ['post', 'on-hold', 200],
      ['put', 'completed', 422],
    ],
    2,
    0,
    'accepted',
  ],
  [
    'accepted, and its payment lost',
    [
      ['post', 'on-hold', 200],
      ['put', 'completed', 0],
    ],
    2,
    1,
    'accepted',
  ],
  [
    'accepted, and refused when sent again',
    [
      ['post', 'completed', 200],
      ['post', 'completed', 409],
    ],
    1,
    0,
    'accepted',
  ],
])('an order that is %s', ([, writes, due, may, state]) => {
  const { visit } = after(writes);
  const id = state === 'accepted' ? orderId : null;
  expect(visit.fact()).toEqual([customer.externalId, id, expect.any(Number), due, may, state]);
});

test('a journey without an order reports none', () => {
  const { visit } = after([]);
  visit.registerCoupon('C-1', true);
  expect([visit.fact(), visit.storedStatus()]).toEqual([null, undefined]);
});

test('without flows, nothing is due and no id is looked up', () => {
  const { visit, sent } = after([['post', 'completed', 200]], {
    flows: { completed: 0, onHold: 0 },
    bodyOf: () => ({ ok: true }),
  });
  expect(visit.fact()).toEqual([customer.externalId, null, expect.any(Number), 0, 0, 'accepted']);
  expect(sent.map(({ method }) => method)).toEqual(['POST']);
});

const silentWrites = (request: Request): Record<string, unknown> => (request.method === 'GET' ? { id: orderId } : {});

test('the id comes from the response, or from a lookup if a notification is due', () => {
  const shop = after([['post', 'completed', 200]]);
  expect([shop.visit.fact()?.[1], shop.sent.length]).toEqual([orderId, 1]);
  const silent = after([['post', 'completed', 200]], { bodyOf: silentWrites });
  expect(silent.visit.fact()?.[1]).toBe(orderId);
  expect(silent.sent.map(({ path }) => path)).toEqual(['/orders', `/orders/external/${customer.externalId}`]);
});

test.for([17, 'A-17', '', null])('%j is not an id', (id) => {
  const { visit, sent } = after([['post', 'completed', 200]], {
    bodyOf: ({ method }) => ({ id: method === 'GET' ? orderId : id }),
  });
  expect([visit.fact()?.[1], sent.length]).toEqual([orderId, 2]);
});

test('an order without a known id is not changed', () => {
  const { shop, sent } = shopAnswering(({ method }) => (method === 'GET' ? 404 : 200), { bodyOf: () => ({}) });
  const visit = new Visit(shop, customer);
  visit.post('on-hold');
  expect([visit.put('completed'), visit.read()]).toEqual([undefined, undefined]);
  expect(sent.every(({ path }) => path === '/orders' || path.startsWith('/orders/external/'))).toBe(true);
});

test.for<[string, Write[], number]>([
  ['the first', [['post', 'completed', 200]], 0],
  [
    'the first, even if the order is sent again',
    [
      ['post', 'completed', 200],
      ['post', 'completed', 200],
    ],
    0,
  ],
  [
    'the first, even after a change that makes nothing due',
    [
      ['post', 'completed', 200],
      ['put', 'canceled', 200],
    ],
    0,
  ],
  [
    'the last one that made a notification due',
    [
      ['post', 'on-hold', 200],
      ['put', 'completed', 200],
    ],
    1,
  ],
  ['the first, if a notification may come', [['post', 'processing', 200]], 0],
  ['the first, if a notification may come after a failure', [['post', 'completed', 503]], 0],
])('notifications are awaited from a response: %s', ([, writes, number]) => {
  expect(after(writes).visit.fact()?.[2]).toBe(firstAnswerMs + number * 1000);
});

test.for<[string, Write[], ShopStatus | undefined]>([
  ['as sent', [['post', 'completed', 200]], 'completed'],
  ['on hold if sent as processing', [['post', 'processing', 200]], 'on-hold'],
  [
    'as changed',
    [
      ['post', 'on-hold', 200],
      ['put', 'canceled', 200],
    ],
    'canceled',
  ],
  [
    'unchanged after a refused change',
    [
      ['post', 'on-hold', 200],
      ['put', 'completed', 422],
    ],
    'on-hold',
  ],
  [
    'with an unknown status after a change without a response',
    [
      ['post', 'on-hold', 200],
      ['put', 'completed', 0],
    ],
    undefined,
  ],
  ['not at all if refused', [['post', 'completed', 422]], undefined],
  ['with unknown success if its response was lost', [['post', 'completed', 0]], undefined],
])('an order is stored %s', ([, writes, status]) => {
  expect(after(writes).visit.storedStatus()).toBe(status);
});

test('bodies are made from the template of the profile and the documented fields', () => {
  const { shop, sent } = shopAnswering(() => 200);
  const visit = new Visit(shop, customer);
  visit.post('completed', 'C-1');
  visit.put('canceled');
  visit.registerCoupon('C-2', true);
  const order = { externalId: customer.externalId, customer: { phone: customer.phone }, total: 100 };
  expect(sent.map(({ body = 'null' }) => JSON.parse(body))).toEqual([
    { ...order, status: 'completed', couponCode: 'C-1' },
    { ...order, status: 'canceled' },
    expect.objectContaining({ code: 'C-2', phone: customer.phone, awaitingOrder: true }),
  ]);
});
