import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Result, resultSchema } from '../../core/result.ts';
import { withEnding } from '../../core/verdict.ts';
import { temporaryFolder } from '../../fixtures/test-folder.ts';
import { digestOf } from '../../reports/digests.ts';
import { runSelo } from '../run/selo-process.ts';
import { runScript } from '../test-guide.ts';
import { scriptsTriedBy } from '../test-tried-scripts.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let result: Result;
const out = 'reports/out';
const latest = (): string => join(folder.path, out, 'latest.json');

beforeAll(async () => {
  folder = await temporaryFolder();
  const args = ['run', '--rule', 'ORD-4', '--rule', 'LAW-1', '--out', out, '--quiet'];
  const { code, stderr } = await runSelo(args, { cwd: folder.path });
  expect([code, stderr]).toEqual([0, '']);
  result = resultSchema.parse(JSON.parse(await readFile(latest(), 'utf8')));
});
afterAll(() => folder[Symbol.asyncDispose]());

const stored = async (name: string, changed: Result): Promise<string> => {
  const file = join(folder.path, name);
  await writeFile(file, JSON.stringify(changed, undefined, 2));
  return file;
};

test('the result of a run holds, with the cases that lie in its folder, and replays alike', async () => {
  const verified = await runSelo(['verify', latest()]);
  const ofFolder = await runSelo(['verify', join(folder.path, out, result.run.id)]);
  expect([ofFolder.code, ofFolder.stdout]).toEqual([verified.code, verified.stdout]);
  expect([verified.code, verified.stderr]).toEqual([0, '']);
  expect(verified.stdout).toContain('2 of 2 verdicts computed again from all of their evidence');
  expect(verified.stdout).toContain('✓ the result holds');
  const replayed = await runSelo(['replay', latest()]);
  expect([replayed.code, replayed.stdout]).toEqual([0, '2 unchanged\n']);
});

test('away from its folder a property is judged by the case that the result shows', async () => {
  await using elsewhere = await temporaryFolder();
  const file = join(elsewhere.path, 'result.json');
  await writeFile(file, JSON.stringify(result));
  const { code, stdout } = await runSelo(['verify', file]);
  expect([code, stdout]).toEqual([0, expect.stringContaining('1 from the stored part of it')]);
});

test.each(scriptsTriedBy('cli/verify/verify-result.integration.test.ts'))(
  'the commands of the guide work: %s',
  async (script) => {
    const { stdout, stderr } = await runScript(script, { cwd: folder.path });
    expect([stdout, stderr]).toEqual([expect.stringMatching(/the result holds|2 unchanged/), '']);
  },
);

test('an edited verdict is found, and replayed as what it was', async () => {
  const [first, ...others] = result.verdicts;
  if (!first) throw new Error('two rules were judged');
  const violation = { pointer: 'status', expected: '200', actual: '201' };
  const warned = withEnding(first, { outcome: 'warn', violation });
  const edited: Result = { ...result, verdicts: [warned, ...others] };
  const file = await stored('edited.json', { ...edited, digest: digestOf(edited) });
  const verified = await runSelo(['verify', file]);
  expect(verified.code).toBe(1);
  expect(verified.stdout).toContain('✗ its figures do not match its verdicts');
  expect(verified.stdout).toContain('✗ ORD-4: stored as warn, but its evidence shows pass');
  const replayed = await runSelo(['replay', file, '--json']);
  expect([replayed.code, JSON.parse(replayed.stdout)]).toMatchObject([
    1,
    { changes: [{ rule: 'ORD-4', kind: 'fixed' }] },
  ]);
});

test('what other rules judged is neither called computed again nor a false positive', async () => {
  const other: Result = { ...result, suite: { ...result.suite, rules: 'of another version' } };
  const file = await stored('other.json', { ...other, digest: digestOf(other) });
  const { code, stdout } = await runSelo(['verify', file]);
  expect([code, stdout]).toEqual([
    4,
    expect.stringContaining('it was judged by other rules than those of this version'),
  ]);
  const touched = await stored('touched.json', { ...other, digest: digestOf(result) });
  expect((await runSelo(['verify', touched])).code).toBe(1);
});

test('what a certificate is asked is not asked of a result', async () => {
  const { code, stderr } = await runSelo(['verify', latest(), '--rules', 'newer']);
  expect([code, stderr]).toEqual([2, expect.stringContaining('"npx selo replay')]);
});
