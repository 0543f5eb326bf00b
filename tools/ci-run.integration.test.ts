import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { folderWithFiles } from './test-folder-with-files.ts';

/** Runs `.ci/run` with these stand-ins for `npm test` and `npm run test:rest`. */
async function ciRun({ test: testCommand, rest }: { test: string; rest: string }) {
  await using folder = await folderWithFiles({
    '.ci/docker.sh': 'provide_docker() { echo "docker"; }; end_docker() { :; }',
    'bin/npm': `#!/bin/sh
      case "$1" in
        test) shift 3; [ "$1" = --record ] || exit 9; record=$2; ${testCommand} ;;
        run) [ "$2" = test:rest ] || exit 9; shift 4; [ "$1" = --after ] || exit 9; record=$2; ${rest} ;;
      esac`,
  });
  copyFileSync(join(import.meta.dirname, '..', '.ci', 'run'), join(folder.path, '.ci', 'run'));
  chmodSync(join(folder.path, 'bin', 'npm'), 0o755);
  const PATH = [join(folder.path, 'bin'), process.env.PATH].join(delimiter);
  const { status, stdout } = spawnSync('bash', [join(folder.path, '.ci', 'run')], {
    encoding: 'utf8',
    env: { ...process.env, PATH },
  });
  return { status, lines: stdout.trim().split('\n') };
}

test('`npm test` runs first, then the rest with its record, and the last line is that of the rest', async () => {
  const { status, lines } = await ciRun({
    test: 'echo "2 passed, 0 failed"; echo "kept" > "$record"',
    rest: 'cat "$record"; echo "5 passed, 0 failed"',
  });
  expect(lines).toEqual(['2 passed, 0 failed', 'docker', 'kept', '5 passed, 0 failed']);
  expect(status).toBe(0);
});

test('the rest also runs when `npm test` fails, and decides with the counts of both', async () => {
  const { status, lines } = await ciRun({ test: 'exit 1', rest: 'echo "4 passed, 1 failed"; exit 1' });
  expect(lines.at(-1)).toBe('4 passed, 1 failed');
  expect(status).toBe(1);
});

test.for(['kill -9 $$', 'exit 1', 'echo "2 passed, 0 failed"; echo "and then"'])(
  'an aborted runner counts as one failure: %s',
  async (rest) => {
    const { status, lines } = await ciRun({ test: 'echo "2 passed, 0 failed"', rest });
    expect(lines.at(-1)).toBe('0 passed, 1 failed');
    expect(status).not.toBe(0);
  },
);
