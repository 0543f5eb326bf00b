import { expect, test } from 'vitest';
import { type Discovery, discover } from '../../cli/doctor/discovery/discover.ts';
import { simulate } from '../../simulation/simulated-run.ts';
import { callsTo, sentFields } from '../../suites/broken-handling.ts';

test('a target that refuses the usual form of a phone is asked with others', { timeout: 60_000 }, async () => {
  let found: Discovery | undefined;
  await simulate(
    {
      seed: 1,
      depth: 'quick',
      platform: {
        wrap: (handle) => (call) => {
          const isRefused = callsTo('POST /customers')(call) && String(sentFields(call).phone).startsWith('+');
          if (!isRefused) return handle(call);
          return { status: 400, body: { message: ['phone must have digits only'] } };
        },
      },
      before: async ({ profile, openClient, runtime }) => {
        await using client = openClient({ redact: (text) => text, onExchange: () => {} });
        const [company] = profile.companies;
        if (!company) throw new Error('a profile has a company');
        found = await discover({
          ...{ client, runtime, say: () => {}, questions: { step: async () => undefined } },
          profile: { ...profile, resources: {}, companies: [{ name: company.name, token: company.token }] },
        });
        return () => profile;
      },
    },
    async () => {},
  );
  expect(found?.profile.phonePattern).toBe('55119########');
  expect(found?.profile.resources.customers).toMatchObject({ create: { path: '/customers' } });
  expect(found?.notes).toContainEqual({
    key: 'phonePattern',
    isFound: true,
    message: 'a customer with such a phone was created, and found by it; with +55119######## not',
  });
});
