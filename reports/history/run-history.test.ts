import { expect, test } from 'vitest';
import { sampleFailure, sampleVerdict } from '../test-samples.ts';
import { compareWithLast, describeSince } from './run-history.ts';
import { sampleRun } from './test-runs.ts';

const rules = (...ids: string[]) => ids.map((rule) => sampleVerdict({ rule }));
const unreached = { outcome: 'unverified', cause: 'not-reached', reason: 'the run was interrupted' } as const;

test('a run is compared with the last before it that tried as many of its rules', () => {
  const all = ['PAG-1', 'PAG-2', 'PAG-3'];
  const earlier = [
    sampleRun(1, rules(...all)),
    sampleRun(2, rules(...all)),
    sampleRun(3, rules('PAG-2')),
    sampleRun(
      4,
      all.map((rule) => sampleVerdict({ rule, ...unreached })),
      { interrupted: true },
    ),
  ];
  const since = compareWithLast(earlier, sampleRun(5, [...rules('PAG-1', 'PAG-2'), sampleFailure({ rule: 'PAG-3' })]));
  expect(since).toMatchObject({
    run: { id: 'run-2' },
    passedOver: 2,
    comparison: { changes: [{ rule: 'PAG-3', kind: 'newly failing' }], unchanged: 2 },
  });
  expect(since && describeSince(since)).toBe('since 2026-11-02 10:00 (run-2): 1 newly failing · 2 unchanged');
});

test('a run of one rule is compared with the last that tried it, and says what that one tried beside', () => {
  const earlier = [sampleRun(1, rules('PAG-1', 'PAG-2', 'PAG-3')), sampleRun(2, rules('PAG-1'))];
  const since = compareWithLast(earlier, sampleRun(3, rules('PAG-2')));
  expect(since).toMatchObject({
    run: { id: 'run-1' },
    comparison: { changes: [], onlyTried: { before: 2, after: 0 } },
  });
  expect(since && describeSince(since)).toMatch(/: 1 unchanged · 2 only in the earlier run$/);
});

test('where no earlier run has a rule in common, there is nothing to compare with', () => {
  expect(compareWithLast([], sampleRun(1))).toBeUndefined();
  expect(compareWithLast([sampleRun(1, rules('PAG-1'))], sampleRun(2, rules('PAG-9')))).toBeUndefined();
});

test('a run that repeated one drawn case is compared with its like alone', () => {
  const repeated = (place: number) => sampleRun(place, rules('LAW-3'), { path: '3:1' });
  const earlier = [sampleRun(1, rules('LAW-3')), repeated(2), sampleRun(3, rules('LAW-3')), repeated(4)];
  expect(compareWithLast(earlier, sampleRun(5, rules('LAW-3')))?.run.id).toBe('run-3');
  expect(compareWithLast(earlier.slice(0, 3), repeated(5))?.run.id).toBe('run-2');
});
