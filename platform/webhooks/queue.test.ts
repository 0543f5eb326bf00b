import { expect, test } from 'vitest';
import { awkwardChoices } from '../choices.ts';
import type { Company } from '../company.ts';
import { startLater } from '../later.ts';
import { documentedPolicy } from '../policy/policy.ts';
import type { Runtime } from '../runtime.ts';
import { startDeliveryQueue } from './queue.ts';

const registration = {
  id: 'r',
  event: 'coupon_create',
  url: 'http://partner.example/in',
  bearerToken: undefined,
} as const;
const company: Company = { id: 'c', name: 'C', token: 't', flows: [], registration, formerRegistration: undefined };

test('a failing receiver gets ten attempts, and each wait is double the one before', async () => {
  const delaysSeconds: number[] = [];
  const runtime: Runtime = {
    now: () => 0,
    setTimer(delayMs, task) {
      delaysSeconds.push(delayMs / 1_000);
      setImmediate(task);
      return () => {};
    },
    random: () => 0,
    randomBytes: (count) => Buffer.alloc(count),
    openSender: () => ({ send: async () => ({ kind: 'answered', status: 500 }), close: () => {} }),
  };
  const queue = startDeliveryQueue(documentedPolicy, awkwardChoices, () => company, runtime, startLater(1, runtime));
  queue.notify({ companyId: 'c', id: 'k', code: 'CODE', orderId: null }, 'flow');
  await expect.poll(() => queue.ofCompany('c')[0]?.state).toBe('given-up');
  expect(queue.ofCompany('c')[0]?.attempts).toHaveLength(10);
  // the wait in the queue, and those before the nine retries
  expect(delaysSeconds).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512]);
});
