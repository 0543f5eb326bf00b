import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Result } from '../../core/result.ts';
import { temporaryFolder } from '../../fixtures/test-folder.ts';
import { sampleResult } from '../../reports/test-samples.ts';
import { removeOldRuns, removeRunsBefore } from './remove-old-runs.ts';

const startedAt = (day: number): string => `2026-11-${String(day).padStart(2, '0')}T10:00:00.000Z`;
const idOf = (day: number): string => `000000${String(day).padStart(2, '0')}`;

/** Leaves a run that started on a day of November 2026. */
const leaveRun = (
  out: string,
  day: number,
  changes: Partial<Result['run']> = {},
  files: readonly string[] = [],
): void => {
  const folder = join(out, idOf(day));
  mkdirSync(folder);
  const sample = sampleResult();
  const result = { ...sample, run: { ...sample.run, id: idOf(day), startedAt: startedAt(day), ...changes } };
  writeFileSync(join(folder, 'result.json'), JSON.stringify(result));
  for (const file of ['exchanges.ndjson.gz', 'report.html', ...files]) writeFileSync(join(folder, file), '');
};

test('the newest runs stay, and this one counts', async () => {
  await using folder = await temporaryFolder();
  for (const day of [1, 2, 3, 4, 5])
    leaveRun(folder.path, day, {}, [
      'LAW-1.sh',
      'LAW-1.hurl',
      'PAG-2.sh',
      'PAG-2.hurl',
      'law-1.suite.ts',
      'target.log',
    ]);
  removeOldRuns(folder.path, { id: idOf(5), startedAt: startedAt(5) }, 3);
  expect(readdirSync(folder.path).toSorted()).toEqual([3, 4, 5].map(idOf));
});

test('nothing stays but this one when one is kept', async () => {
  await using folder = await temporaryFolder();
  for (const day of [1, 2]) leaveRun(folder.path, day);
  removeOldRuns(folder.path, { id: idOf(2), startedAt: startedAt(2) }, 1);
  expect(readdirSync(folder.path)).toEqual([idOf(2)]);
});

test('a run that has not ended, a newer run, a folder with other files, and what is no run stay', async () => {
  await using folder = await temporaryFolder();
  const out = folder.path;
  leaveRun(out, 1, { unfinished: true });
  leaveRun(out, 2, {}, ['notes.txt']);
  leaveRun(out, 3, { id: 'ffffffff' });
  leaveRun(out, 9);
  for (const name of ['history', '0000000a', 'load-0000000b']) mkdirSync(join(out, name));
  writeFileSync(join(out, '0000000a', 'result.json'), '{}');
  const elsewhere = join(out, 'history');
  leaveRun(elsewhere, 4);
  symlinkSync(join(elsewhere, idOf(4)), join(out, idOf(4)));
  removeOldRuns(out, { id: idOf(8), startedAt: startedAt(8) }, 1);
  const stay = [...[1, 2, 3, 4, 9].map(idOf), '0000000a', 'history', 'load-0000000b'];
  expect(readdirSync(out).toSorted()).toEqual(stay.toSorted());
  expect(existsSync(join(elsewhere, idOf(4), 'result.json'))).toBe(true);
});

test('a folder that is not there is no error', () => {
  expect(() => removeOldRuns('/no/such/folder', { id: idOf(1), startedAt: startedAt(1) }, 1)).not.toThrow();
});

test('runs that began before an instant go; a killed one stays until it is cleaned up after', async () => {
  await using folder = await temporaryFolder();
  const out = folder.path;
  leaveRun(out, 1, {}, ['PAG-2.sh']);
  leaveRun(out, 2, { unfinished: true }, ['journal.ndjson', 'verdicts.ndjson']);
  leaveRun(out, 3, { unfinished: true }, ['cleaned.json']);
  leaveRun(out, 4, {}, ['notes.txt']);
  leaveRun(out, 5);
  expect(removeRunsBefore(out, new Date(startedAt(5)))).toEqual({ removed: [1, 3].map(idOf), killed: [idOf(2)] });
  expect(readdirSync(out).toSorted()).toEqual([2, 4, 5].map(idOf));
});
