import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { serveTarget } from '../../cli/run/selo-process.ts';
import { guideNamed } from '../../cli/test-guide.ts';
import { action } from './test-action.ts';
import { checkout, projectFolder, runShell } from './test-runner.ts';

const step = z.object({
  uses: z.string().optional(),
  run: z.string().optional(),
  with: z.record(z.string(), z.unknown()).default({}),
  env: z.record(z.string(), z.string()).default({}),
});
const workflowSchema = z.object({
  permissions: z.record(z.string(), z.string()),
  jobs: z.record(z.string(), z.object({ steps: z.array(step) })),
});

const [, inGuide = ''] = /^```yaml\n(permissions:[\s\S]*?)^```$/m.exec(guideNamed('pipelines.md')) ?? [];

const texts: Record<string, string> = {
  'conformance.yml': readFileSync(join(import.meta.dirname, 'github/conformance.yml'), 'utf8'),
  'release.yml': readFileSync(join(import.meta.dirname, 'github/release.yml'), 'utf8'),
  'in the guide': inGuide,
};

const stepsOf = (text: string) => Object.values(workflowSchema.parse(parse(text)).jobs).flatMap(({ steps }) => steps);

describe.each(Object.entries(texts))('the workflow %s', (_, text) => {
  test('may only read the repository', () => {
    expect(workflowSchema.parse(parse(text)).permissions).toEqual({ contents: 'read' });
  });

  test('pins other actions by commit', () => {
    for (const { uses } of stepsOf(text)) if (uses !== undefined) expect(uses).toMatch(/^\.\/selo$|@[0-9a-f]{40}$/);
  });

  test('uses only existing inputs and outputs of the action', () => {
    for (const { uses, with: given } of stepsOf(text)) {
      if (uses === './selo') expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(Object.keys(given)));
    }
    const read = [...text.matchAll(/steps\.selo\.outputs\.(\w+)/g)].map(([, name]) => name);
    expect(read.length).toBeGreaterThan(0);
    expect(Object.keys(action.outputs)).toEqual(expect.arrayContaining(read));
  });

  test('puts no expression into a script, and secrets only into the environment of steps', () => {
    const all = stepsOf(text);
    for (const { run = '' } of all) expect(run).not.toContain('${{');
    const inSteps = all.flatMap(({ env }) => Object.values(env)).filter((value) => value.includes('secrets.'));
    expect(text.match(/secrets\./g)).toHaveLength(inSteps.length);
  });
});

describe('commands', { timeout: 60_000 }, () => {
  const scripts = Object.values(texts).flatMap((text) => stepsOf(text).flatMap(({ run }) => run ?? []));

  test.each(scripts.map((script) => [script]))('of the workflows work: %s', async (script) => {
    await using target = await serveTarget({}, (profile) => ({ ...profile, production: true }));
    await using folder = await checkout();
    const profile = readFileSync(target.profileFile, 'utf8');
    const env = { ...target.env, SELO: join(projectFolder, 'deploy/pipelines/selo.mjs'), FAILED: '3' };
    writeFileSync(join(folder.path, 'staging.ts'), `export default ${profile}`);
    const ran = await runShell(script, {
      command: ['bash', '--noprofile', '--norc', '-eo', 'pipefail', '-c'],
      cwd: folder.path,
      env,
    });
    // load is refused before anything is sent
    if (script.includes(' load ')) expect(ran).toEqual({ code: 2, log: expect.stringContaining('production') });
    else expect(ran.code).toBe(0);
  });
});
