import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readImports } from './import-graph.ts';
import { findViolations, mayImport } from './import-rules.ts';
import { folderWithFiles } from './test-folder-with-files.ts';

async function violationsIn(files: Record<string, string>): Promise<string[]> {
  await using folder = await folderWithFiles(files);
  return findViolations(readImports(folder.path)).map(({ rule, at }) => `${rule} ${at}`);
}

const targets = {
  'platform/start.ts': 'export type Options = string; export const start = 1;',
  'platform/embedded/target.ts': 'export const target = 1;',
  'fixtures/client.ts': 'export const client = 1;',
  'fixtures/files.ts': "import 'node:fs'; export const files = 1;",
  'load/ledger.ts': 'export const ledger = 1;',
  'certify/stage.ts': 'export const stage = 1;',
  'reports/kit/printable.ts': 'export const paint = 1;',
  'suites/rule.ts': 'export type Rule = string; export const rule = 1;',
  'suites/pages/defects.ts':
    "import { start } from '../../platform/start.ts'; export const defects = start; export type Defect = string;",
  'suites/test-run.ts': "import { target } from '../platform/embedded/target.ts'; export const run = target;",
  'suites/selo.suite.ts': 'export const suite = 1;',
  'suites/rule.test.ts': 'export const ruleTest = 1;',
  'properties/orders.property.ts': 'export const property = 1;',
  'properties/machine.ts': 'export const machine = 1;',
  'reports/verdict.ts': 'export const verdict = 1;',
  'a-new-folder/x.ts': 'export const added = 1;',
  'cli/run.ts': 'export const run = 1;',
};

const forbidden: [rule: string, file: string, source: string][] = [
  ['platform-imports', 'platform/x.ts', "import '../fixtures/client.ts';"],
  ['platform-imports', 'platform/x.ts', "import type { Rule } from '../suites/rule.ts';"],
  ['suites-imports', 'suites/x.ts', "import { start } from '../platform/start.ts';"],
  ['suites-imports', 'suites/pages/rules.ts', "export * from '../../platform/start.ts';"],
  ['suites-imports', 'suites/x.ts', "export const later = () => import('../platform/start.ts');"],
  ['suites-imports', 'suites/x.ts', "export type Options = import('../platform/start.ts').Options;"],
  ['defects-apart', 'suites/x.ts', "import './pages/defects.ts';"],
  ['defects-apart', 'suites/pages/rules.ts', "import type { Defect } from './defects.ts';"],
  ['defects-apart', 'cli/x.ts', "import '../suites/pages/defects.ts';"],
  ['suites-imports', 'suites/x.ts', "import { target } from '../platform/embedded/target.ts';"],
  ['fixtures-imports', 'fixtures/x.ts', "import '../platform/start.ts';"],
  ['properties-imports', 'properties/x.ts', "import '../platform/start.ts';"],
  ['fixtures-imports', 'fixtures/x.ts', "import '../suites/rule.ts';"],
  ['fixtures-imports', 'fixtures/x.ts', "import '../properties/machine.ts';"],
  ['fixtures-imports', 'fixtures/x.ts', "import '../reports/verdict.ts';"],
  ['fixtures-imports', 'fixtures/x.ts', "import '../cli/run.ts';"],
  ['core-imports', 'core/x.ts', "import '../fixtures/client.ts';"],
  ['platform-imports', 'platform/x.ts', "import './embedded/target.ts';"],
  ['platform/embedded-imports', 'platform/embedded/x.ts', "import '../../suites/rule.ts';"],
  ['reports/kit-imports', 'reports/kit/x.ts', "import '../verdict.ts';"],
  ['load-imports', 'load/x.ts', "import '../suites/rule.ts';"],
  ['load-imports', 'load/x.ts', "import '../reports/verdict.ts';"],
  ['certify-imports', 'certify/x.ts', "import '../suites/rule.ts';"],
  ['certify-imports', 'certify/x.ts', "import '../load/ledger.ts';"],
  ['load-imports', 'load/x.ts', "import '../certify/stage.ts';"],
  ['reports-imports', 'reports/x.ts', "import '../load/ledger.ts';"],
  ['suites-imports', 'suites/x.ts', "import '../properties/machine.ts';"],
  ['suites-imports', 'suites/x.ts', "import '../reports/verdict.ts';"],
  ['suites-imports', 'suites/x.ts', "import '../cli/run.ts';"],
  ['properties-imports', 'properties/x.ts', "import '../reports/verdict.ts';"],
  ['properties-imports', 'properties/x.ts', "import '../cli/run.ts';"],
  ['reports-imports', 'reports/x.ts', "import '../cli/run.ts';"],
  ['reports-imports', 'reports/x.ts', "import '../platform/start.ts';"],
  ['reports-imports', 'reports/x.ts', "import '../platform/embedded/target.ts';"],
  ['fixtures-imports', 'fixtures/x.ts', "import '../a-new-folder/x.ts';"],
  ['entries-unimported', 'cli/x.ts', "import '../suites/selo.suite.ts';"],
  ['entries-unimported', 'cli/x.ts', "import '../properties/orders.property.ts';"],
  ['entries-unimported', 'cli/x.ts', "import '../suites/rule.test.ts';"],
  ['tests-apart', 'suites/x.ts', "import './test-run.ts';"],
  ['file-exists', 'cli/x.ts', "import './gone.ts';"],
  ['pure', 'suites/passive/x.ts', "import { inspect } from 'node:util';"],
  ['pure', 'suites/passive/x.ts', "import { inspect } from 'util';"],
  ['pure', 'suites/passive/x.ts', "import { z } from 'zod';"],
  ['pure', 'suites/passive/x.ts', "import http from 'k6/http';"],
  ['pure', 'load/scripts/x.ts', "import { z } from 'zod';"],
];

