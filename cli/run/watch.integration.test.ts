import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runSelo, serveTarget } from './selo-process.ts';

test('a run is repeated when the profile changes, also after a wrong one, until Ctrl-C', async () => {
  await using target = await serveTarget();
  const { profileFile, env, out } = target;
  const good = readFileSync(profileFile, 'utf8');
  const waits = 'Waiting for a change';
  let done = 0;
  const steps: ((kill: (signal: NodeJS.Signals) => void) => void)[] = [
    () => writeFileSync(profileFile, '{"baseUrl": 1}'),
    () => writeFileSync(profileFile, good),
    (kill) => kill('SIGINT'),
  ];
  const { code, stdout, stderr } = await runSelo(
    ['run', '--rule', 'PAG-2', '--watch', '--profile', profileFile, '--out', out, '--depth', 'quick'],
    {
      env,
      onStderr: (soFar, kill) => {
        if (soFar.split(waits).length - 1 <= done) return;
        steps[done]?.(kill);
        done += 1;
      },
    },
  );
  expect({ code, runs: stdout.match(/^page: /gm)?.length }).toEqual({ code: 0, runs: 2 });
  expect(stderr).toMatch(/target\.json changed: testing again\n.*is not a usable profile/);
}, 120_000);

test.for<[args: string[], message: RegExp]>([
  [['--watch', '--json', '--rule', 'PAG-2'], /--json prints one document/],
  [['--watch'], /choose what with --rule/],
  [['--rule', 'PAG-2', '--watch', 'no-such-folder'], /no such file or folder/],
])('watching refuses %j', async ([args, message]) => {
  const { code, stderr } = await runSelo(['run', ...args]);
  expect(code).toBe(2);
  expect(stderr).toMatch(message);
});
