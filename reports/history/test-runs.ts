import type { Result } from '../../core/result.ts';
import type { Verdict } from '../../core/verdict.ts';
import { sampleFailure, sampleResult, sampleVerdict } from '../test-samples.ts';

const firstStart = Date.parse('2026-11-01T10:00:00.000Z');
const dayMs = 24 * 3600 * 1000;

/** The nth run of a history, one a day: `run-1` is the first. */
export const sampleRun = (
  place: number,
  verdicts: readonly Verdict[] = [sampleVerdict()],
  changes: Partial<Result['run']> = {},
): Result => {
  const sample = sampleResult(verdicts);
  const [startedAt, endedAt] = [0, 3500].map((ms) => new Date(firstStart + (place - 1) * dayMs + ms).toISOString());
  return {
    ...sample,
    run: { ...sample.run, id: `run-${place}`, ...(startedAt && endedAt ? { startedAt, endedAt } : {}), ...changes },
  };
};

const outcomes: Record<string, () => Verdict> = {
  p: () => sampleVerdict(),
  f: () => sampleFailure(),
  i: () => sampleFailure({ stability: { kind: 'intermittent', failed: 1, of: 4 } }),
  w: () => sampleFailure({ outcome: 'warn', level: 'should' }),
  u: () => sampleVerdict({ outcome: 'unverified', cause: 'unavailable', reason: 'no answer' }),
  e: () => sampleVerdict({ outcome: 'error', reason: 'a fault of ours' }),
};

/** Runs of one rule, one letter each: pass, fail, `i` for one failed try of four, warn, unverified or error. */
export const runsOf = (letters: string): Result[] =>
  [...letters].map((letter, index) => {
    const verdict = outcomes[letter]?.();
    if (!verdict) throw new Error(`${letter} is no outcome`);
    return sampleRun(index + 1, [verdict]);
  });
