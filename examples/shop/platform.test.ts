import { expect, test } from 'vitest';
import type { Client } from './client.ts';
import { createPlatform } from './platform.ts';
import { settingsFrom } from './settings.ts';
import { createWork } from './work.ts';

/** The pauses between the retries of a failing call, in milliseconds. */
const pausesOf = async (environment: Record<string, string>): Promise<number[]> => {
  const pauses: number[] = [];
  const client: Client = { send: () => Promise.resolve({ status: 500, body: {} }) };
  const settings = settingsFrom({
    PLATFORM_URL: 'http://platform.example',
    PLATFORM_TOKEN: 't',
    PLATFORM_ACCESS_HEADER: 'service-access',
    PLATFORM_ACCESS_KEY: 'k',
    SHOP_RETRY_PAUSE_MS: '50',
    ...environment,
  });
  const work = {
    ...createWork({ pause: () => Promise.resolve() }, () => {}),
    pause: async (ms: number) => void pauses.push(ms),
  };
  const outcome = await createPlatform(client, settings, work).send({ method: 'GET', path: '/products' });
  expect(outcome).toMatchObject({ kind: 'unreachable' });
  return pauses;
};

test('the first pause is the configured one, and each further one is twice as long', async () => {
  expect(await pausesOf({})).toEqual([50, 100, 200, 400, 800]);
});

test('a shop with even pauses never makes them longer', async () => {
  expect(await pausesOf({ SHOP_VARIANT: 'sends again after even pauses' })).toEqual([50, 50, 50, 50, 50]);
});
