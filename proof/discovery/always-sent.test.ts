import { expect, test } from 'vitest';
import { discovered } from './discovered.ts';

test('the bodies of stores and carts have the external id that is always sent', { timeout: 60_000 }, async () => {
  const { stores, abandonedCarts } = (await discovered((handle) => handle)).profile.resources;
  expect(stores).toMatchObject({ create: { body: { name: '{name}', externalId: '{externalId}' } } });
  expect(abandonedCarts).toMatchObject({ create: { body: { externalId: '{externalId}' } } });
});
