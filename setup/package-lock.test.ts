import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const lock = readFileSync(join(import.meta.dirname, '..', 'package-lock.json'), 'utf8');

test('the lock file names no registry, so any mirror serves it', () => {
  expect(lock).not.toContain('"resolved"');
});

test('no package needs an install script', () => {
  expect(lock).not.toContain('"hasInstallScript"');
});
