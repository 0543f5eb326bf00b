import { expect, test } from 'vitest';
import { traceIdOf, traceparentOf } from '../../trace.ts';
import { SlowestRequests } from './slowest.ts';

const sentMs = Date.UTC(2026, 0, 1);

test('the ten slowest requests are kept, with what finds them in the traces of the target', () => {
  const slowest = new SlowestRequests();
  for (let index = 0; index < 40; index += 1) {
    const durationMs = ((index * 7) % 40) + 1;
    slowest.add(
      'amber',
      [
        ['POST /orders', sentMs, 0.5, 200],
        ['PUT /orders/:id', sentMs, durationMs, 503],
      ],
      index % 2 === 0 ? null : [`selo-r-measure-${index}`, null, sentMs, 0, 0, 'accepted'],
    );
  }
  const found = slowest.list();
  expect(found.map(({ ms }) => ms)).toEqual([40, 39, 38, 37, 36, 35, 34, 33, 32, 31]);
  const externalId = 'selo-r-measure-17';
  expect(found[0]).toEqual({
    name: 'PUT /orders/:id',
    company: 'amber',
    sentAt: '2026-01-01T00:00:00.000Z',
    ms: 40,
    status: 503,
    order: { externalId, traceparent: traceparentOf(traceIdOf(externalId), 2) },
  });
  expect(found[1]?.order).toBeNull();
});
