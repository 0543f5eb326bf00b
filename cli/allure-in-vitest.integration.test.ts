import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../fixtures/test-folder.ts';
import { readBack, readByAllure, stepLines } from '../reports/formats/allure/test-reading.ts';
import { sampleFailure, sampleResult } from '../reports/test-samples.ts';
import { type ServedTarget, serveTarget } from './run/selo-process.ts';

const projectRoot = fileURLToPath(new URL('..', import.meta.url));
const vitest = join(createRequire(import.meta.url).resolve('vitest/package.json'), '../vitest.mjs');

/** Serves pages of up to 60 records: PAG-2 fails, PAG-3 holds. */
const pagesTooLarge = { policy: { pages: { maxPageSize: 60 } } };
const waivers = [{ rule: 'PAG-2', reason: 'agreed with the operator', until: '2100-01-01' }];

/** Judges some rules as vitest runs them, with the reporter of Allure or without it. */
const runInVitest = async ({ profileFile, env }: ServedTarget, cwd: string, reporters: readonly string[]) => {
  const args = ['run', '--root', projectRoot, '--project', 'suites', 'cli/run/selo.suite.ts'];
  const chosen = ['-t', 'PAG-[1-4] |AUTH-1 |AUTH-9 |HOOK-7 |PAS-4 |PAS-12 |LAW-20 '];
  const { PATH, HOME } = process.env;
  const environment = { PATH, HOME, ...env, SELO_PROFILE: profileFile };
  try {
    return await promisify(execFile)(
      process.execPath,
      [vitest, ...args, ...chosen, ...reporters.map((name) => `--reporter=${name}`)],
      { cwd, env: environment },
    );
  } catch (error) {
    // it ends with exit 1, because a rule fails
    if (error instanceof Error && 'stdout' in error && 'stderr' in error) return error;
    throw error;
  }
};

test('a live run reports each rule to Allure in its own test, whatever runs beside it', async () => {
  await using target = await serveTarget(pagesTooLarge, (profile) => ({ ...profile, waivers }));
  await using folder = await temporaryFolder();
  await runInVitest(target, folder.path, ['dot', 'allure-vitest/reporter']);
  const results = join(folder.path, 'allure-results');
  const { tests, count, attached } = await readByAllure(results);

  expect(count).toBe(tests.size);
  const exchanges: string[] = [];
  for (const [rule, { name, labels }] of tests) {
    expect(name.startsWith(`${rule} `)).toBe(true);
    expect(labels.filter((label) => label.name === 'rule')).toHaveLength(1);
    // a passive rule rests on the exchanges of others
    if (!rule.startsWith('PAS-')) exchanges.push(...(await attached(rule)).keys());
  }
  expect(exchanges.length).toBeGreaterThan(20);
  expect(new Set(exchanges).size).toBe(exchanges.length);
  const statuses = Object.fromEntries([...tests].map(([rule, { status }]) => [rule, status]));
  expect(statuses).toMatchObject({ 'PAG-1': 'passed', 'PAG-2': 'failed', 'PAG-3': 'passed', 'AUTH-1': 'passed' });
  expect(statuses).toMatchObject({ 'HOOK-7': 'passed', 'PAS-4': 'skipped', 'PAS-12': 'failed' });

  const failed = tests.get('PAG-2');
  expect(failed?.error).toMatchObject({ expected: 'a size from 1 to 50', actual: '51' });
  expect(failed?.description).toContain('**waived** until 2100-01-01');
  expect(stepLines(failed?.steps ?? [])).toContain(
    '  failed /pagination/pageSize: expected a size from 1 to 50, got 51',
  );
  expect([...(await attached('PAG-2')).values()].join('\n')).toContain('pageSize=51');
  expect([...(await attached('AUTH-1')).values()].join('\n')).not.toContain('pageSize=51');
  expect(tests.get('PAS-4')?.description).toContain(
    'not-observable: no exchange of this run is what the rule is about',
  );

  // the history of a rule goes on, whichever way it is reported
  const sample = sampleResult([sampleFailure()]);
  const stored = await readBack({ ...sample, target: { ...sample.target, name: 'embedded platform' } });
  expect(failed?.historyId).toBe(stored.tests.get('PAG-2')?.historyId);

  const texts = readdirSync(results).map((name) => readFileSync(join(results, name), 'utf8'));
  for (const secret of Object.values(target.env)) {
    for (const form of [secret, btoa(secret).replace(/=+$/, '')]) {
      expect(texts.filter((text) => text.includes(form))).toEqual([]);
    }
  }
});

test('without its reporter nothing is reported and nothing printed', async () => {
  await using target = await serveTarget();
  await using folder = await temporaryFolder();
  const { stdout, stderr } = await runInVitest(target, folder.path, ['dot']);
  expect(`${stdout}${stderr}`).not.toMatch(/allure/i);
  expect(readdirSync(folder.path)).toEqual([]);
});
