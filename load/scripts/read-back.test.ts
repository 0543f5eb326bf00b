import { expect, test, vi } from 'vitest';
import type { Fact } from '../facts.ts';
import type { FlowCounts } from '../plan.ts';
import { readBack } from './read-back.ts';
import { customer, orderId, shopAnswering } from './test-shop.ts';
import { Visit } from './visit.ts';

const recorded = vi.hoisted((): Fact[] => []);
vi.mock('./environment.ts', () => ({ plan: { templates: { order: {} } } }));
vi.mock('./journal.ts', () => ({ record: (fact: Fact) => recorded.push(fact) }));

interface Found {
  status?: number;
  body?: Record<string, unknown>;
}

/** The facts recorded when a completed order with this response is read back. */
const readBackAs = ({ status = 200, body = {} }: Found, posted = 200, flows?: FlowCounts): Fact[] => {
  recorded.length = 0;
  const { shop } = shopAnswering(({ method }) => (method === 'GET' ? status : posted), {
    ...(flows && { flows }),
    bodyOf: ({ method }) => (method === 'GET' ? body : { id: orderId }),
  });
  const visit = new Visit(shop, customer);
  visit.post('completed');
  readBack(visit);
  return [...recorded];
};

const { externalId } = customer;

test.for<[string, Found, string[]]>([
  ['as sent', { body: { status: 'completed', externalId } }, []],
  ['without fields that a response need not have', { body: { id: orderId } }, []],
  ['with another status', { body: { status: 'on-hold', externalId } }, ['status is on-hold, not completed']],
  ['as another order', { body: { status: 'completed', externalId: 'x' } }, [`externalId is x, not ${externalId}`]],
  [
    'with all fields wrong',
    { body: { status: null, externalId: 7 } },
    ['status is null, not completed', `externalId is 7, not ${externalId}`],
  ],
])('an order that is read back %s', ([, found, wrong]) => {
  expect(readBackAs(found)).toEqual([['b', externalId, wrong]]);
});

test('a missing order is recorded, unless the ledger reports it', () => {
  expect(readBackAs({ status: 404 }, 200, { completed: 0, onHold: 0 })).toEqual([
    ['b', externalId, ['the order is not there']],
  ]);
  expect(readBackAs({ status: 404 })).toEqual([]);
});

test.for([0, 429, 500])('a response with status %i does not judge the order', (status) => {
  expect(readBackAs({ status }, 200, { completed: 0, onHold: 0 })).toEqual([]);
});

test.for([0, 422, 503])('an order with the response %i is not read back', (posted) => {
  expect(readBackAs({ body: { status: 'canceled' } }, posted)).toEqual([]);
});
