import { expect, test } from 'vitest';
import { sampleFailure, sampleVerdict } from '../test-samples.ts';
import { describeSettled } from './run-in-words.ts';

test('a run on a target that shows its changes at once says nothing of it', () => {
  expect(describeSettled({ verdicts: [sampleVerdict(), sampleFailure()] })).toEqual([]);
});

test('rules that passed only after reads settled are named, with the longest time', () => {
  const settled = { withinMs: 1250, waitedMs: 3750, isNeeded: true } as const;
  const verdicts = ['CUST-3', 'ORD-1'].map((rule) => sampleVerdict({ rule, settled }));
  expect(describeSettled({ verdicts })).toEqual([
    '2 rules passed only after reads settled (up to 1.25 s): CUST-3, ORD-1',
  ]);
});

test('of many rules the first are named, and those that waited from the beginning are counted', () => {
  const many = Array.from({ length: 14 }, (_, index) =>
    sampleVerdict({ rule: `ORD-${index}`, settled: { withinMs: 5000, waitedMs: 5000, isNeeded: true } }),
  );
  const [passed, waited] = describeSettled({
    verdicts: [...many, sampleFailure({ settled: { withinMs: 5000, waitedMs: 12_345 } })],
  });
  expect(passed).toMatch(/^14 rules passed only after reads settled \(up to 5 s\): ORD-0, .*ORD-11 and 2 more$/);
  expect(waited).toBe('1 rule waited up to 5 s after each change, 12.3 s at most in all');
});
