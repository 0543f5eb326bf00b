import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Result, resultSchema } from '../core/result.ts';
import { temporaryFolder } from '../fixtures/test-folder.ts';
import { runsOf } from '../reports/history/test-runs.ts';
import { runSelo, type ServedTarget, serveTarget } from './run/selo-process.ts';

/** A project whose runs lie where `selo run` leaves them. */
const projectWith = async (runs: readonly Result[]) => {
  const folder = await temporaryFolder();
  for (const run of runs) {
    const own = join(folder.path, 'reports/out', `${run.target.name}-${run.run.id}`);
    mkdirSync(own, { recursive: true });
    writeFileSync(join(own, 'result.json'), JSON.stringify(run));
  }
  return folder;
};

const named = (name: string, runs: readonly Result[]): Result[] =>
  runs.map((run) => ({ ...run, target: { ...run.target, name } }));

describe('selo history', () => {
  test('the runs of the only target are reported without any argument', async () => {
    await using folder = await projectWith(runsOf('pppff'));
    writeFileSync(join(folder.path, 'reports/out/latest.json'), 'cut');
    const { code, stdout, stderr } = await runSelo(['history'], { cwd: folder.path });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^staging: the last 5 of 5 runs in reports\/out\n\nStarted/);
    expect(stdout).toMatch(
      /\nFailing since\nPAG-2 Sizes.*\n {4}failing since 2026-11-04 10:00 \(run-4\), 2 runs in a row/,
    );
    expect(stdout).toMatch(/\n\nleft out: 1 file, broken, cut short, or not as its version requires\n$/);
  });

  test('of several targets one must be named, and they are listed', async () => {
    await using folder = await projectWith([...named('shop', runsOf('p')), ...named('till', runsOf('pp'))]);
    const none = await runSelo(['history'], { cwd: folder.path });
    expect(none).toMatchObject({ code: 2, stdout: '' });
    expect(none.stderr).toContain('name one with --target.\n  till (2 runs)\n  shop (1 run)\n');
    const till = await runSelo(['history', 'reports', '--target', 'till', '--last', '1'], { cwd: folder.path });
    expect(till.stdout).toMatch(/^till: the last 1 of 2 runs in reports\n/);
    expect(till.stdout).toContain('run-2');
    expect(till.stdout).not.toContain('run-1');
  });

  test('--json has the same for programs', async () => {
    await using folder = await projectWith(runsOf('pf'));
    const { stdout } = await runSelo(['history', '--json'], { cwd: folder.path });
    expect(JSON.parse(stdout)).toMatchObject({
      target: 'staging',
      runs: [
        { id: 'run-1', rules: [{ rule: 'PAG-2', outcome: 'pass' }] },
        { id: 'run-2', version: '0.1.0' },
      ],
      since: { run: { id: 'run-1' }, comparison: { changes: [{ rule: 'PAG-2', kind: 'newly failing' }] } },
      rules: [{ rule: 'PAG-2', kind: 'failing', judged: 2, failed: 1 }],
      leftOut: [],
    });
  });

  test.each<[what: string, runs: Result[], args: string[], said: RegExp]>([
    ['there is no run', [], ['empty'], /^There is no run in empty: judge a target with "npx selo run" first\.\n$/],
    ['there is no folder', [], ['none'], /^none is no folder: name the one that holds the results of runs/],
    ['a file is named', [], ['cut.json'], /^cut\.json is no folder/],
    ['no run can be read', [], ['broken'], /^No run in broken can be read\.\nleft out: 1 file, broken/],
    [
      'the target has no run',
      runsOf('p'),
      ['--target', 'stagin\u001b'],
      /^There is no run of stagin\\u\{1b\} in .*:\n {2}staging \(1 run\)/,
    ],
    ['the number is none', runsOf('p'), ['--last', '0'], /Expected a whole number from 1 to 1000/],
  ])('where %s, it says so and ends with exit 2', async (_, runs, args, said) => {
    await using folder = await projectWith(runs);
    writeFileSync(join(folder.path, 'cut.json'), '{');
    for (const name of ['empty', 'broken']) mkdirSync(join(folder.path, name));
    writeFileSync(join(folder.path, 'broken/result.json'), JSON.stringify(runsOf('p')[0]).slice(0, -9));
    const { code, stdout, stderr } = await runSelo(['history', ...args], { cwd: folder.path });
    expect(stderr).toMatch(said);
    expect(stderr).not.toMatch(/^ +at /m);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });

  test('a run says what changed since the last run into the same folder, and its page has the history', async () => {
    await using sound = await serveTarget();
    await using broken = await serveTarget({ policy: { pages: { maxPageSize: 60 } } });
    const judge = ({ profileFile, env }: ServedTarget, ...rules: string[]) =>
      runSelo(['run', '--profile', profileFile, '--out', sound.out, '--rule', ...rules], { env });
    const first = await judge(sound, 'PAG-2', 'PAG-3');
    expect(first.stdout).not.toContain('since ');
    const second = await judge(broken, 'PAG-2');
    expect(second.stdout).toMatch(
      /\nsince [\d-]+ [\d:]+ \([\da-f]{8}\): 1 newly failing · 0 unchanged · 1 only in the earlier run\npage: /,
    );
    const { run } = resultSchema.parse(JSON.parse(readFileSync(join(sound.out, 'latest.json'), 'utf8')));
    const page = readFileSync(join(sound.out, run.id, 'report.html'), 'utf8');
    expect(page).toContain('<h3>newly failing <small>1 ');
    expect(page).toContain('>failing since ');
    expect((await runSelo(['history', sound.out])).stdout).toMatch(/: the last 2 of 2 runs/);
  });

  test('a page is made among the runs of a folder that were started before', async () => {
    await using folder = await projectWith(runsOf('pfp'));
    const args = (place: number, ...more: string[]) => [
      ...['report', `reports/out/staging-run-${place}/result.json`, '--format', 'html', ...more],
    ];
    const { code, stdout } = await runSelo(args(2, '--history', 'reports'), { cwd: folder.path });
    expect(code).toBe(0);
    expect(stdout).toContain('compared with run run-1 of');
    expect(stdout).toContain('the last 2 runs of this target');
    expect((await runSelo(args(1, '--history', 'reports'), { cwd: folder.path })).stdout).not.toContain('id="history"');
    const nowhere = await runSelo(args(2, '--history', 'none'), { cwd: folder.path });
    expect(nowhere).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(/^none is no folder/) });
    const noPage = await runSelo(['report', '--format', 'junit', '--history', 'reports'], { cwd: folder.path });
    expect(noPage).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/^--history is only for the page/),
    });
  });
});
