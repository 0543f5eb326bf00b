import { expect, test } from 'vitest';
import { startEmbedded } from '../platform/embedded/start-embedded.ts';
import { allCapabilities, missingCapabilities } from './capability.ts';

test('the embedded target offers every capability', async () => {
  await using target = await startEmbedded();
  expect(missingCapabilities(target.profile, allCapabilities)).toEqual([]);
});
