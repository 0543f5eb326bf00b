import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderWithFiles } from './test-folder-with-files.ts';

test('the command exits with 1 and names the place', async () => {
  await using folder = await folderWithFiles({
    'cli/run.ts': 'export const run = 1;',
    'suites/x.ts': "\nimport '../cli/run.ts';",
  });
  const command = spawnSync(process.execPath, [join(import.meta.dirname, 'check-imports.ts')], {
    cwd: folder.path,
    encoding: 'utf8',
  });
  expect(command.stdout).toContain(
    'suites/x.ts:2 imports ../cli/run.ts, but of ours suites/ may import only suites/, suites/passive/, fixtures/, core/',
  );
  expect(command.status).toBe(1);
});
