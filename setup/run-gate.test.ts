import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { plantFolder } from './planted-folder.ts';
import { runCommandGate, runTalliedGate, runVitestGate } from './run-gate.ts';

const config = {
  'vitest.config.mjs': `export default {
    test: { globals: true, fsModuleCache: false, projects: [
      { extends: true, test: { name: 'planted', include: ['*.test.ts'] } },
      { extends: true, test: { name: 'empty', include: ['*.none.ts'] } },
    ] },
  }`,
};

async function resultOf(files: Record<string, string>, project = 'planted') {
  await using folder = await plantFolder({ ...config, ...files });
  return await runVitestGate(project, folder.path, 'ignore');
}

const tallyOf = async (files: Record<string, string>, project?: string) => (await resultOf(files, project)).tally;

const passing = "test('holds', () => expect(1).toBe(1));";

test('passed, failed and skipped tests are counted apart', async () => {
  const source = `${passing}
    test('does not hold', () => expect(1).toBe(2));
    test('another that does not hold', () => expect(1).toBe(2));
    test.skip('skipped', () => {});
    test.todo('to do');`;
  expect(await tallyOf({ 'a.test.ts': source, 'b.test.ts': passing })).toEqual({ passed: 2, failed: 2, skipped: 2 });
});

test('a failed hook counts as failed though its tests count as skipped', async () => {
  const source = `${passing}
    describe('broken', () => { beforeAll(() => { throw new Error('no'); }); test('never runs', () => {}); });`;
  expect(await tallyOf({ 'a.test.ts': source })).toEqual({ passed: 1, failed: 1, skipped: 1 });
});

test('a file that cannot be loaded counts as failed', async () => {
  const files = { 'a.test.ts': passing, 'b.test.ts': "throw new Error('while collecting');" };
  expect(await tallyOf(files)).toEqual({ passed: 1, failed: 1, skipped: 0 });
});

test('a rejection that nobody awaits counts as failed', async () => {
  const source = "test('rejects late', () => { Promise.reject(new Error('late')); });";
  expect(await tallyOf({ 'a.test.ts': source })).toEqual({ passed: 1, failed: 1, skipped: 0 });
});

test('what failed is told by file, name and reason', async () => {
  const files = {
    'a.test.ts': "describe('one', () => test('is two', () => { throw new Error('no\\nand more'); }));",
    'b.test.ts': "throw new Error('while collecting');",
    'c.test.ts':
      "describe('broken', () => { beforeAll(() => { throw new Error('hook'); }); test('never runs', () => {}); });",
  };
  expect((await resultOf(files)).problems.toSorted()).toEqual([
    'a.test.ts: one > is two: no',
    'b.test.ts broke outside of its tests: while collecting',
    'c.test.ts: broken broke outside of its tests: hook',
  ]);
});

test('a test that passes at its second try counts as passed, and is told', async () => {
  const source = "let tried = 0; test('is shaky', () => { tried += 1; if (tried < 2) throw new Error('busy'); });";
  expect(await resultOf({ 'a.test.ts': source })).toEqual({
    tally: { passed: 1, failed: 0, skipped: 0 },
    problems: ['a.test.ts: is shaky passed at a later try: busy'],
  });
});

test('a run in which only skipped tests were found has failed', async () => {
  expect(await tallyOf({ 'a.test.ts': "test.skip('skipped', () => {});" })).toEqual({
    passed: 0,
    failed: 1,
    skipped: 1,
  });
});

test('a run without a test has failed', async () => {
  expect(await tallyOf({ 'a.test.ts': passing }, 'empty')).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

test('a run that breaks off has failed', async () => {
  const files = { 'a.test.ts': passing, 'vitest.config.mjs': "throw new Error('no config');" };
  expect(await tallyOf(files)).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

test('a command counts as one, by its exit code', async () => {
  await using folder = await plantFolder({ 'good.mjs': '', 'bad.mjs': 'process.exitCode = 1;' });
  expect(await runCommandGate([join(folder.path, 'good.mjs')])).toEqual({
    tally: { passed: 1, failed: 0, skipped: 0 },
    problems: [],
  });
  expect(await runCommandGate([join(folder.path, 'bad.mjs')])).toEqual({
    tally: { passed: 0, failed: 1, skipped: 0 },
    problems: ['it ended with exit code 1'],
  });
});

const tallied = async (script: string) => {
  await using folder = await plantFolder({ 'script.mjs': script });
  const output = new PassThrough();
  const { tally, problems } = await runTalliedGate([join(folder.path, 'script.mjs')], output);
  output.end();
  return { tally, problems, told: await text(output) };
};

test('a script that ends with a tally is believed, and what it says is passed on', async () => {
  const { tally, problems, told } = await tallied(
    "console.log('✓ one'); console.log('✗ another'); console.log('3 passed, 2 failed'); process.exitCode = 1;",
  );
  expect(tally).toEqual({ passed: 3, failed: 2, skipped: 0 });
  expect(problems).toEqual(['✗ another']);
  expect(told).toBe('✓ one\n✗ another\n3 passed, 2 failed\n');
});

test('a script that breaks off before its tally has failed', async () => {
  const { tally } = await tallied("console.log('3 passed, 0 failed'); console.log('and then');");
  expect(tally).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

test('a script that tells no failure and exits with one has failed', async () => {
  const { tally } = await tallied("console.log('3 passed, 0 failed'); process.exitCode = 2;");
  expect(tally).toEqual({ passed: 3, failed: 1, skipped: 0 });
});
