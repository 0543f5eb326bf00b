import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { type ServedTarget, serveTarget } from '../../cli/run/selo-process.ts';
import { checkout } from './test-checkout.ts';
import { leakedSecrets } from './test-leaked-secrets.ts';
import { type Ran, runShell } from './test-run-shell.ts';

const rule = z.strictObject({ if: z.string(), variables: z.record(z.string(), z.string()).optional() });

const job = z.strictObject({
  extends: z.string().optional(),
  stage: z.string().optional(),
  image: z.string().optional(),
  tags: z.array(z.string()).optional(),
  resource_group: z.string().optional(),
  timeout: z.string().optional(),
  variables: z.record(z.string(), z.string()).default({}),
  rules: z.array(rule).optional(),
  cache: z.strictObject({ key: z.string(), paths: z.array(z.string()), when: z.literal('always') }).optional(),
  script: z.array(z.string()).default([]),
  after_script: z.array(z.string()).default([]),
  artifacts: z
    .strictObject({
      when: z.literal('always'),
      reports: z.strictObject({ junit: z.string() }),
      paths: z.array(z.string()),
      expose_as: z.string().optional(),
    })
    .optional(),
  retry: z.strictObject({ max: z.int(), exit_codes: z.array(z.int()) }).optional(),
});

const documentIn = (name: string): unknown => parse(readFileSync(join(import.meta.dirname, name), 'utf8'));

const template = z.record(z.string(), job).parse(documentIn('gitlab.yml'));
const recipe = z
  .object({ stages: z.array(z.string()) })
  .catchall(z.unknown())
  .parse(documentIn('gitlab-recipe.yml'));
const { include: _, stages, ...recipeJobs } = recipe;

/** Runs the scripts of the template's job, and what comes after them, each in a shell of its own. */
const runJob = async (
  { path: cwd }: { path: string },
  { profileFile, env: secrets }: ServedTarget,
  { id = '7', shell = 'bash', script = (text: string) => text } = {},
): Promise<{ ran: Ran; after: Ran; junit: string | undefined }> => {
  const { variables = {}, script: lines = [], after_script: afterwards = [] } = template['.selo'] ?? {};
  const env = { ...variables, ...secrets, SELO_PROFILE: profileFile, CI_JOB_ID: id };
  const command = [shell, '-e', '-c'] as const;
  const ran = await runShell(script(lines.join('\n')), { command: [...command], cwd, env });
  const after = await runShell(afterwards.join('\n'), { command: [...command], cwd, env });
  const junit = join(cwd, 'selo-reports', id, 'junit.xml');
  return { ran, after, junit: existsSync(junit) ? readFileSync(junit, 'utf8') : undefined };
};

/** The template judges every rule; a few are enough here. */
const few = (script: string): string => `${script} --rule=PAG-2 --rule=PAG-3`;

test.each(['.selo', '.selo-load'])('%s has an image, and a link at the merge request', (name) => {
  // GitLab exposes only paths without wildcards
  expect(template[name]).toMatchObject({
    image: 'node:24',
    artifacts: { expose_as: 'Selo', paths: ['selo-reports/'] },
  });
});

describe('the template for GitLab', { timeout: 60_000 }, () => {
  test.each(['bash', 'sh'])(
    'judges and reports in %s, and keeps the result for the page of the next run',
    async (shell) => {
      await using target = await serveTarget({ policy: { pages: { maxPageSize: 60 } } });
      await using folder = await checkout();
      const { ran, after, junit } = await runJob(folder, target, { shell, script: few });
      expect(ran).toMatchObject({ code: 1 });
      expect(after).toMatchObject({ code: 0 });
      expect(junit).toContain('PAG-2');
      expect(readdirSync(join(folder.path, 'history'))).toEqual(['selo-7.json']);

      await runJob(folder, target, { shell, script: few, id: '8' });
      expect(readFileSync(join(folder.path, 'selo-reports/8/report.html'), 'utf8')).toContain('<h2 id="since">');
      const kept = ['selo-reports', 'history'].map((name) => join(folder.path, name));
      expect(await leakedSecrets(Object.values(target.env), kept, [ran.log, after.log])).toEqual([]);
    },
  );

  test('a target that does not answer ends with the code that is tried again, and says so', async () => {
    await using target = await serveTarget();
    await using folder = await checkout();
    await target.stop();
    const { ran, after, junit } = await runJob(folder, target, { script: few });
    expect(template['.selo']?.retry?.exit_codes).toContain(ran.code);
    expect(after.log).toContain('The run left no result. Exit code 3 says that the target could not be judged');
    expect(junit).toBe(undefined);
  });

  test('variables are text', async () => {
    await using target = await serveTarget();
    await using folder = await checkout();
    const hostile = { ...target, profileFile: 'a; touch pwned; $(touch pwned) "; touch pwned; " --json' };
    const { ran } = await runJob(folder, hostile);
    expect(ran.code).toBe(2);
    expect(readdirSync(folder.path)).toEqual(['selo']);
  });

  test('a target that is not to be put under load is refused', async () => {
    await using target = await serveTarget({}, (profile) => ({ ...profile, production: true }));
    await using folder = await checkout();
    const { script = [] } = template['.selo-load'] ?? {};
    const env = { ...target.env, SELO_PROFILE: target.profileFile, CI_JOB_ID: '7' };
    const ran = await runShell(script.join('\n'), { command: ['sh', '-e', '-c'], cwd: folder.path, env });
    expect(ran.log).toMatch(/production/);
    expect(ran.code).toBe(2);
  });

  test('the recipe uses what the template has, in stages that it names', () => {
    for (const [name, each] of Object.entries(recipeJobs)) {
      const { extends: base, stage = '', rules } = job.parse(each);
      expect(stages, name).toContain(stage);
      expect(rules, name).not.toBe(undefined);
      if (base !== undefined) expect(Object.keys(template), name).toContain(base);
    }
  });
});
