import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

const text = readFileSync(join(import.meta.dirname, '../..', '.github', 'workflows', 'checks.yml'), 'utf8');
const step = z.looseObject({ uses: z.string().optional(), run: z.string().optional(), with: z.unknown().optional() });
const workflow = z
  .object({
    on: z.record(z.string(), z.unknown()),
    permissions: z.unknown(),
    jobs: z.record(z.string(), z.looseObject({ steps: z.array(step) })),
  })
  .parse(parse(text));
const steps = Object.values(workflow.jobs).flatMap((job) => job.steps);
const scripts = steps.flatMap(({ run }) => run ?? []);

test('pull requests of forks run with read permission and without secrets', () => {
  expect(workflow.permissions).toEqual({ contents: 'read' });
  expect(Object.values(workflow.jobs).filter((job) => 'permissions' in job)).toEqual([]);
  expect(Object.keys(workflow.on).toSorted()).toEqual(['pull_request', 'push', 'schedule']);
  expect(text).not.toMatch(/secrets\s*[.[]|GITHUB_TOKEN|github\.token/);
});

test('actions are pinned by commit, and leave no credential in the checkout', () => {
  const used = steps.filter(({ uses }) => uses !== undefined);
  for (const { uses, with: given } of used) {
    expect(uses).toMatch(/^actions\/[\w-]+@[0-9a-f]{40}$/);
    if (uses?.startsWith('actions/checkout@')) expect(given).toEqual({ 'persist-credentials': false });
  }
  expect(text.match(/uses: \S+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/gm)).toHaveLength(used.length);
});

test('locked packages are installed without scripts and audited', () => {
  // "npm ci" refuses a lock without builds for other machines; ours installs no other release than the locked one
  expect(scripts).toEqual([
    ...['node deploy/pipelines/selo.mjs --version', 'npm run audit', 'npm audit signatures'],
    ...['npm test', 'npm run test:rest'],
  ]);
});
