import { readFile } from 'node:fs/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Profile } from '../fixtures/profile/profile.ts';
import { checkContext, rules } from './library.ts';
import { type ServedTarget, serveTarget } from './run/selo-process.ts';

/** Serves pages of up to 60 records: PAG-2 fails, PAG-3 holds. */
const pagesTooLarge = { policy: { pages: { maxPageSize: 60 } } };

/** A target whose secrets stand in the environment for as long as the test lasts. */
const served = async (change?: (profile: Profile) => Profile): Promise<ServedTarget> => {
  const target = await serveTarget(pagesTooLarge, change);
  for (const [name, value] of Object.entries(target.env)) vi.stubEnv(name, value);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  return target;
};

test('every rule, property and passive rule of the catalogue is judged, on the embedded platform by default', async () => {
  await using context = await checkContext(undefined, { seed: 1 });
  expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
  for (const id of ['PAG-2', 'LAW-1', 'PAS-1']) {
    expect(rules.some((rule) => rule.id === id)).toBe(true);
    expect(await context.judge({ id })).toMatchObject({ rule: id, outcome: 'pass' });
  }
  expect(context.seed).toBe(1);
});

test('a fault is reported with what was expected and what was there, and without a secret', async () => {
  await using target = await served();
  await using context = await checkContext(target.profileFile);
  const [broken, sound] = await Promise.all([context.judge({ id: 'PAG-2' }), context.judge({ id: 'PAG-3' })]);
  expect(broken).toMatchObject({
    outcome: 'fail',
    stability: { kind: 'stable' },
    violation: { actual: expect.stringMatching(/./) },
  });
  expect(sound.outcome).toBe('pass');
  for (const secret of Object.values(target.env)) expect(JSON.stringify(broken)).not.toContain(secret);
});

test('what takes the whole retry schedule is judged at full depth only', async () => {
  const slow = rules.find(({ depth }) => depth === 'full');
  await using context = await checkContext();
  expect(await context.judge({ id: slow?.id ?? '' })).toMatchObject({ outcome: 'unverified', cause: 'not-observable' });
});

test('a profile may be given as what one says', async () => {
  await using target = await served();
  await using context = await checkContext(JSON.parse(await readFile(target.profileFile, 'utf8')));
  expect((await context.judge({ id: 'PAG-3' })).outcome).toBe('pass');
});

test('closing removes what was created, and nothing is judged after', async () => {
  const context = await checkContext();
  await context.judge({ id: 'ORD-4' });
  const { created, removed, left } = await context.close();
  expect(removed).toBeGreaterThan(0);
  expect(created).toBe(removed + left.length);
  expect(left.filter(({ kind }) => kind !== 'coupon')).toEqual([]);
  await expect(context.judge({ id: 'ORD-4' })).rejects.toThrow('ORD-4 cannot be judged: the context is closed');
});

test('a rule that is not in the catalogue is refused', async () => {
  await using context = await checkContext();
  await expect(context.judge({ id: 'PAG-999' })).rejects.toThrow(RangeError);
});

test('a target that is marked as production is refused', async () => {
  await using target = await served((profile) => ({ ...profile, production: true }));
  await expect(checkContext(target.profileFile)).rejects.toThrow('marked as production');
});

test('a target that cannot be judged is reported with what to do', async () => {
  await using target = await served();
  await target.stop();
  await expect(checkContext(target.profileFile)).rejects.toThrow(/cannot be judged[\s\S]*start the target/);
});

test('a profile that is wrong is reported with every key', async () => {
  const profile = { baseUrl: 'nowhere', accessHeader: { value: { env: 'A' } }, companies: [] };
  await expect(checkContext(profile)).rejects.toThrow(
    /The profile is not a usable profile:[\s\S]*baseUrl[\s\S]*companies/,
  );
});
