import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Result, resultSchema } from '../../core/result.ts';
import type { Profile } from '../../fixtures/profile/profile.ts';
import { runSelo, type ServedTarget, serveTarget } from './selo-process.ts';

/** Serves pages of up to 60 records: PAG-2 fails, PAG-3 holds. */
const pagesTooLarge = { policy: { pages: { maxPageSize: 60 } } };

const judge = ({ profileFile, env, out }: ServedTarget, ...args: string[]) =>
  runSelo(['run', '--profile', profileFile, '--out', out, ...args], { env });

const latest = async ({ out }: ServedTarget): Promise<Result> =>
  resultSchema.parse(JSON.parse(await readFile(join(out, 'latest.json'), 'utf8')));

const waivers = (until: string, rule = 'PAG-2') => [{ rule, reason: 'agreed with the operator', until }];

describe('selo run', () => {
  test('a target that conforms ends with exit 0, the matrix, and files in a folder of its own', async () => {
    await using target = await serveTarget();
    const { code, stdout, stderr } = await judge(target, '--rule', 'PAG-2', 'pag-3', '--seed', '7');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Paginated lists +2 +2 +· +· +· +· +100 % +100 %$/m);
    expect(stdout).toMatch(/\npage: .*report\.html\npartial: no failures, but only 2 of \d+ rules tested\n$/);
    expect(stderr).toMatch(/^Judging 2 rules on embedded platform at http.*, quick depth, seed 7$/m);
    const { run, verdicts } = await latest(target);
    expect(run).toMatchObject({ seed: 7, depth: 'quick', interrupted: false });
    expect(verdicts.map(({ rule, outcome }) => [rule, outcome])).toEqual([
      ['PAG-2', 'pass'],
      ['PAG-3', 'pass'],
    ]);
    const files = await readdir(join(target.out, run.id));
    expect(files.toSorted()).toEqual([
      'cases.ndjson',
      'exchanges.ndjson.gz',
      'journal.ndjson',
      'junit.xml',
      'report.html',
      'result.json',
    ]);
  });

  test('without a profile the embedded platform is judged at full depth, and --json prints the document alone', async () => {
    await using target = await serveTarget();
    const { code, stdout } = await runSelo(['run', '--json', '--rule', 'PAG-3', '--out', target.out]);
    expect(code).toBe(0);
    const { run, counts } = resultSchema.parse(JSON.parse(stdout));
    expect(run.depth).toBe('full');
    expect(counts).toEqual({ pass: 1, fail: 0, warn: 0, unverified: 0, error: 0 });
  });

  test('a target that breaks a rule ends with exit 1 and says how to see it', async () => {
    await using target = await serveTarget(pagesTooLarge);
    const { code, stdout } = await judge(target, '--rule', 'PAG-2');
    expect(code).toBe(1);
    expect(stdout).toContain('✗ PAG-2');
    expect(stdout).toContain('stable (4 of 4)');
    expect(stdout).toMatch(/request +curl .*pageSize=51' -H 'authorization: Bearer '"\$SELO_TOKEN_MAIN"/);
    expect(stdout).toMatch(/does not conform: 1 rule failed\n$/);
  });

  test('what failed is run again alone and with its seed', async () => {
    await using target = await serveTarget(pagesTooLarge);
    await judge(target, '--quiet', '--rule', 'PAG-2', 'PAG-3', '--seed', '99');
    const { code } = await judge(target, '--quiet', '--rerun-failed');
    expect(code).toBe(1);
    const { run, verdicts } = await latest(target);
    expect(run.seed).toBe(99);
    expect(verdicts.map(({ rule }) => rule)).toEqual(['PAG-2']);
  });

  test.each([
    ['covers a failure until its date', 'PAG-2', '2999-01-01', 0, 'Failed, but waived'],
    ['does not cover a failure after its date', 'PAG-2', '2020-01-01', 1, 'expired on 2020-01-01'],
    ['fails the run when its rule holds', 'PAG-3', '2999-01-01', 1, 'the waiver of PAG-3 is stale'],
    ['that names no rule is wrong usage', 'PAG-999', '2999-01-01', 2, 'There is no rule PAG-999'],
  ])('a waiver %s', async (_, rule, until, expected, said) => {
    await using target = await serveTarget(pagesTooLarge, (profile) => ({ ...profile, waivers: waivers(until, rule) }));
    const { code, stdout, stderr } = await judge(target, '--rule', rule === 'PAG-3' ? 'PAG-3' : 'PAG-2');
    expect(stdout + stderr).toContain(said);
    expect(code).toBe(expected);
  });

  const oneCompany = (profile: Profile): Profile => ({ ...profile, companies: profile.companies.slice(0, 1) });

  test('what was not judged is reported with the key to declare, and fails a strict run only', async () => {
    await using target = await serveTarget({}, oneCompany);
    const lenient = await judge(target, '--rule', 'PAG-3', 'ISO-1');
    expect(lenient.stdout).toMatch(
      /\? unverified, not-declared {2}1 rule, by the key that the profile lacks\n +1 {2}a second entry in companies\n/,
    );
    expect(lenient.code).toBe(0);
    expect((await judge(target, '--strict', '--rule', 'PAG-3', 'ISO-1')).code).toBe(1);
  });

  test('a run in which nothing could be judged is no success', async () => {
    await using target = await serveTarget({}, oneCompany);
    expect((await judge(target, '--rule', 'ISO-1')).code).toBe(3);
  });

  test('a target marked as production is refused before any request', async () => {
    let requests = 0;
    await using target = await serveTarget(
      {
        wrap: (handle) => (call) => {
          requests++;
          return handle(call);
        },
      },
      (profile) => ({ ...profile, production: true }),
    );
    const { code, stderr } = await judge(target, '--rule', 'PAG-3');
    expect(stderr).toMatch(/marks http:.* as production/);
    expect(requests).toBe(0);
    expect(code).toBe(2);
  });

  test('a dead port ends with exit 3 and one message that says what to do', async () => {
    await using target = await serveTarget();
    const { code, stdout, stderr } = await judge(target, '--base-url', 'http://127.0.0.1:1');
    expect(code).toBe(3);
    expect(stdout).toBe('');
    expect(stderr).toMatch(
      /"embedded platform" at http:\/\/127\.0\.0\.1:1 cannot be judged\.[\s\S]*to do: +start the target/,
    );
  });

  test('a target that stops answering gives no false positive: unverified, exit 3', async () => {
    let answered = 0;
    await using target = await serveTarget({
      wrap: (handle) => (call) => (answered++ < 1 ? handle(call) : { ...handle(call), status: 503 }),
    });
    const { code, stdout } = await judge(target, '--rule', 'PAG-3');
    expect(stdout).toMatch(/\? unverified, unavailable {2}GET \/products.* answered 503/);
    expect(code).toBe(3);
  });

  test('an interrupt ends with exit 130, a partial report, and nothing left behind', async () => {
    await using target = await serveTarget({ choices: { answers: { delayMs: 400 } } });
    let isInterrupted = false;
    const { profileFile, env, out } = target;
    const ended = runSelo(['run', '--profile', profileFile, '--out', out, '--section', 'pagination'], {
      env,
      onStderr(_, kill) {
        if (isInterrupted) return;
        isInterrupted = true;
        const interruptOnceUnderWay = async (): Promise<void> => {
          for (;;) {
            const [runId] = await readdir(out).catch(() => []);
            const journal = runId && (await readFile(join(out, runId, 'journal.ndjson'), 'utf8').catch(() => ''));
            if (journal) return kill('SIGINT');
            await new Promise((resolve) => setTimeout(resolve, 20));
          }
        };
        void interruptOnceUnderWay();
      },
    });
    const { code, stdout, stderr } = await ended;
    expect(stderr).toContain('Interrupted: cleaning up');
    expect(stdout).toContain('interrupted: this report is partial');
    expect(stdout).toMatch(/clean-up: \d+ records? of this run found/);
    expect(code).toBe(130);
    const { run, verdicts, residue, counts } = await latest(target);
    expect(run.interrupted).toBe(true);
    expect(counts.unverified).toBeGreaterThan(0);
    expect(counts.error + counts.fail).toBe(0);
    expect(verdicts.length).toBeGreaterThan(20);
    expect(residue?.left.filter(({ kind }) => kind !== 'coupon')).toEqual([]);
  });

  test('no secret is in any output of a failing run', async () => {
    await using target = await serveTarget(pagesTooLarge);
    const { stdout, stderr } = await judge(target, '--section', 'pagination', 'authentication');
    const files = await readdir(target.out, { recursive: true, withFileTypes: true });
    const texts = await Promise.all(
      files.filter((file) => file.isFile()).map((file) => readFile(join(file.parentPath, file.name), 'utf8')),
    );
    expect(texts.length).toBeGreaterThan(3);
    for (const secret of Object.values(target.env)) {
      for (const text of [stdout, stderr, ...texts]) {
        expect(text).not.toContain(secret);
        expect(text).not.toContain(btoa(secret).replace(/=+$/, ''));
      }
    }
    expect((await latest(target)).secretsReplaced).toBe(0);
  });
});
