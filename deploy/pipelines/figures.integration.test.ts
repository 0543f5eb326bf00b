import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../fixtures/test-folder.ts';
import { sampleResult } from '../../reports/test-samples.ts';
import { runShell } from './test-runner.ts';

const figures = fileURLToPath(new URL('./figures.mjs', import.meta.url));
const whole = sampleResult([]);

test.each<[what: string, result: object, said: string]>([
  [
    'are never rounded up to 100',
    { ...whole, conformance: { held: 9999, judged: 10_000 }, coverage: { judged: 2, applicable: 2 } },
    'conformance=99.9\ncoverage=100\nfailed=0\n',
  ],
  [
    'are empty if nothing was judged',
    { ...whole, conformance: { held: 0, judged: 0 }, coverage: { judged: 0, applicable: 3 } },
    'conformance=\ncoverage=0\nfailed=0\n',
  ],
  ['are absent for a killed run', { ...whole, run: { ...whole.run, unfinished: true } }, ''],
])('the figures %s', { timeout: 60_000 }, async (_, result, said) => {
  await using folder = await temporaryFolder();
  writeFileSync(join(folder.path, 'result.json'), JSON.stringify(result));
  const { code, log } = await runShell(`node '${figures}' result.json`, { command: ['sh', '-c'], cwd: folder.path });
  expect({ code, log }).toEqual({ code: 0, log: said });
});
