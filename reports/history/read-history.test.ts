import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { Result } from '../../core/result.ts';
import { temporaryFolder } from '../../fixtures/test-folder.ts';
import { hostileResult } from '../test-hostile-result.ts';
import { listRuns, readHistory, targetsOf } from './read-history.ts';
import { sampleRun } from './test-runs.ts';

/** A folder with these files for as long as a test lasts; a result is written as a run writes it. */
const folderWith = async (files: Record<string, Result | string>) => {
  const folder = await temporaryFolder();
  for (const [name, content] of Object.entries(files)) {
    const file = join(folder.path, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === 'string' ? content : `${JSON.stringify(content)}\n`);
  }
  return folder;
};

const historyIn = (folder: string, wanted: { before?: string; last?: number; target?: string } = {}) =>
  readHistory(listRuns(folder), { target: 'staging', last: 20, ...wanted });

const idsIn = (...asked: Parameters<typeof historyIn>): string[] => historyIn(...asked).runs.map(({ run }) => run.id);

test('runs are found in folders, in unpacked artifacts and as files, each once, and come in the order of their start', async () => {
  await using folder = await folderWith({
    'b/result.json': sampleRun(2),
    'a/result.json': sampleRun(3),
    'latest.json': sampleRun(3),
    'job-17/reports/out/c/result.json': sampleRun(1),
    'pipeline-5.json': sampleRun(4),
    'a/report.html': '<html>',
  });
  expect(historyIn(folder.path)).toMatchObject({ leftOut: [] });
  expect(idsIn(folder.path)).toEqual(['run-1', 'run-2', 'run-3', 'run-4']);
});

test('a summary has the figures of the run and what each rule came to, and no evidence', async () => {
  const run = hostileResult('x');
  await using folder = await folderWith({ 'a/result.json': run });
  const [summary] = historyIn(folder.path, { target: 'x' }).runs;
  expect(summary).toMatchObject({
    run: { id: run.run.id, seed: 42, depth: 'quick', interrupted: false },
    counts: run.counts,
    conformance: run.conformance,
    coverage: run.coverage,
  });
  expect(Object.keys(summary?.verdicts[0] ?? {}).toSorted()).toEqual(['level', 'outcome', 'rule', 'stability', 'text']);
});

test('only the last runs are read, and only those before a moment', async () => {
  await using folder = await folderWith(
    Object.fromEntries([1, 2, 3, 4, 5].map((place) => [`${place}/result.json`, sampleRun(place)])),
  );
  expect(idsIn(folder.path, { last: 2 })).toEqual(['run-4', 'run-5']);
  expect(idsIn(folder.path, { last: 2, before: '2026-11-04T10:00:00.000Z' })).toEqual(['run-2', 'run-3']);
});

test('runs of another target are another history', async () => {
  const other = sampleRun(2);
  await using folder = await folderWith({
    'a/result.json': sampleRun(1),
    'b/result.json': { ...other, target: { ...other.target, name: 'production' } },
    'c/result.json': sampleRun(3),
    'latest.json': sampleRun(3),
  });
  expect(idsIn(folder.path)).toEqual(['run-1', 'run-3']);
  expect([...targetsOf(listRuns(folder.path))]).toEqual([
    ['staging', 2],
    ['production', 1],
  ]);
});

const whole = JSON.stringify(sampleRun(9));

test('what is no result, of another version or broken is left out and counted, and stops nothing', async () => {
  await using folder = await folderWith({
    'good/result.json': sampleRun(1),
    'load/result.json': '{"schema":"selo-load/1"}',
    'proof.json': '{"caught":3}',
    'list.json': '[1,2]',
    'null.json': 'null',
    'newer/result.json': whole.replace('"schema":4', '"schema":5'),
    'cut/result.json': whole.slice(0, whole.length / 2),
    'cut-early.json': whole.slice(0, 40),
    'empty.json': '',
    'binary.json': '\u0000\ufffd\u001b[31m',
    'deep.json': '['.repeat(100_000),
    'wrong/result.json': whole.replace('"outcome":"pass"', '"outcome":"fine"'),
    'killed/result.json': whole.replace('"interrupted":false', '"interrupted":true,"unfinished":true'),
    'killed-too.json': JSON.stringify({ ...sampleRun(8), run: { ...sampleRun(8).run, unfinished: true } }, null, 2),
    'strange-date.json': whole.replace(/"startedAt":"[^"]*"/, '"startedAt":"yesterday"'),
  });
  expect(historyIn(folder.path)).toMatchObject({
    runs: [{ run: { id: 'run-1' } }],
    leftOut: [
      { why: 'no result', files: 4 },
      { why: 'other version', files: 1 },
      { why: 'unreadable', files: 7 },
      { why: 'unfinished', files: 2 },
    ],
  });
});

test('where the copy of a run is broken, the other is read; where a run is broken, the one before it', async () => {
  await using folder = await folderWith({
    'a/result.json': sampleRun(1),
    'b/result.json': sampleRun(2),
    'c/result.json': `${JSON.stringify(sampleRun(3)).slice(0, -40)}`,
    'latest.json': `${JSON.stringify(sampleRun(2)).slice(0, -40)}`,
  });
  expect(historyIn(folder.path, { last: 2 })).toMatchObject({
    runs: [{ run: { id: 'run-1' } }, { run: { id: 'run-2' } }],
    leftOut: [{ why: 'unreadable', files: 1 }],
  });
});

test('a result that was laid out again, or whose head is long, is read all the same', async () => {
  const long = sampleRun(2);
  await using folder = await folderWith({
    'a.json': JSON.stringify(sampleRun(1), null, 2),
    'b.json': { ...long, target: { ...long.target, options: ['x'.repeat(200_000)] } },
  });
  expect(idsIn(folder.path)).toEqual(['run-1', 'run-2']);
});

test('a file whose end says another thing than its head is left out', async () => {
  const twice = `${JSON.stringify(sampleRun(1)).slice(0, -1)},"target":{"name":"other","baseUrl":"https://x.example"}}`;
  await using folder = await folderWith({ 'a.json': twice });
  expect(historyIn(folder.path)).toEqual({ runs: [], leftOut: [{ why: 'unreadable', files: 1 }] });
});

test('links and folders named like files are no trap', async () => {
  await using folder = await folderWith({ 'a/result.json': sampleRun(1), 'b.json/result.json': sampleRun(2) });
  symlinkSync(folder.path, join(folder.path, 'a', 'around'));
  symlinkSync(join(folder.path, 'nowhere'), join(folder.path, 'gone.json'));
  expect(historyIn(folder.path).leftOut).toEqual([]);
  expect(idsIn(folder.path)).toEqual(['run-1', 'run-2']);
});

test('a folder that is not there has no runs', () => {
  expect(historyIn('/nowhere/at-all').runs).toEqual([]);
});

test('a name of a target is taken by the letter', async () => {
  const named = (place: number, name: string): Result => {
    const run = sampleRun(place);
    return { ...run, target: { ...run.target, name } };
  };
  const hostile = ',"counts":{}}\u001b[31m\u202e__proto__';
  await using folder = await folderWith({ 'a.json': named(1, hostile), 'b.json': named(2, '__proto__') });
  expect(idsIn(folder.path, { target: hostile })).toEqual(['run-1']);
  expect(idsIn(folder.path, { target: '__proto__' })).toEqual(['run-2']);
});
