import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ruleFiles, rulesDigest } from './rules-digest.ts';

const isOfTests = (name: string): boolean => /\.test\.ts$|(^|\/)test-/.test(name);
/** What the document asks: it explains obligations and judges nothing. */
const explaining = 'asked.ts';

test('the digest is of every file that judges, of what they share, and of what has to be played', () => {
  const files = ruleFiles();
  const judging = globSync('**/*.ts', { cwd: new URL('../obligations', import.meta.url) }).filter(
    (name) => !isOfTests(name) && name !== explaining,
  );
  expect(files).toEqual(expect.arrayContaining(judging.map((name) => `certify/obligations/${name}`)));
  expect(files).toEqual(
    expect.arrayContaining(['core/json.ts', 'certify/certificate/level.ts', 'certify/scenarios/coupons.ts']),
  );
  expect(files.filter((file) => isOfTests(file.split('/').at(-1) ?? ''))).toEqual([]);
});

test('the same sources have the same digest', () => {
  expect(rulesDigest()).toMatch(/^[0-9a-f]{64}$/);
  expect(rulesDigest()).toBe(rulesDigest());
});
