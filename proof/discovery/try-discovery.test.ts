import { expect, test } from 'vitest';
import { tryDiscovery } from './try-discovery.ts';

test('probing finds what the foreign dialect leaves open, and nothing that is not so', {
  timeout: 120_000,
}, async () => {
  const { wrong, falsePositives, left, judgedByHand, judgedAsFound } = await tryDiscovery('foreign');
  expect({ wrong, falsePositives, left }).toEqual({ wrong: [], falsePositives: [], left: [] });
  expect(judgedAsFound).toBeGreaterThan(0.9 * judgedByHand);
});
