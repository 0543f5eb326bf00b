import { expect, test } from 'vitest';
import type { HistoryEntry } from '../../load/gate/history.ts';
import { noiseOfHistory, recordedNoiseSchema } from './recorded-noise.ts';

const runs = (count: number, changes: Partial<HistoryEntry> = {}): HistoryEntry[] =>
  Array.from({ length: count }, (_, run) => ({
    date: '2026-11-21T10:00:00.000Z',
    version: '1.0',
    configuration: 'c0ffee',
    machine: 'linux x64, Example 3000, 8 cores',
    measures: { order: 40 + run + 1 / 3 },
    ...changes,
  }));

test('three runs in a row are a round; what is left over is left out', () => {
  const noise = noiseOfHistory(runs(32));
  expect(noise.rounds).toHaveLength(10);
  expect(noise.rounds[1]).toEqual([{ order: 43.333 }, { order: 44.333 }, { order: 45.333 }]);
  expect(noise.source).toBe('2026-11-21, version 1.0 on linux x64, Example 3000, 8 cores');
  expect(recordedNoiseSchema.parse(noise)).toEqual(noise);
});

test('too few runs, or other ones among them, are no noise', () => {
  expect(() => noiseOfHistory(runs(29))).toThrow('29 runs are too few');
  expect(() => noiseOfHistory([...runs(30), ...runs(3, { version: '1.1' })])).toThrow(/were not alike: 1.0.* and 1.1/);
});
