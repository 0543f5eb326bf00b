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

test.for<[given: string[], status: number, says: string]>([
  [['storms.ts', '--help'], 0, 'takes --seeds …, --from …, --seed …\n'],
  [['storms.ts', '--seed'], 2, 'The command takes --seeds …'],
  [['storms.ts', '--sed', '1'], 2, "Unknown option '--sed'"],
  [['storms.ts', '--seeds', 'ten'], 2, '✗ --seeds takes a whole number, not "ten"\n'],
  [['prove.ts', '--seed', '1.5'], 2, '✗ --seed takes a whole number, not "1.5"\n'],
  [['prove.ts', 'LAW-1', '--dialect', 'none'], 2, '✗ --dialect takes plain, '],
])('the command line of a proof is explained without a stack trace: %j', ([[script = '', ...given], status, says]) => {
  const ended = spawnSync(process.execPath, [join(import.meta.dirname, script), ...given], { encoding: 'utf8' });
  expect({ status: ended.status, trace: /\n {4}at /u.test(ended.stderr) }).toEqual({ status, trace: false });
  expect(ended.stdout + ended.stderr).toContain(says);
});
