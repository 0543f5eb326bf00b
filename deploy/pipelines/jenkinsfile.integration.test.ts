import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type ServedTarget, serveTarget } from '../../cli/run/selo-process.ts';
import { checkout } from './test-checkout.ts';
import { leakedSecrets } from './test-leaked-secrets.ts';
import { type Ran, runShell } from './test-run-shell.ts';

const pipeline = readFileSync(join(import.meta.dirname, 'Jenkinsfile'), 'utf8');

/** The steps that are shell, in the order in which they stand. */
const [install = '', judge = '', report = '', load = ''] = [...pipeline.matchAll(/'''\n([\s\S]*?)'''/g)].map(
  ([, script]) => script,
);

/** The submodule is there already. */
const withoutGit = 'git() { :; }\n';

/** Runs a step as Jenkins does, which prints every command before it. */
const runStep = (script: string, { path: cwd }: { path: string }, target: ServedTarget, profile = target.profileFile) =>
  runShell(`${withoutGit}${script}`, {
    command: ['sh', '-xe', '-c'],
    cwd,
    env: { ...target.env, PROFILE: profile, DEPTH: 'quick', BUILD_NUMBER: '7' },
  });

const few = judge.replace('--out=', '--rule=PAG-2 --rule=PAG-3 --out=');

describe('the example for Jenkins', { timeout: 60_000 }, () => {
  test('installs, judges and reports, and prints no secret', async () => {
    await using target = await serveTarget({ policy: { pages: { maxPageSize: 60 } } });
    await using folder = await checkout();
    const ran: Ran[] = [];
    for (const script of [install, few, report]) ran.push(await runStep(script, folder, target));
    expect(ran.map(({ code }) => code)).toEqual([0, 1, 0]);
    expect(readFileSync(join(folder.path, 'selo-reports/junit.xml'), 'utf8')).toContain('PAG-2');
    expect(readdirSync(join(folder.path, 'history'))).toEqual(['selo-7.json']);
    const kept = ['selo-reports', 'history'].map((name) => join(folder.path, name));
    const logs = ran.map(({ log }) => log);
    expect(await leakedSecrets(Object.values(target.env), kept, logs)).toEqual([]);

    await runStep(install, folder, target);
    expect(existsSync(join(folder.path, 'selo-reports'))).toBe(false);
  });

  test('a target that does not answer ends with another code than one that fails', async () => {
    await using target = await serveTarget();
    await using folder = await checkout();
    await target.stop();
    expect((await runStep(few, folder, target)).code).toBe(3);
    const { code, log } = await runStep(report, folder, target);
    expect(code).toBe(0);
    expect(log).toContain('The run left no result.');
  });

  test.each([
    ['judges', judge],
    ['puts under load', load],
  ])('parameters are text where it %s', async (_, script) => {
    await using target = await serveTarget();
    await using folder = await checkout();
    const { code } = await runStep(script, folder, target, 'a; touch pwned; $(touch pwned) "; touch pwned; " --json');
    expect(code).toBe(2);
    expect(readdirSync(folder.path)).toEqual(['selo']);
  });

  test('no script is put together by Groovy, and credentials are bound where they are needed alone', () => {
    expect(pipeline.match(/\bsh\b(?= |\()(?=.*''')/g)).toHaveLength(4);
    expect(pipeline).not.toMatch(/\bsh\(? ?"|script: ?"/);
    const bound = pipeline.split('withCredentials').slice(1);
    expect(bound).toHaveLength(2);
    expect(bound[0]).toContain(judge);
    expect(bound[1]).toContain(load);
  });
});
