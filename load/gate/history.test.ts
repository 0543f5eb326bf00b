import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../fixtures/test-folder.ts';
import { appendHistory, entryOf, type HistoryEntry, levelChanges, readHistory } from './history.ts';
import { chanceFrom, drawNormal } from './statistics/chance.ts';
import { runAt } from './test-result.ts';

const entry = (release: number, value: number, changes: Partial<HistoryEntry> = {}): HistoryEntry => ({
  date: '2026-11-21T10:00:00.000Z',
  version: `1.${release}`,
  configuration: 'c0ffee',
  machine: 'linux x64, Example 3000, 8 cores',
  measures: { 'the median webhook latency': value },
  ...changes,
});

const releases = (levels: readonly number[]): HistoryEntry[] => {
  const chance = chanceFrom(6);
  return levels.map((level, release) => entry(release, level * Math.exp(0.02 * drawNormal(chance))));
};

test('appended runs can be read', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'history.jsonl');
  const entries = [entryOf(runAt(1), '1.0'), entryOf(runAt(1.1), '1.1')];
  for (const each of entries) await appendHistory(file, each);
  expect(await readHistory(file)).toEqual(entries);
  expect(entries[0]).toMatchObject({
    version: '1.0',
    machine: 'linux x64, Example 3000, 8 cores',
    measures: { 'the median latency of POST /orders': expect.closeTo(40, 0) },
  });
});

test.each(['{"date":', '{"version":"1.0"}', '7'])('an invalid line is named: %s', async (line) => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'history.jsonl');
  await appendHistory(file, entry(1, 300));
  await appendFile(file, `${line}\n`);
  await expect(readHistory(file)).rejects.toThrow(/history\.jsonl:2 is not a run/);
});

test('a change of level is reported with its release and ratio', () => {
  const changes = levelChanges(releases([...Array(12).fill(300), ...Array(12).fill(345)]));
  expect(changes).toHaveLength(1);
  expect(changes[0]).toMatchObject({
    measure: 'the median webhook latency',
    entry: { version: '1.12' },
    ratio: expect.closeTo(1.15, 1),
  });
});

test('an increase of 3 % per release is reported', () => {
  const changes = levelChanges(releases(Array.from({ length: 16 }, (_, release) => 300 * 1.03 ** release)));
  expect(changes.length).toBeGreaterThan(0);
  expect(changes.every(({ ratio }) => ratio > 1.05)).toBe(true);
});

test('runs of another configuration or machine do not count', () => {
  const others = releases(Array(12).fill(900)).map((run, at) =>
    at % 2 === 0 ? { ...run, configuration: 'other' } : { ...run, machine: 'other' },
  );
  expect(levelChanges([...others, ...releases(Array(12).fill(300))])).toEqual([]);
});

test('an empty history has no changes', () => {
  expect(levelChanges([])).toEqual([]);
});
