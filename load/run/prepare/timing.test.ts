import { expect, test } from 'vitest';
import type { ProfileInput } from '../../../fixtures/profile/schema.ts';
import { testProfile } from '../../../fixtures/test-profile.ts';
import { curveMs, latestNextMs } from '../../ledger/retry-curve.ts';
import { drainSecondsOf, refuseTimes, timingOf } from './timing.ts';

const profileOf = (said: Partial<ProfileInput>) => testProfile('http://127.0.0.1:1', said).profile;

test('documented seconds are scaled, but not the slack of the machine', () => {
  const profile = profileOf({ timeScale: 0.1, tolerances: { dispatchSeconds: 20, slackMs: 300 } });
  const { timeScale, dispatchMs, timeoutMs } = timingOf(profile);
  expect(timeScale).toBe(0.1);
  expect(dispatchMs).toBeCloseTo(2_300, 9);
  expect(timeoutMs).toBeCloseTo(500, 9);
});

test('the dispatch time under load replaces the general tolerance', () => {
  const tolerances = { dispatchSeconds: 20, slackMs: 300 };
  expect(timingOf(profileOf({ tolerances, load: { dispatchSeconds: 3 } })).dispatchMs).toBeCloseTo(3_300, 9);
});

const drainOf = (said: Partial<ProfileInput>) => {
  const profile = profileOf(said);
  const timing = timingOf(profile);
  const refusedFirst = Array.from({ length: refuseTimes }, (_, index) => latestNextMs(timing, index + 1, true));
  const overdueMs = refusedFirst.reduce((sum, ms) => sum + ms, timing.dispatchMs);
  return { seconds: drainSecondsOf(profile, timing), overdueSeconds: overdueMs / 1000, timing };
};

test('the profile can set the drain', () => {
  expect(drainOf({ load: { drainSeconds: 2.5 } }).seconds).toBe(2.5);
});

test('the drain is at least ten seconds', () => {
  expect(drainOf({ timeScale: 0.001, load: { dispatchSeconds: 1 }, tolerances: { slackMs: 10 } }).seconds).toBe(10);
});

test('all ten attempts are awaited if they take at most a minute', () => {
  const { seconds, timing } = drainOf({ timeScale: 0.02, load: { dispatchSeconds: 30 }, tolerances: { slackMs: 100 } });
  expect(seconds).toBeCloseTo(curveMs(timing) / 1000, 9);
  expect(seconds).toBeLessThan(60);
});

test('the drain is a minute if ten attempts take longer', () => {
  expect(drainOf({ load: { dispatchSeconds: 5 }, tolerances: { slackMs: 100 } }).seconds).toBe(60);
});

test('a delivery that was refused first is awaited until it is overdue', () => {
  const { seconds, overdueSeconds } = drainOf({ load: { dispatchSeconds: 120 }, tolerances: { slackMs: 100 } });
  expect(seconds).toBeGreaterThan(60);
  expect(seconds).toBeGreaterThanOrEqual(overdueSeconds);
});

test('more capture processes refuse more attempts, so the drain is longer', () => {
  const secondsWith = (captureProcesses: number): number =>
    drainOf({ load: { dispatchSeconds: 120, captureProcesses }, tolerances: { slackMs: 100 } }).seconds;
  expect(secondsWith(2)).toBeGreaterThan(secondsWith(1) + 2 * 120);
  // no delivery has more than nine refusals to wait for
  expect(secondsWith(20)).toBe(secondsWith(5));
});
