import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../fixtures/test-folder.ts';
import { blocksOf, guideNamed, runScript } from './test-guide.ts';
import { scriptsTriedBy } from './test-tried-scripts.ts';

const root = dirname(import.meta.dirname);
const fault = '{ policy: { pages: { minPageSize: 0 } } }';

/** The files that the tutorial has its reader save, by their names. */
const files = new Map(
  blocksOf(guideNamed('tutorial.md'), 'ts').map((code) => [code.match(/^\/\/ (\S+)/)?.[1] ?? '', code]),
);

/** Starts the stand-in by the tutorial's command, as in a terminal of its own, once its files are written. */
const startStandIn = async (command: string, cwd: string): Promise<AsyncDisposable> => {
  const child = spawn('bash', ['-c', `exec ${command.trim()}`], {
    cwd,
    env: { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}` },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  await Promise.race([once(child.stdout, 'data'), ended]);
  expect(child.exitCode).toBe(null);
  return {
    async [Symbol.asyncDispose]() {
      child.kill();
      await ended;
    },
  };
};

test('the tutorial goes as it says', async () => {
  await using folder = await temporaryFolder();
  const cwd = folder.path;
  for (const name of ['platform', 'fixtures', 'core']) symlinkSync(join(root, name), join(cwd, name));
  for (const [name, code] of files) writeFileSync(join(cwd, name), code);
  const [init = '', standIn = '', look = '', fail = '', explain = '', waived = '', fixed = '', report = '', ...rest] =
    scriptsTriedBy('cli/tutorial.integration.test.ts');
  expect(rest).toEqual([]);
  const secrets = '. ./staging.env';

  await runScript(init, { cwd });
  expect(readFileSync(join(cwd, 'mine.ts'), 'utf8')).toContain('https://staging.example.com');
  {
    await using _ = await startStandIn(standIn, cwd);
    expect((await runScript(look, { cwd })).stdout).toContain(' 0 warnings, 0 problems');

    const failed = await runScript(`${secrets}\n${fail.trim()} || echo "exit code $?"`, { cwd });
    expect(failed.stdout).toContain('exit code 1');
    const shown = blocksOf(guideNamed('tutorial.md'), 'text')[0] ?? '';
    for (const line of shown.split('\n').filter((each) => !each.includes('…') && !each.includes('answer  '))) {
      expect(failed.stdout).toContain(line);
    }

    expect((await runScript(explain, { cwd })).stdout).toMatch(/^PAG-2 {2}`pageSize` 1–50 is accepted/);
    expect((await runScript(`${secrets}\n${waived}`, { cwd })).stdout).toContain('Failed, but waived');
  }

  const code = files.get('stand-in.ts') ?? '';
  expect(code).toContain(`(${fault})`);
  writeFileSync(join(cwd, 'stand-in.ts'), code.replace(fault, ''));
  await using _ = await startStandIn(standIn, cwd);
  const { stdout } = await runScript(fixed, { cwd });
  expect(stdout).toMatch(/since .*: 1 fixed/);
  expect(stdout).toContain('staging: the last 3 of 3 runs');

  const last = await runScript(report, { cwd });
  expect(last.stdout).toContain('✓ the result holds');
  expect(readFileSync(join(cwd, 'reports/pipeline/junit.xml'), 'utf8')).toContain('PAG-2');
});
