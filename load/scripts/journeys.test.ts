import { expect, test, vi } from 'vitest';
import { type JourneyName, journeyNames } from '../journey-weights.ts';
import { journeys } from './journeys.ts';
import type { Request } from './shop.ts';
import { customer, shopAnswering } from './test-shop.ts';
import { Visit } from './visit.ts';

vi.mock('./environment.ts', () => ({ plan: { templates: { order: {} }, ordersList: '/lists/orders' } }));

/** What a journey sends, in short: the endpoint, the status that an order is sent with, and whether with a coupon. */
const described = ({ name, body }: Request): string => {
  const { status, couponCode } = JSON.parse(body ?? '{}');
  return [name, status, couponCode && 'with coupon'].filter((part) => part !== undefined).join(' ');
};

const requestsOf = (
  name: JourneyName,
  statusOf: (request: Request, number: number) => number = () => 200,
): Request[] => {
  const { shop, sent } = shopAnswering(statusOf);
  journeys[name](new Visit(shop, customer));
  return sent;
};

const expected: Readonly<Record<JourneyName, readonly string[]>> = {
  completed: ['POST /orders completed'],
  'on-hold': ['POST /orders on-hold'],
  processing: ['POST /orders processing'],
  canceled: ['POST /orders canceled'],
  pay: ['POST /orders on-hold', 'PUT /orders/:id completed'],
  cancel: ['POST /orders on-hold', 'PUT /orders/:id canceled'],
  resend: ['POST /orders completed', 'POST /orders completed'],
  'redeem-post': ['POST /coupons', 'POST /orders completed with coupon'],
  'redeem-put': ['POST /coupons', 'POST /orders on-hold', 'PUT /orders/:id completed with coupon'],
  read: ['POST /orders on-hold', 'GET /orders/external/:externalId', 'GET /orders/:id'],
  'list-created': ['GET /orders'],
  'list-updated': ['GET /orders updatedAt'],
  'register-coupon': ['POST /coupons'],
};

test.for(journeyNames)('%s sends its requests in order', (name) => {
  expect(requestsOf(name).map(described)).toEqual(expected[name]);
});

test.for(['pay', 'cancel', 'redeem-post', 'redeem-put', 'read'] as const)(
  '%s ends if its first request is not served',
  (name) => {
    for (const status of [0, 422, 500]) expect(requestsOf(name, () => status).length).toBe(1);
  },
);

test('the registered coupon is redeemed, and one that awaits an order is only registered', () => {
  const [registered, order] = requestsOf('redeem-post').map(({ body = '' }) => JSON.parse(body));
  expect([registered.code, registered.awaitingOrder]).toEqual([order.couponCode, false]);
  const [waiting] = requestsOf('register-coupon').map(({ body = '' }) => JSON.parse(body));
  expect(waiting.awaitingOrder).toBe(true);
});

test('lists have the path of the profile, a page and dates in the past', () => {
  const nowMs = Date.now();
  for (const name of ['list-created', 'list-updated'] as const) {
    const [path = ''] = requestsOf(name).map((request) => request.path);
    expect(path).toMatch(/^\/lists\/orders\?/);
    const query = new URLSearchParams(path.split('?')[1]);
    expect([query.get('page'), query.get('pageSize')]).toEqual(['1', '20']);
    for (const date of [query.get('after'), query.get('updatedAt')]) {
      if (date !== null) expect(new Date(date).getTime()).toBeLessThan(nowMs);
    }
    expect(query.has('updatedAt')).toBe(name === 'list-updated');
  }
});
