import { expect, test } from 'vitest';
import type { Verdict } from '../core/verdict.ts';
import { brokenWaivers, judgeWaivers, termsOf, unwaived } from './judge-waivers.ts';
import { sampleResult, sampleVerdict } from './test-samples.ts';

const today = '2026-11-21';
const waiver = (until: string) => ({ rule: 'PAG-2', reason: 'known', until });

test.each<[Verdict['outcome'], string, string]>([
  ['fail', '2026-11-21', 'applied'],
  ['warn', '2026-12-01', 'applied'],
  ['fail', '2026-11-20', 'expired'],
  ['pass', '2026-11-20', 'expired'],
  ['pass', '2026-12-01', 'stale'],
  ['unverified', '2026-12-01', 'idle'],
  ['error', '2026-12-01', 'idle'],
])('a waiver of a rule with outcome %s until %s is %s', (outcome, until, state) => {
  expect(judgeWaivers([waiver(until)], [sampleVerdict({ outcome })], today)).toEqual([{ ...waiver(until), state }]);
});

test('a waiver of a rule that was not selected says nothing', () => {
  expect(judgeWaivers([waiver('2026-01-01')], [sampleVerdict({ rule: 'PAG-3' })], today)).toEqual([]);
});

test('an expired waiver covers nothing', () => {
  const verdicts = [sampleVerdict({ outcome: 'fail' })];
  const result = sampleResult(verdicts, { waivers: judgeWaivers([waiver('2026-11-20')], verdicts, today) });
  expect(unwaived(result, 'fail')).toEqual(verdicts);
  expect(brokenWaivers(result)).toHaveLength(1);
});

test('who answers for a waiver is reported where it says so', () => {
  expect(termsOf(waiver('2026-12-31'))).toBe('until 2026-12-31');
  expect(termsOf({ ...waiver('2026-12-31'), by: 'Ana' })).toBe('by Ana, until 2026-12-31');
});
