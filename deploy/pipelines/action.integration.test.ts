import { existsSync, globSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { type ServedTarget, serveTarget } from '../../cli/run/selo-process.ts';
import { temporaryFolder } from '../../fixtures/test-folder.ts';
import { action, useAction } from './test-action.ts';
import { leakedSecrets } from './test-leaked-secrets.ts';

/** Serves pages of up to 60 records: PAG-2 fails, PAG-3 holds. */
const pagesTooLarge = { policy: { pages: { maxPageSize: 60 } } };

const judgedBy = ({ profileFile }: ServedTarget) => ({ profile: profileFile, rules: 'PAG-2, pag-3' });

const journalsIn = (folder: string): string[] =>
  globSync('selo-reports/*/*/journal.ndjson', { cwd: folder }).map((file) => join(folder, file));

describe('the action', { timeout: 60_000 }, () => {
  test('a target that conforms: figures as outputs, the summary, and the reports in one folder', async () => {
    await using target = await serveTarget();
    await using workspace = await temporaryFolder();
    const used = await useAction({ inputs: judgedBy(target), cwd: workspace.path, env: target.env });
    const { folder = '', page = '', result = '' } = used.outputs;
    expect(used.outputs).toMatchObject({
      code: '0',
      // only two rules of the catalog
      verdict: 'partial',
      conformance: '100',
      coverage: '100',
      failed: '0',
    });
    expect(used.hasFailed).toBe(false);
    expect(used.summary).toMatch(/^## Selo: /);
    expect(readFileSync(join(workspace.path, page), 'utf8')).toMatch(/^<!doctype html>/i);
    expect(JSON.parse(readFileSync(join(workspace.path, result), 'utf8'))).toMatchObject({ counts: { pass: 2 } });
    const files = ['report.html', 'junit.xml', 'ctrf-report.json', 'evidence.har', 'latest.json'];
    expect(readdirSync(join(workspace.path, folder))).toEqual(expect.arrayContaining(files));
    expect(used.uploads).toEqual([{ name: 'selo', path: folder, 'if-no-files-found': 'ignore' }]);
  });

  test('a target that violates a rule fails the step with a report and without secrets', async () => {
    await using target = await serveTarget(pagesTooLarge);
    await using workspace = await temporaryFolder();
    const use = { cwd: workspace.path, env: target.env };
    const inputs = { ...judgedBy(target), history: 'kept/history', upload: 'false' };
    const { steps, ...used } = await useAction({ ...use, inputs });
    expect(steps.run?.code).toBe(1);
    expect(used.outputs).toMatchObject({ code: '1', verdict: 'fails', conformance: '50', failed: '1' });
    expect(used.log).toMatch(/^::error title=PAG-2 /m);
    expect(used.log).not.toContain('::error title=Selo::');
    expect(used.summary).toContain('PAG-2');
    expect(used.uploads).toEqual([]);

    const again = await useAction({ ...use, inputs });
    expect(again.outputs.folder).not.toBe(used.outputs.folder);
    expect(readFileSync(join(workspace.path, again.outputs.page ?? ''), 'utf8')).toContain('<h2 id="since">');
    expect(readdirSync(join(workspace.path, 'kept/history'))).toHaveLength(2);
    expect(
      await leakedSecrets(Object.values(target.env), [workspace.path], [used.log, used.summary, again.log]),
    ).toEqual([]);
  });

  test('a target that does not answer is distinguished from one that fails', async () => {
    await using target = await serveTarget();
    await using workspace = await temporaryFolder();
    await target.stop();
    const used = await useAction({ inputs: judgedBy(target), cwd: workspace.path, env: target.env });
    expect(used.hasFailed).toBe(true);
    expect(used.outputs).toMatchObject({ code: '3', verdict: 'unjudgeable', conformance: '', failed: '' });
    expect(used.log).toMatch(/^::error title=Selo::The target could not be judged/m);
    expect(used.summary).toMatch(/^## Selo: no result\n\nThe target could not be judged/);
  });

  test.each([
    ['false', '0'],
    ['true', '1'],
  ])('strict: %s ends with %s if a rule cannot be judged', async (strict, code) => {
    await using target = await serveTarget({}, (profile) => ({ ...profile, writes: false }));
    await using workspace = await temporaryFolder();
    const inputs = { profile: target.profileFile, rules: 'PAG-3\nORD-4', formats: 'junit', strict };
    const used = await useAction({ inputs, cwd: workspace.path, env: target.env });
    expect(used.outputs).toMatchObject({ code, conformance: '100', coverage: '50', page: '' });
  });

  test.each<[inputs: Record<string, string>, said: RegExp]>([
    [{ require: 'ORD-4' }, /Required, but not judged[\s\S]*ORD-4/],
    [{ 'min-coverage': '51' }, /coverage is 50\.0 %/],
  ])('%o fails if a rule cannot be judged, and says why', async (required, said) => {
    await using target = await serveTarget({}, (profile) => ({ ...profile, writes: false }));
    await using workspace = await temporaryFolder();
    const inputs = { profile: target.profileFile, rules: 'PAG-3\nORD-4', formats: 'junit', ...required };
    const used = await useAction({ inputs, cwd: workspace.path, env: target.env });
    expect(used.outputs).toMatchObject({ code: '1', verdict: 'fails' });
    expect(used.log).toMatch(said);
  });

  test('wrong usage is distinguished from both', async () => {
    await using workspace = await temporaryFolder();
    const used = await useAction({ inputs: { rules: 'PGA-2' }, cwd: workspace.path });
    expect(used.log).toContain('There is no rule PGA-2. Did you mean PAG-2');
    expect(used.outputs).toMatchObject({ code: '2', verdict: 'wrong', result: '' });
  });

  test('what is printed while a target is judged is no command of the workflow', async () => {
    await using workspace = await temporaryFolder();
    const { steps } = await useAction({ inputs: { rules: 'PAG-3', upload: 'false' }, cwd: workspace.path });
    expect(steps.run?.log).toMatch(/^::stop-commands::([0-9a-f-]{36})\n[\s\S]*1 of \d+ rules tested\n\n::\1::\n$/);
  });

  test('inputs are never interpreted by the shell', async () => {
    await using target = await serveTarget();
    await using workspace = await temporaryFolder();
    const hostile = `a; touch pwned; $(touch pwned) "; touch pwned; " '; touch pwned; '`;
    const used = await useAction({
      inputs: { ...judgedBy(target), out: `out ${hostile}`, history: `-rf ${hostile}`, arguments: '--seed\n7\n' },
      cwd: workspace.path,
      env: target.env,
    });
    expect(used.outputs).toMatchObject({ code: '0', verdict: 'partial' });
    expect(used.hasFailed).toBe(false);
    expect(readdirSync(join(workspace.path, `-rf ${hostile}`))).toHaveLength(1);
    expect(JSON.parse(readFileSync(join(workspace.path, used.outputs.result ?? ''), 'utf8'))).toMatchObject({
      run: { seed: 7 },
    });
    expect(
      readdirSync(workspace.path)
        .filter((name) => !name.startsWith('.runner-'))
        .toSorted(),
    ).toEqual([`-rf ${hostile}`, `out ${hostile}`].toSorted());
  });

  test.each([
    ['profile', '$(touch pwned)"; touch pwned; "\n--json', /does not exist: name a profile/],
    ['depth', 'quick --json', /quick --json/],
    ['rules', '* $(touch pwned)', /There is no rule \*/],
    ['sections', '--json', /There is no section --json/],
    ['arguments', '$(touch pwned)\n; touch pwned', /too many arguments/],
    ['out', 'a\nresult=forged', /control character/],
  ])('a hostile input %s is refused', async (name, value, said) => {
    await using workspace = await temporaryFolder();
    mkdirSync(join(workspace.path, 'nothing-to-glob'));
    const used = await useAction({ inputs: { [name]: value }, cwd: workspace.path });
    expect(used.steps.run?.code).toBe(2);
    expect(used.log).toMatch(said);
    expect(used.outputs.result).toBe('');
    expect(existsSync(join(workspace.path, 'pwned'))).toBe(false);
  });

  test('a canceled job cleans up and reports what it tested', async () => {
    await using target = await serveTarget({ choices: { answers: { delayMs: 20 } } });
    await using workspace = await temporaryFolder();
    let isWatched = false;
    const cancelOnceUnderWay = async (kill: (signal: NodeJS.Signals) => void): Promise<void> => {
      while (!journalsIn(workspace.path).some((file) => readFileSync(file, 'utf8') !== '')) await wait(10);
      kill('SIGINT');
    };
    const used = await useAction({
      inputs: { profile: target.profileFile, sections: 'orders pagination' },
      cwd: workspace.path,
      env: target.env,
      onLog(soFar, kill) {
        if (isWatched || !soFar.includes('Judging ')) return;
        isWatched = true;
        void cancelOnceUnderWay(kill);
      },
    });
    expect(used.log).toContain('Interrupted: cleaning up');
    expect(used.outputs).toMatchObject({ code: '130', verdict: 'interrupted' });
    expect(used.log).toContain('::error title=Selo::The run was interrupted');
    const { residue } = JSON.parse(readFileSync(join(workspace.path, used.outputs.result ?? ''), 'utf8'));
    expect(residue.left.filter(({ kind }: { kind: string }) => kind !== 'coupon')).toEqual([]);
  });

  test('no script contains an expression, so no input becomes code', () => {
    for (const { run = '' } of action.runs.steps) expect(run).not.toContain('${{');
  });

  test('other actions are pinned by commit', () => {
    for (const { uses } of action.runs.steps)
      if (uses !== undefined) expect(uses).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
  });
});
