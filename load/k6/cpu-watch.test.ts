import { cpus } from 'node:os';
import { expect, test, vi } from 'vitest';
import { watchCpu } from './cpu-watch.ts';

test('the share of a period is the processor time used in it', () => {
  vi.useFakeTimers({ now: 10_000 });
  try {
    // idle for two seconds, then the whole machine
    using watch = watchCpu(1, () => Math.max(0, (Date.now() - 12_000) / 1000) * cpus().length);
    vi.advanceTimersByTime(4000);
    expect(watch.between(10_000, 12_000)).toBe(0);
    expect(watch.between(12_000, 14_000)).toBe(1);
    expect(watch.between(13_000, 14_000)).toBe(1);
    expect(watch.whole()).toBe(0.5);
  } finally {
    vi.useRealTimers();
  }
});

test('without reported processor time, the share is unknown', () => {
  using watch = watchCpu(1, () => undefined);
  expect([watch.between(0, 1), watch.whole()]).toEqual([null, null]);
});
