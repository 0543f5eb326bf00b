import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test.for([
  ['storms.ts', '--seeds', '0'],
  ['prove.ts', 'NONE-1'],
  ['prove.ts', 'NONE-1', '--defects'],
])('a proof that judges nothing fails: %s', ([script = '', ...given]) => {
  const { status, stdout } = spawnSync(process.execPath, [join(import.meta.dirname, script), ...given], {
    encoding: 'utf8',
  });
  expect(stdout).toContain('✗ Nothing was judged');
  expect(status).toBe(1);
});
