import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const lock = readFileSync(join(import.meta.dirname, '..', 'package-lock.json'), 'utf8');

test('the lock file names no registry, so any mirror serves it', () => {
  expect(lock).not.toContain('"resolved"');
});

/** What theirs do is wanted by nobody here: a faster cipher for connections by ssh, and a warning about versions. */
const doWithout = ['node_modules/cpu-features', 'node_modules/protobufjs', 'node_modules/ssh2'];

test('no package needs an install script', () => {
  const { packages }: { packages: Record<string, { hasInstallScript?: boolean }> } = JSON.parse(lock);
  const withScript = Object.entries(packages).flatMap(([path, { hasInstallScript }]) => (hasInstallScript ? path : []));
  expect(withScript.filter((path) => !doWithout.includes(path))).toEqual([]);
});
