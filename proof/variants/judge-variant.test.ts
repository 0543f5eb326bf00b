import { expect, test } from 'vitest';
import { isSound, judgeVariant, type VariantResult } from './judge-variant.ts';
import { writingJson } from './rewriting.ts';
import type { Difference } from './variant.ts';

/** A few rules that see the differences tried here, and one that does not. */
const chosen: ReadonlySet<string> = new Set(['PAG-2', 'DATE-12', 'PAS-9', 'SHARED-1', 'CONF-1', 'CUST-1']);

const judged = (difference: Difference): Promise<VariantResult> =>
  judgeVariant({ name: 'tried', text: 'is tried', open: 'nothing', source: 'none', ...difference }, ({ id }) =>
    chosen.has(id),
  );

const rulesIn = (lines: readonly string[]): string[] => lines.map((line) => line.split(' ')[0] ?? '');

test('an illegal platform among the variants fails', async () => {
  const result = await judged({ options: { policy: { pages: { maxPageSize: 51 } } } });
  expect(rulesIn(result.falsePositives)).toContain('PAG-2');
  expect(isSound(result)).toBe(false);
});

test('an illegal manner of writing fails', async () => {
  const { falsePositives } = await judged({
    options: { wrap: writingJson((body) => JSON.stringify(body).replaceAll(/(\d)Z"/g, '$1+00:00"')) },
  });
  expect(rulesIn(falsePositives)).toEqual(expect.arrayContaining(['DATE-12', 'PAS-9']));
});

test('a variant that silences rules without saying so is not sound', async () => {
  const result = await judged({
    profile: (profile) => ({ ...profile, resources: { ...profile.resources, sharedCoupons: false } }),
  });
  expect(result.falsePositives).toEqual([]);
  expect(rulesIn(result.unexpected)).toContain('SHARED-1');
  expect(isSound(result)).toBe(false);
});

test('a variant that expects silence where rules are judged, or for another cause, is not sound', async () => {
  const result = await judged({
    profile: (profile) => ({ ...profile, resources: { ...profile.resources, sharedCoupons: false } }),
    unverified: [
      { cause: 'not-declared', needs: ['shared coupons'] },
      { cause: 'not-observable', rules: ['CONF-1'] },
    ],
  });
  expect(rulesIn(result.unexpected)).toContain('SHARED-1');
  expect(result.unneeded).toEqual(['CONF-1']);
});
