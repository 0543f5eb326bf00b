import { describe, expect, test } from 'vitest';
import type { EmbeddedOptions } from '../../platform/embedded/start-embedded.ts';
import { runSelo, type ServedTarget, serveTarget } from './selo-process.ts';

const judge = ({ profileFile, env, out }: ServedTarget, ...args: string[]) =>
  runSelo(['run', '--profile', profileFile, '--out', out, ...args], { env });

/** Takes long statuses for known ones. */
const takesLongStatuses: EmbeddedOptions = {
  policy: { orders: { readStatus: (text) => (text.length > 'paid'.length ? 'on-hold' : undefined) } },
};
const servesEmptyPages: EmbeddedOptions = { policy: { pages: { minPageSize: 0 } } };

describe('run --rule X --repeat', () => {
  test('repeats the seed, the depth and the drawn case of the last run in which the rule failed', async () => {
    await using target = await serveTarget(takesLongStatuses);
    await judge(target, '--rule', 'LAW-21', '--seed', '5', '--depth', 'full');
    // a later run of another rule is not what is repeated
    await judge(target, '--rule', 'PAG-1');
    const { code, stdout, stderr } = await judge(target, '--rule', 'LAW-21', '--repeat');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Repeating one case of LAW-21 on .*, seed 5, path \d+(:\d+)*$/m);
    expect(stdout).toMatch(/^repeat of run \w+: LAW-21 failed again, at the same assertion$/m);
  });

  test('judges a passive rule by the requests of the rule that broke it alone', async () => {
    await using target = await serveTarget({
      policy: { writes: { successStatus: (route) => (route === 'POST /orders' ? 201 : 200) } },
    });
    const { stdout: first } = await judge(target, '--rule', 'CONV-25', 'PAS-1');
    expect(first).toContain('✗ PAS-1');
    const { stdout, stderr } = await judge(target, '--rule', 'PAS-1', '--repeat');
    expect(stderr).toMatch(/^Judging 2 rules on /m);
    expect(stdout).toMatch(/^repeat of run \w+: PAS-1 failed again, at the same assertion$/m);
  });

  test('says when the failure is gone', async () => {
    await using target = await serveTarget(servesEmptyPages);
    await judge(target, '--rule', 'PAG-2', '--seed', '3');
    await target.stop();
    await using repaired = await serveTarget();
    const { code, stdout } = await judge({ ...repaired, out: target.out }, '--rule', 'PAG-2', '--repeat');
    expect({ code, stdout }).toMatchObject({ code: 0 });
    expect(stdout).toMatch(/^repeat of run \w+: PAG-2 did not fail this time$/m);
  });

  test('needs one rule, and a run that it failed in', async () => {
    await using target = await serveTarget();
    const two = await judge(target, '--rule', 'PAG-1', 'PAG-2', '--repeat');
    expect(two.code).toBe(2);
    expect(two.stderr).toContain('--repeat repeats the failure of one rule');
    const none = await judge(target, '--rule', 'PAG-1', '--repeat');
    expect(none.code).toBe(2);
    expect(none.stderr).toContain('--repeat: PAG-1 failed in no run of "embedded platform"');
  });
});
