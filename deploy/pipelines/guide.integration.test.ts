import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { serveTarget } from '../../cli/run/selo-process.ts';
import { blocksOf, guideNamed } from '../../cli/test-guide.ts';
import { scriptsTriedBy } from '../../cli/test-tried-scripts.ts';
import { action } from './test-action.ts';
import { checkout, projectFolder, runShell } from './test-runner.ts';

const guide = guideNamed('pipelines.md');

/** The first column of the rows that begin so. */
const named = [...guide.matchAll(/^\| ((?:`[\w-]+`(?:, )?)+) +\|/gm)].flatMap(
  ([, cell = '']) => cell.match(/[\w-]+/g) ?? [],
);

test('the guide lists exactly the inputs and outputs of the action', () => {
  const inputs = Object.keys(action.inputs);
  const outputs = Object.keys(action.outputs);
  expect(named.filter((name) => !/^\d+$/.test(name)).toSorted()).toEqual([...inputs, ...outputs].toSorted());
});

test('the guide names the defaults that the action has', () => {
  for (const [name, { default: usual }] of Object.entries(action.inputs)) {
    if (usual !== '') expect(guide).toMatch(new RegExp(`^\\| \`${name}\` +\\| \`${usual}\` +\\|`, 'm'));
  }
});

test('every file that the guide names exists', () => {
  const files = [...guide.matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)].map(([, file = '']) => file);
  expect(files.length).toBeGreaterThan(5);
  for (const file of files) expect(existsSync(join(projectFolder, 'docs', file)), file).toBe(true);
});

test('the GitLab job of the guide extends a job of the template', () => {
  const template = parse(readFileSync(join(import.meta.dirname, 'gitlab.yml'), 'utf8'));
  const [, job] = blocksOf(guide, 'yaml').map((block) => parse(block));
  expect(Object.keys(template)).toContain(job.conformance.extends);
  expect(Object.keys(template[job.conformance.extends].variables)).toEqual(
    expect.arrayContaining(Object.keys(job.conformance.variables)),
  );
});

describe('the guide', { timeout: 60_000 }, () => {
  test.each(scriptsTriedBy('deploy/pipelines/guide.integration.test.ts').map((script) => [script]))(
    'shows commands that work: %s',
    async (script) => {
      await using target = await serveTarget();
      await using folder = await checkout();
      writeFileSync(join(folder.path, 'staging.ts'), `export default ${readFileSync(target.profileFile, 'utf8')}`);
      // the submodule is there already
      const { code, log } = await runShell(`git() { :; }\n${script}`, {
        command: ['sh', '-eu', '-c'],
        cwd: folder.path,
        env: { ...target.env, BUILD: '7' },
      });
      expect(log).not.toContain('Selo failed');
      expect(code).toBe(0);
      if (script.includes('report.sh')) {
        expect(readdirSync(join(folder.path, 'history'))).toEqual(['selo-7.json']);
      }
    },
  );
});
