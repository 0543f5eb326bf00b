import { expect, test } from 'vitest';
import { callsTo, sentFields } from '../../suites/broken-handling.ts';
import { discovered } from './discovered.ts';

test('a target that refuses the usual form of a phone is asked with others', { timeout: 60_000 }, async () => {
  const { profile, notes } = await discovered((handle) => (call) => {
    const isRefused = callsTo('POST /customers')(call) && String(sentFields(call).phone).startsWith('+');
    if (!isRefused) return handle(call);
    return { status: 400, body: { message: ['phone must have digits only'] } };
  });
  expect(profile.phonePattern).toBe('55119########');
  expect(profile.resources.customers).toMatchObject({ create: { path: '/customers' } });
  expect(notes).toContainEqual({
    key: 'phonePattern',
    isFound: true,
    message: 'a customer with such a phone was created, and found by it; with +55119######## not',
  });
});
