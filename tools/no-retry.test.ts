import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

test('no test and no project retries', () => {
  const files = [
    'vitest.config.ts',
    'tools/steps/vitest-process.ts',
    ...globSync('*/**/*.test.ts', { cwd: root }),
  ].filter((file) => !file.startsWith('node_modules'));
  expect(files.length).toBeGreaterThan(300);
  const asking = files.filter((file) => /\bretry: *\d|^\s*retry,/m.test(readFileSync(join(root, file), 'utf8')));
  expect(asking).toEqual([]);
});