test.each(forbidden)('%s forbids in %s: %s', async (rule, file, source) => {
  expect(await violationsIn({ ...targets, [file]: source })).toEqual([`${rule} ${file}:1`]);
});

test('pure: a load script must not reach Node.js through other files', async () => {
  const load = { 'load/scripts/x.ts': "import '../../fixtures/files.ts';" };
  expect(await violationsIn({ ...targets, ...load })).toEqual(['pure fixtures/files.ts:1']);
});

test('allowed imports are not reported', async () => {
  const allowed = {
    'cli/x.ts':
      "import '../platform/start.ts'; import '../reports/verdict.ts'; import '../suites/rule.ts'; import 'zod';",
    'reports/x.ts': "import type { Rule } from '../suites/rule.ts'; import '../fixtures/client.ts';",
    'suites/x.ts': "import '../fixtures/client.ts'; import 'node:fs';",
    'suites/x.test.ts': "import '../platform/start.ts'; import '../platform/embedded/target.ts';",
    'suites/defect.ts': "import type { Options } from '../platform/start.ts';",
    'suites/broken-lists.ts': "import { start } from '../platform/start.ts';",
    'proof/x.ts': "import '../suites/pages/defects.ts';",
    'load/x.ts': "import '../reports/kit/printable.ts'; import '../suites/passive/x.ts';",
    'certify/x.ts': "import '../platform/start.ts'; import '../reports/kit/printable.ts';",
    'platform/embedded/x.ts': "import '../start.ts'; import '../../fixtures/client.ts';",
    'properties/x.ts': "import '../suites/rule.ts'; import '../fixtures/client.ts';",
    'suites/passive/x.ts': "import type { z } from 'zod'; import { type inspect } from 'node:util';",
    'suites/passive/x.test.ts': "import 'vitest';",
    'load/scripts/x.ts': "import http from 'k6/http'; import { check } from 'k6'; import '../../suites/passive/x.ts';",
  };
  expect(await violationsIn({ ...targets, ...allowed })).toEqual([]);
});

const root = join(import.meta.dirname, '..');

/** The top-level folders with code, and the folders in them with their own import rule. */
const places = new Set([
  ...globSync('*/**/*.{ts,mjs}', { cwd: root, exclude: ['node_modules'] }).map(
    (path) => path.split(/[/\\]/)[0] ?? path,
  ),
  ...Object.keys(mayImport),
]);

const importsInWords = (place: string): string => {
  const others = mayImport[place]?.map((name) => `\`${name}/\``);
  if (!others) return 'all folders';
  return others.length === 0 ? 'nothing of ours' : others.join(', ');
};

test.each([...places])('%s/ has a README that says in ten lines what it may import', (place) => {
  const readme = readFileSync(join(root, place, 'README.md'), 'utf8');
  expect(readme, 'copy the list of tools/import-rules.ts').toContain(`\nMay import: ${importsInWords(place)}.\n`);
  const [introduction = ''] = readme.split(/^(?:```|## )/m);
  expect(introduction.trim().split('\n').length).toBeLessThanOrEqual(10);
});

test('the project has at most 15 top-level folders', () => {
  const folders = globSync('*/', { cwd: root, exclude: ['node_modules'] });
  expect(folders.length).toBeLessThanOrEqual(15);
});
