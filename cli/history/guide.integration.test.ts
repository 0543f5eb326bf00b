import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../fixtures/test-folder.ts';
import { runsOf } from '../../reports/history/test-runs.ts';
import { runScript } from '../test-guide.ts';
import { scriptsTriedBy } from '../test-tried-scripts.ts';

const scripts = scriptsTriedBy('cli/history/guide.integration.test.ts');

/** What is not to be tried here: a run of the rules, which has left its results already, and the command line of GitHub. */
const stubs = `
npx() { if [ "$2" != run ]; then "$@"; fi; }
gh() {
  if [ "$2" = list ]; then echo 17; else mkdir -p history/17; cp reports/out/latest.json history/17; fi
}`;

test('the guide has commands', () => {
  expect(scripts.length).toBeGreaterThanOrEqual(3);
});

test.each(scripts.map((script) => [script]))('the commands of the guide work: %s', async (script) => {
  await using folder = await temporaryFolder();
  const [first, second] = runsOf('pf').map((run) => JSON.stringify(run));
  const files = {
    'reports/out/a/result.json': first,
    'reports/out/latest.json': second,
    'history/staging/1.json': first,
  };
  for (const [name, content = ''] of Object.entries(files)) {
    mkdirSync(dirname(join(folder.path, name)), { recursive: true });
    writeFileSync(join(folder.path, name), content);
  }
  const { stdout, stderr } = await runScript(script, { cwd: folder.path, stubs });
  expect(stderr).toBe('');
  expect(stdout).toContain('staging: the last ');
  if (script.includes('--format html')) {
    const page = readFileSync(join(folder.path, 'reports/pipeline/report.html'), 'utf8');
    expect(page).toContain('<h2 id="since">');
    expect(page).toContain('<h2 id="history">');
  }
});
