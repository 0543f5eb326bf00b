import { expect, test } from 'vitest';
import { lastSteps } from './fault-story.ts';
import { sampleExchange, sampleFailure } from './sample-result.ts';

const sent = (number: number, method: string, path: string, body?: string) => ({
  ...sampleExchange({ method, path, ...(body === undefined ? {} : { body }) }),
  number,
});

const stepsOf = (exchanges: ReturnType<typeof sent>[]): string[] => {
  const violation = { pointer: '/updatedAt', expected: 'a later date', actual: 'the same', exchange: 9 };
  const { steps } = lastSteps(sampleFailure({ exchanges, violation }));
  return steps.map(({ request }) => `${request.method} ${request.path}`);
};

test('the steps end with the last write that names the record', () => {
  const steps = stepsOf([
    sent(1, 'POST', '/products', '{"externalId":"p-1"}'),
    sent(2, 'PUT', '/products/a1', '{"name":"other"}'),
    sent(3, 'PUT', '/stores/b2', '{"name":"other"}'),
    sent(9, 'GET', '/products/a1'),
  ]);
  expect(steps).toEqual(['POST /products', 'PUT /products/a1']);
});

test('where no write names the record, all of them led to it', () => {
  const steps = stepsOf([
    sent(1, 'POST', '/customers'),
    sent(2, 'POST', '/orders'),
    sent(9, 'GET', '/coupons/order/o9'),
  ]);
  expect(steps).toEqual(['POST /customers', 'POST /orders']);
});
