import { describe, expect, test } from 'vitest';
import { settleTimes } from './settling.ts';

describe('how long a target is given to settle', () => {
  test('a declared time holds from the beginning, and nothing longer is tried', () => {
    const times = settleTimes(2);
    expect(times.known()).toBe(2000);
    expect(times.longerThan(2000)).toBeUndefined();
    expect(settleTimes(0).longerThan(0)).toBeUndefined();
  });

  test('without one a quarter of 5 s is tried, then all of it', () => {
    const times = settleTimes(undefined);
    expect([times.known(), times.longerThan(0), times.longerThan(1250), times.longerThan(5000)]).toEqual([
      0,
      1250,
      5000,
      undefined,
    ]);
  });

  test('what was learned is the least that is tried from then on', () => {
    const times = settleTimes(undefined);
    times.learn(5000);
    times.learn(1250);
    expect([times.known(), times.longerThan(0)]).toEqual([5000, 5000]);
  });

  test('a verdict that asked sooner than the target was later seen to need was too soon', () => {
    const times = settleTimes(undefined);
    times.judged('ORD-1', 40);
    times.judged('ORD-2', 2000);
    expect(['ORD-1', 'ORD-2', 'ORD-3'].filter(times.wasTooSoon)).toEqual([]);
    times.learn(1250);
    expect(['ORD-1', 'ORD-2', 'ORD-3'].filter(times.wasTooSoon)).toEqual(['ORD-1']);
    times.judged('ORD-1', 1250);
    expect(times.wasTooSoon('ORD-1')).toBe(false);
  });
});
