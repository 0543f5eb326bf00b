import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readJournal } from '../../fixtures/journal.ts';
import { temporaryFolder } from '../../fixtures/test-folder.ts';
import type { Call, Handle } from '../../platform/http/call.ts';
import { sampleResult } from '../../reports/test-samples.ts';
import { runSelo, serveTarget } from '../run/selo-process.ts';
import { killedRun } from '../run/test-killed-run.ts';

interface SeenCall {
  method: string;
  path: string;
  status: number;
  body: unknown;
}

/** Sees every call to a platform with its answer. */
const observing = () => {
  const calls: SeenCall[] = [];
  const wrap =
    (handle: Handle): Handle =>
    async (call) => {
      const answer = await handle(call);
      calls.push({ method: call.method, path: call.path, status: answer.status, body: answer.body });
      return answer;
    };
  return {
    wrap,
    calls,
    last: (method: string, path: string): SeenCall | undefined =>
      calls.findLast((call) => call.method === method && call.path.startsWith(path)),
  };
};

describe('after a run that was killed', () => {
  test('its records, registrations and claims go, and what cannot go is reported', async () => {
    const { wrap, calls, last } = observing();
    await using target = await serveTarget({ wrap, choices: { answers: { delayMs: 20 } } });
    const { env } = target;
    const asked = ['--section', 'orders', 'coupons', 'webhook-registration'];
    const { folder } = await killedRun(target, { 'verdicts.ndjson': 12, 'journal.ndjson': 20 }, ...asked);

    const early = await runSelo(['clean', folder], { env });
    expect(early).toMatchObject({ code: 3, stdout: '' });
    expect(early.stderr).toMatch(/may still be under way: .* until [\d:]{8} UTC\. Wait until then, or add --now/);

    const { code, stdout, stderr } = await runSelo(['clean', folder, '--now'], { env });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/(\d+) records? of this run found, \d+ removed and confirmed to be gone/);
    expect(stdout).toContain('the API has no way to delete a coupon');
    expect(stdout).toMatch(/webhook registration of main: removed\n {0,2}claim of main: freed\n.*SELO-CLAIM stays/);
    expect(last('PUT', '/coupons/code/SELO-CLAIM')).toMatchObject({ status: 200 });
    expect(last('DELETE', '/webhooks/')?.status).toBe(200);

    const orders = readJournal(join(folder, 'journal.ndjson')).flatMap(({ kind, key }) =>
      kind === 'order' && key !== undefined ? [encodeURIComponent(key)] : [],
    );
    expect(orders.length).toBeGreaterThan(5);
    const shown = orders.map((key) => last('GET', `/orders/external/${key}`)?.status);
    expect(new Set(shown)).toEqual(new Set([404]));

    calls.length = 0;
    const again = await runSelo(['clean', folder, '--json'], { env });
    expect(again.code).toBe(0);
    const { records, companies } = JSON.parse(again.stdout);
    expect(records.removed).toBe(0);
    expect(companies[0].registration.why).toContain('restored or replaced since');
    expect(calls.filter(({ path }) => path.startsWith('/webhooks'))).toEqual([]);

    const old = await runSelo(['clean', target.out, '--older-than', '0'], { env });
    expect(old).toMatchObject({ code: 0, stderr: '' });
    expect(old.stdout).toContain('1 run folder removed');
    expect((await readdir(target.out)).filter((name) => folder.endsWith(name))).toEqual([]);
  });

  test('one that was killed while it registered is cleaned by its id and a profile', async () => {
    const { wrap, last } = observing();
    let kill: ((signal: NodeJS.Signals) => void) | undefined;
    await using target = await serveTarget({
      wrap: (handle) => {
        const observed = wrap(handle);
        return async (call: Call) => {
          const answered = await observed(call);
          if (call.path === '/webhooks') kill?.('SIGKILL');
          return answered;
        };
      },
    });
    const { profileFile, env, out } = target;
    const { code } = await runSelo(
      ['run', '--profile', profileFile, '--out', out, '--section', 'webhook-registration'],
      {
        env,
        onStderr(_, killIt) {
          kill = killIt;
        },
      },
    );
    expect(code).toBe(null);
    kill = undefined;
    const [run = ''] = await readdir(out);
    const unnamed = await runSelo(['clean', join(out, run)], { env, cwd: out });
    expect(unnamed).toMatchObject({ code: 2, stdout: '' });
    expect(unnamed.stderr).toContain("name the profile of the run's target");
    const cleaned = await runSelo(['clean', join(out, run), '--profile', profileFile, '--now'], { env });
    expect(cleaned).toMatchObject({ code: 0, stderr: '' });
    expect(cleaned.stdout).toContain('webhook registration of main: removed');
    expect(last('DELETE', '/webhooks/')?.status).toBe(200);
  });
});

describe('nothing is sent', () => {
  test('to another target than that of the run', async () => {
    await using target = await serveTarget({ choices: { answers: { delayMs: 20 } } });
    const { folder } = await killedRun(target, { 'verdicts.ndjson': 3 }, '--section', 'orders');
    await using other = await serveTarget();
    const { code, stderr } = await runSelo(['clean', folder, '--profile', other.profileFile], { env: other.env });
    expect(code).toBe(2);
    expect(stderr).toMatch(/^Run \w{8} judged http:\S+, and \S+ describes http:\S+: name the profile/);
    const listed = await runSelo(['clean', target.out]);
    expect(listed.code).toBe(2);
    expect(listed.stderr).toContain(`selo clean ${folder}`);
  });

  test('after a run of the embedded platform, which ended with it', async () => {
    await using out = await temporaryFolder();
    const sample = sampleResult();
    const folder = join(out.path, 'ab12cd34');
    await mkdir(folder);
    const result = {
      ...sample,
      run: { ...sample.run, id: 'ab12cd34', unfinished: true },
      target: { ...sample.target, name: 'embedded platform', options: [] },
    };
    await writeFile(join(folder, 'result.json'), JSON.stringify(result));
    const { code, stdout } = await runSelo(['clean', folder]);
    expect(code).toBe(0);
    expect(stdout).toContain('the embedded platform ended with its run');
  });

  test('where there is no run', async () => {
    await using target = await serveTarget();
    await mkdir(target.out);
    const none = await runSelo(['clean', target.out]);
    expect(none).toMatchObject({ code: 2, stdout: '' });
    expect(none.stderr).toContain('no run in it was killed');
    const missing = await runSelo(['clean', '--older-than', '3', join(target.out, 'missing')]);
    expect(missing).toMatchObject({ code: 2, stdout: '' });
  });
});
