import { expect, test } from 'vitest';
import type { JsonObject } from '../../core/json.ts';
import { callsTo, sentFields, type TimelessWrap, withBody } from '../../suites/broken-handling.ts';
import { discovered } from './discovered.ts';

/** Requires a field of another name, and says so in the list of a 400. */
const requiring =
  (route: string, name: string, message: string, asOwn: (value: unknown) => JsonObject): TimelessWrap =>
  (handle) =>
  (call) => {
    if (!callsTo(route)(call)) return handle(call);
    if (!(name in sentFields(call))) return { status: 400, body: { message: [message] } };
    return handle(withBody(call, ({ [name]: value, ...sent }) => ({ ...sent, ...asOwn(value) })));
  };

test('a field that a refusal names joins the body, with a value that fits its name', { timeout: 60_000 }, async () => {
  const requiresPhone = requiring(
    ...(['POST /abandoned-carts', 'customerPhone', 'customerPhone should not be empty'] as const),
    (phone) => ({ customer: { phone } }),
  );
  const requiresUrl = requiring(
    ...(['POST /webhooks', 'callbackAddress', 'callbackAddress must be a URL'] as const),
    (targetUrl) => ({ targetUrl }),
  );
  const { profile } = await discovered((handle) => requiresPhone(requiresUrl(handle)));
  expect(profile.resources).toMatchObject({
    abandonedCarts: { create: { body: { customerPhone: '{phone}', externalId: '{externalId}' } } },
    webhooks: { body: { callbackAddress: '{url}' }, idPointer: '/id' },
  });
});
