import { expect, test } from 'vitest';
import { countsInWords, percentOf, tallyOf } from './tally.ts';
import { sampleVerdict } from './test-samples.ts';

const verdicts = [
  sampleVerdict(),
  sampleVerdict(),
  sampleVerdict({ outcome: 'fail' }),
  sampleVerdict({ outcome: 'warn' }),
  sampleVerdict({ outcome: 'unverified', cause: 'not-declared' }),
  sampleVerdict({ outcome: 'unverified', cause: 'not-offered' }),
  sampleVerdict({ outcome: 'error' }),
];

test('conformance is what passed of what was judged', () => {
  expect(tallyOf(verdicts).conformance).toEqual({ held: 2, judged: 4 });
});

test('coverage leaves out what the target does not offer, and nothing else', () => {
  expect(tallyOf(verdicts).coverage).toEqual({ judged: 4, applicable: 6 });
});

test('every verdict is counted once', () => {
  expect(tallyOf(verdicts).counts).toEqual({ pass: 2, fail: 1, warn: 1, unverified: 2, error: 1 });
});

test.each([
  [1, 1, '100 %'],
  [999_999, 1_000_000, '99.9 %'],
  [1, 3, '33.3 %'],
  [0, 5, '0.0 %'],
  [0, 0, '–'],
])('%i of %i is shown as %s', (part, whole, shown) => {
  expect(percentOf(part, whole)).toBe(shown);
});

test('counts in words leave out zeros', () => {
  expect(countsInWords({ pass: 3, fail: 0, warn: 1, unverified: 0, error: 0 })).toBe('3 pass, 1 warn');
});
