import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { causeOf } from '../../core/verdict.ts';
import { wholeLinesIn } from '../../fixtures/reading/whole-lines.ts';
import { formats } from '../../reports/formats/formats.ts';
import { readResult } from '../report/read-result.ts';
import { runSelo, serveTarget } from './selo-process.ts';
import { killedRun } from './test-killed-run.ts';

/** Slow enough that a run is still under way when its first verdicts are there. */
const slowly = { choices: { answers: { delayMs: 20 } } };

describe('a run that was killed', () => {
  test('is reported with what it reached, in every format, and says what it may have left', async () => {
    await using target = await serveTarget({ ...slowly, policy: { pages: { maxPageSize: 60 } } });
    const asked = ['--section', 'pagination', 'orders'];
    const { folder } = await killedRun(target, { 'verdicts.ndjson': 12, 'exchanges.ndjson.gz': 13 }, ...asked);
    const { run, verdicts, counts, troubles, residue } = readResult(folder);
    const exchanged = [...wholeLinesIn(join(folder, 'exchanges.ndjson.gz'))];
    expect(exchanged.length).toBeGreaterThan(12);
    expect(run).toMatchObject({ interrupted: true, requests: exchanged.length });
    expect(Date.parse(run.endedAt)).toBeGreaterThan(Date.parse(run.startedAt));
    expect(verdicts.length - counts.unverified).toBeGreaterThanOrEqual(10);
    expect(verdicts.some((verdict) => causeOf(verdict) === 'not-reached')).toBe(true);
    expect(counts.error).toBe(0);
    expect(residue).toBe(undefined);
    expect(troubles.join('\n')).toMatch(new RegExp(`did not end by itself[\\s\\S]*selo-${run.id}-`));
    expect(existsSync(join(target.out, 'latest.json'))).toBe(false);

    const out = join(target.out, 'reports');
    const rendered = Object.values(formats).map(({ file }) => file);
    const { code, stderr } = await runSelo([
      'report',
      folder,
      '--format',
      Object.keys(formats).join(','),
      '--out',
      out,
    ]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect((await readdir(out)).toSorted()).toEqual(rendered.toSorted());
    const read = (file: string): Promise<string> => readFile(join(out, file), 'utf8');
    expect(await read('report.html')).toMatch(/This run was interrupted[\s\S]*did not end by itself/);
    expect(await read('junit.xml')).toContain('the run was interrupted before this rule was judged');
    expect(await read('summary.md')).toContain('interrupted before everything was judged');
    expect(await read('annotations.txt')).toContain('interrupted before everything was judged');

    const verified = await runSelo(['verify', folder]);
    expect(verified.code).toBe(4);
    expect(verified.stdout).toMatch(/verdicts computed again[\s\S]*without a digest/);
    expect(verified.stdout).not.toContain('✗');

    const diff = await runSelo(['diff', folder, join(folder, 'result.json')]);
    expect({ code: diff.code, stderr: diff.stderr }).toEqual({ code: 0, stderr: '' });
  });

  test('before it was set up leaves nothing that looks like a result', async () => {
    let kill: ((signal: NodeJS.Signals) => void) | undefined;
    await using target = await serveTarget({
      wrap: (handle) => (call) => {
        if (call.path.startsWith('/webhooks')) kill?.('SIGKILL');
        return handle(call);
      },
    });
    const { profileFile, env, out } = target;
    const asked = ['--profile', profileFile, '--out', out, '--section', 'webhook-registration'];
    const { code } = await runSelo(['run', ...asked], {
      env,
      onStderr(_, killIt) {
        kill = killIt;
      },
    });
    expect(code).toBe(null);
    const [run = ''] = await readdir(out);
    expect(await readdir(join(out, run))).toEqual([]);
    const report = await runSelo(['report', join(out, run), '--format', 'junit']);
    expect(report).toMatchObject({ code: 2, stdout: '' });
    expect(report.stderr).toContain('result.json is not there');
  });
});
