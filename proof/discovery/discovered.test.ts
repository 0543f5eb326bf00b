import { expect, test } from 'vitest';
import type { Discovery } from '../../cli/doctor/discovery/discover.ts';
import type { JsonObject } from '../../core/json.ts';
import { parsedJson } from '../../fixtures/reading/parsed-json.ts';
import { simulate } from '../../simulation/simulated-run.ts';
import { callsTo, sentFields, type TimelessWrap, withBody } from '../../suites/broken-handling.ts';
import { probe } from './try-discovery.ts';

/** What `init` finds on a simulated platform if it knows only the address and one company. */
const discovered = async (wrap: TimelessWrap): Promise<Discovery> => {
  let found: Discovery | undefined;
  await simulate(
    {
      seed: 1,
      depth: 'quick',
      platform: { wrap },
      before: async (target) => {
        const { profile } = target;
        const companies = profile.companies
          .slice(0, 1)
          .map(({ name, token }) => ({ name, token, webhook: { takeOver: true } }));
        ({ found } = await probe(target, { ...profile, resources: {}, companies }, async () => undefined));
        return () => profile;
      },
    },
    async () => {},
  );
  if (!found) throw new Error('the discovery ended without a result');
  return found;
};

test('the bodies of stores and carts have the external id that is always sent', async () => {
  const { stores, abandonedCarts } = (await discovered((handle) => handle)).profile.resources;
  expect(stores).toMatchObject({ create: { body: { name: '{name}', externalId: '{externalId}' } } });
  expect(abandonedCarts).toMatchObject({ create: { body: { externalId: '{externalId}' } } });
});

test('a target that reads the JSON before the path is asked where its lists are', async () => {
  const { profile } = await discovered((handle) => (call) => {
    const isMalformed = call.method === 'POST' && parsedJson(call.body) === undefined;
    return isMalformed ? { status: 400, body: { message: ['the body is no JSON'] } } : handle(call);
  });
  expect(profile.resources).toMatchObject({
    products: { list: '/products', create: { path: '/products' } },
    stores: { list: '/stores', create: { path: '/stores' } },
  });
});

test('a target that refuses the usual form of a phone is asked with others', async () => {
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
    message: 'a customer with such a phone was created, and found by it; with +55119########, that failed',
  });
});

/** Requires a field of another name, and says so in the list of a 400. */
const requiring =
  (route: string, name: string, message: string, asOwn: (value: unknown) => JsonObject): TimelessWrap =>
  (handle) =>
  (call) => {
    if (!callsTo(route)(call)) return handle(call);
    if (!(name in sentFields(call))) return { status: 400, body: { message: [message] } };
    return handle(withBody(call, ({ [name]: value, ...sent }) => ({ ...sent, ...asOwn(value) })));
  };

test('a field that a refusal names joins the body, with a value that fits its name', async () => {
  const requiresPhone = requiring(
    'POST /abandoned-carts',
    'customerPhone',
    'customerPhone should not be empty',
    (phone) => ({ customer: { phone } }),
  );
  const requiresUrl = requiring('POST /webhooks', 'callbackAddress', 'callbackAddress must be a URL', (targetUrl) => ({
    targetUrl,
  }));
  const { profile } = await discovered((handle) => requiresPhone(requiresUrl(handle)));
  expect(profile.resources).toMatchObject({
    abandonedCarts: { create: { body: { customerPhone: '{phone}', externalId: '{externalId}' } } },
    webhooks: { body: { callbackAddress: '{url}' }, idPointer: '/id' },
  });
});
