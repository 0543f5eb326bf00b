import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { folderWithFiles } from '../test-folder-with-files.ts';
import { runCommand, runTallied, runVitest } from './run-step.ts';

const config = {
  'vitest.config.mjs': `export default {
    test: { globals: true, fsModuleCache: false, projects: [
      { extends: true, test: { name: 'written', include: ['*.test.ts'] } },
      { extends: true, test: { name: 'empty', include: ['*.none.ts'] } },
    ] },
  }`,
};

async function resultOf(files: Record<string, string>, project = 'written') {
  await using folder = await folderWithFiles({ ...config, ...files });
  return await runVitest(project, folder.path, 'ignore');
}

const tallyOf = async (files: Record<string, string>, project?: string) => (await resultOf(files, project)).tally;

const passing = "test('holds', () => expect(1).toBe(1));";

test('passed, failed and skipped tests are counted', async () => {
  const source = `${passing}
    test('does not hold', () => expect(1).toBe(2));
    test('another that does not hold', () => expect(1).toBe(2));
    test.skip('skipped', () => {});
    test.todo('to do');`;
  expect(await tallyOf({ 'a.test.ts': source, 'b.test.ts': passing })).toEqual({ passed: 2, failed: 2, skipped: 2 });
});

test('each reason for skipped tests is named once, with how many tests it skipped', async () => {
  const source = `${passing}
    for (const each of [1, 2, 3]) test('needs a tool ' + each, ({ skip }) => skip('there is no tool'));
    test('needs another', ({ skip }) => skip('there is no other'));`;
  const { tally, problems, skipped } = await resultOf({ 'a.test.ts': source });
  expect([tally, problems]).toEqual([{ passed: 1, failed: 0, skipped: 4 }, []]);
  expect(skipped).toEqual(['3 tests: there is no tool', '1 test: there is no other']);
});

test('a failed hook counts as failed, and its tests as skipped', async () => {
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

test('what failed is reported with its file, name and reason', async () => {
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

test('a test that fails is not tried again', async () => {
  const source = "let tried = 0; test('is shaky', () => { tried += 1; if (tried < 2) throw new Error('busy'); });";
  expect(await resultOf({ 'a.test.ts': source })).toEqual({
    tally: { passed: 0, failed: 1, skipped: 0 },
    problems: ['a.test.ts: is shaky: busy'],
    skipped: [],
  });
});

test('a run in which only skipped tests were found has failed', async () => {
  expect(await tallyOf({ 'a.test.ts': "test.skip('skipped', () => {});" })).toEqual({
    passed: 0,
    failed: 1,
    skipped: 1,
  });
});

test('only the requested files run', async () => {
  await using folder = await folderWithFiles({ ...config, 'a.test.ts': passing, 'b.test.ts': passing });
  const { tally } = await runVitest('written', folder.path, 'ignore', ['b.test']);
  expect(tally).toEqual({ passed: 1, failed: 0, skipped: 0 });
});

test('a run without tests fails', async () => {
  expect(await tallyOf({ 'a.test.ts': passing }, 'empty')).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

test('an aborted run fails', async () => {
  const files = { 'a.test.ts': passing, 'vitest.config.mjs': "throw new Error('no config');" };
  expect(await tallyOf(files)).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

async function commandResultOf(script: string) {
  await using folder = await folderWithFiles({ 'script.mjs': script });
  const output = new PassThrough();
  const result = await runCommand([join(folder.path, 'script.mjs')], output);
  output.end();
  return { ...result, printed: await text(output) };
}

test('a command counts as one test, by its exit code', async () => {
  expect(await commandResultOf("console.log('fine');")).toEqual({
    tally: { passed: 1, failed: 0, skipped: 0 },
    problems: [],
    skipped: [],
    printed: 'fine\n',
  });
});

test('a command that fails is reported with how it ended and its first lines', async () => {
  const { tally, problems } = await commandResultOf(
    "for (let line = 1; line <= 20; line++) console.error('line ' + line + '\\n'); process.exitCode = 1;",
  );
  expect(tally).toEqual({ passed: 0, failed: 1, skipped: 0 });
  expect(problems).toHaveLength(11);
  expect(problems.slice(0, 2)).toEqual(['it ended with exit code 1', 'line 1']);
});

test('a command that a signal ends fails', async () => {
  const { tally, problems } = await commandResultOf(
    "process.kill(process.pid, 'SIGKILL'); setInterval(() => {}, 1000);",
  );
  expect(tally.failed).toBe(1);
  expect(problems).toEqual(['it ended with signal SIGKILL']);
});

const tallied = async (script: string) => {
  await using folder = await folderWithFiles({ 'script.mjs': script });
  const output = new PassThrough();
  const { tally, problems, skipped } = await runTallied([join(folder.path, 'script.mjs')], output);
  output.end();
  return { tally, problems, skipped, printed: await text(output) };
};

test('the tally of a script counts, and its output is passed on', async () => {
  const { tally, problems, printed } = await tallied(
    "console.log('✓ one'); console.log('✗ another'); console.log('3 passed, 2 failed'); process.exitCode = 1;",
  );
  expect(tally).toEqual({ passed: 3, failed: 2, skipped: 0 });
  expect(problems).toEqual(['✗ another']);
  expect(printed).toBe('✓ one\n✗ another\n3 passed, 2 failed\n');
});

test('what a script skips is counted, with its reason', async () => {
  const { tally, problems, skipped } = await tallied(
    "console.log('skipped: there is no tool'); console.log('1 passed, 0 failed, 3 skipped');",
  );
  expect([tally, problems]).toEqual([{ passed: 1, failed: 0, skipped: 3 }, []]);
  expect(skipped).toEqual(['there is no tool']);
});

test('a script without a tally fails', async () => {
  const { tally } = await tallied("console.log('3 passed, 0 failed'); console.log('and then');");
  expect(tally).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

test('a script without failures that exits with 2 fails', async () => {
  const { tally } = await tallied("console.log('3 passed, 0 failed'); process.exitCode = 2;");
  expect(tally).toEqual({ passed: 3, failed: 1, skipped: 0 });
});

test('a script that counted nothing fails', async () => {
  const source = "console.log('0 passed, 0 failed');";
  const { tally, problems } = await tallied(source);
  expect(tally).toEqual({ passed: 0, failed: 1, skipped: 0 });
  expect(problems).toEqual(['it counted nothing']);
});
