import { spawnSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Result, resultSchema } from '../../core/result.ts';
import type { EmbeddedOptions } from '../../platform/embedded/start-embedded.ts';
import { statesDefects } from '../../properties/states/defects.ts';
import { changeOf } from '../../suites/defect.ts';
import { runSelo, type ServedTarget, serveTarget } from './selo-process.ts';

/** Takes every status that is longer than this for a known one: LAW-21 is broken by what is drawn, not by each case. */
const maxRefusedLength = 4;
const takesLongStatuses: EmbeddedOptions = {
  policy: { orders: { readStatus: (text) => (text.length > maxRefusedLength ? 'on-hold' : undefined) } },
};

const judge = ({ profileFile, env, out }: ServedTarget, ...args: string[]) =>
  runSelo(['run', '--profile', profileFile, '--out', out, ...args], { env });

const latest = async ({ out }: ServedTarget): Promise<Result> =>
  resultSchema.parse(JSON.parse(await readFile(join(out, 'latest.json'), 'utf8')));

const drawnIn = (report: string): string | undefined => report.match(/^ {4}drawn +(.*)$/m)?.[1];

describe('a drawn case', () => {
  test('that fails a property is repeated by the command that is printed, in another process', async () => {
    await using target = await serveTarget(takesLongStatuses);
    const first = await judge(target, '--rule', 'LAW-21', '--depth', 'full', '--seed', '5');
    expect(first.code).toBe(1);
    expect(first.stderr).toMatch(/^Judging 1 property on embedded platform at http.*, full depth, seed 5$/m);
    expect(first.stdout).toMatch(/^ {4}found +case \d+ of \d+, shrunk .*; nothing smaller breaks it$/m);
    expect(first.stdout).toMatch(/^properties: 1, \d+ cases?, seed 5$/m);
    const [, command = ''] = first.stdout.match(/^ {4}repeat +npx selo (.*)$/m) ?? [];
    expect(command).toContain(`run --profile ${target.profileFile} --rule LAW-21 --seed 5 --path `);
    const found = await latest(target);

    const again = await runSelo([...command.split(' '), '--out', target.out], { env: target.env });
    expect(again.code).toBe(1);
    expect(again.stderr).toMatch(/^Repeating one case of LAW-21 on .*, seed 5, path \d+(:\d+)+$/m);
    expect(drawnIn(first.stdout)).toBeDefined();
    expect(drawnIn(again.stdout)).toBe(drawnIn(first.stdout));
    expect(again.stderr).toContain(`  draws ${drawnIn(first.stdout)}\n`);
    expect(again.stdout).toMatch(/^ {4}found +repeated by its path/m);
    const repeated = await latest(target);
    expect(repeated.run.path).toBe(found.verdicts[0]?.search?.counterexample?.path);
    expect(repeated.verdicts[0]?.search).toMatchObject({ seed: 5, cases: 1, planned: 1 });
    expect(repeated.verdicts[0]?.search?.counterexample?.drawn).toBe(found.verdicts[0]?.search?.counterexample?.drawn);

    const third = await judge(target, '--rerun-failed');
    expect(third.code).toBe(1);
    expect((await latest(target)).run).toMatchObject({ seed: 5, path: repeated.run.path });
    const withOtherSeed = await judge(target, '--rerun-failed', '--seed', '6');
    expect(withOtherSeed.stderr).toMatch(/^Judging 1 property on .*, seed 6$/m);
  });

  test('that fails a property leaves a script that sends its requests and holds no secret', async () => {
    await using target = await serveTarget(takesLongStatuses);
    const { stdout } = await judge(target, '--rule', 'LAW-21', '--seed', '5');
    const { run, verdicts } = await latest(target);
    const sent = verdicts[0]?.exchanges.length ?? 0;
    expect(stdout).toContain(`requests  ${sent} in all, in LAW-21.sh:\n`);
    const folder = join(target.out, run.id);
    expect(await readdir(folder)).toContain('LAW-21.sh');
    const script = await readFile(join(folder, 'LAW-21.sh'), 'utf8');
    for (const secret of Object.values(target.env)) expect(script).not.toContain(secret);
    expect(script.match(/^ *send /gm)).toHaveLength(sent);
    expect(spawnSync('bash', ['-n', join(folder, 'LAW-21.sh')]).status).toBe(0);
  });

  test('of the state machine is a fault of three steps when it takes three to see, in one process and in another', async () => {
    const [broken] = statesDefects.filter(({ text }) => text.startsWith('cancels a giftback with which an order came'));
    await using target = await serveTarget(broken && changeOf(broken));
    const first = await judge(target, '--rule', 'LAW-41', '--depth', 'full', '--seed', '1');
    const drawn = drawnIn(first.stdout) ?? '';
    // which step gives the second giftback depends on the draws
    expect(JSON.parse(drawn)).toMatchObject([
      { do: 'post order', status: 'completed' },
      { do: 'redeem', status: 'on-hold' },
      { status: 'completed' },
    ]);
    const { run, verdicts } = await latest(target);
    const kept = await readFile(join(target.out, run.id, 'law-41.suite.ts'), 'utf8');
    expect(kept.replaceAll(/\n\s*/g, '')).toContain(drawn.slice(1, -1));
    const { path = '' } = verdicts[0]?.search?.counterexample ?? {};

    const again = await judge(target, '--rule', 'LAW-41', '--seed', '1', '--path', path);
    expect(again.code).toBe(1);
    expect(drawnIn(again.stdout)).toBe(drawn);
  });

  test('of a property that passes leaves no script, and the cases are counted', async () => {
    await using target = await serveTarget({}, (profile) => ({
      ...profile,
      limits: { ...profile.limits, search: { cases: 3 } },
    }));
    const { code, stdout } = await judge(target, '--rule', 'LAW-21', 'PAG-3', '--seed', '7');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^properties: 1, 3 cases, seed 7$/m);
    const { run } = await latest(target);
    const files = await readdir(join(target.out, run.id));
    const usual = ['cases.ndjson', 'exchanges.ndjson.gz', 'journal.ndjson', 'junit.xml', 'report.html', 'result.json'];
    expect(files.toSorted()).toEqual(usual);
  });
});
