import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Result, resultSchema } from '../../core/result.ts';
import { endingOf, reasonOf, type Verdict } from '../../core/verdict.ts';
import { runSelo, type ServedTarget, serveTarget } from './selo-process.ts';

const run = async ({ profileFile, env, out }: ServedTarget, name: string, ...rules: string[]): Promise<Result> => {
  const folder = join(out, name);
  const only = rules.flatMap((rule) => ['--rule', rule]);
  await runSelo(['run', '--profile', profileFile, '--out', folder, '--quiet', ...only], { env });
  return resultSchema.parse(JSON.parse(await readFile(join(folder, 'latest.json'), 'utf8')));
};

const isOfTheOther = (verdict: Verdict): boolean => reasonOf(verdict)?.includes('is at work on company') === true;

test('two runs at once on the same companies give no false positive, and what one may not judge it is reported', async () => {
  await using target = await serveTarget();
  const [first, second] = await Promise.all([run(target, 'first'), run(target, 'second')]);
  for (const { verdicts } of [first, second]) {
    const faults = verdicts.filter(({ outcome }) => outcome !== 'pass' && outcome !== 'unverified');
    expect(faults.map((verdict) => [verdict.rule, endingOf(verdict)])).toEqual([]);
  }
  // the second run may not judge what takes a registration, and the first one does
  const left = [first, second].map(({ verdicts }) => verdicts.filter(isOfTheOther).length);
  expect(Math.min(...left)).toBe(0);
  expect(Math.max(...left)).toBeGreaterThan(50);
  expect([...first.troubles, ...second.troubles].join('\n')).toMatch(/run [0-9a-f]{8} is at work on company main/);

  const { verdicts } = await run(target, 'afterwards', 'DLV-1');
  expect(verdicts.map(({ outcome }) => outcome)).toEqual(['pass']);
});
