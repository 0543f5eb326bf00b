import { expect, test } from 'vitest';
import { everyDefect } from '../proof/every-defect.ts';
import { changeOf } from '../suites/defect.ts';
import { runSelo, serveTarget } from './run/selo-process.ts';
import { blocksOf, guideNamed } from './test-guide.ts';

test('the failure in the README is what a run prints', async () => {
  const [shown = ''] = blocksOf(guideNamed('../README.md'), 'text');
  const [, rule = '', seed = ''] = shown.match(/--rule (\S+) --seed (\d+)/) ?? [];
  const defect = everyDefect.find((each) => each.rule === rule);
  expect(defect?.text).toBe('gives up at every 4xx');
  await using target = await serveTarget(defect && changeOf(defect));
  const args = ['run', '--profile', target.profileFile, '--rule', rule, '--seed', seed, '--depth', 'full'];
  const { stdout } = await runSelo([...args, '--out', target.out], { env: target.env });
  // values that change from run to run
  const lasting = shown
    .trim()
    .split('\n')
    .filter((line) => !/…|^ *(attempts|repeat) /.test(line));
  expect(lasting.length).toBeGreaterThan(10);
  const printed = stdout.split('\n');
  expect(lasting.filter((line) => !printed.includes(line))).toEqual([]);
});
