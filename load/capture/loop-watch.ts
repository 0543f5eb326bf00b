import { monitorEventLoopDelay } from 'node:perf_hooks';
import { epochMs } from '../../fixtures/capture/clock.ts';

/** Measures the delay of this process's event loop. */
export interface LoopWatch extends Disposable {
  /** The latest delay, in ms: that of the last tick, or of the current one if it is longer. */
  lateMs(nowMs: number): number;
  p99Ms(): number;
}

const lookEveryMs = 50;
const resolutionMs = 10;

export const watchLoop = (): LoopWatch => {
  const histogram = monitorEventLoopDelay({ resolution: resolutionMs });
  histogram.enable();
  let lookedMs = epochMs();
  let lastLateMs = 0;
  const timer = setInterval(() => {
    const nowMs = epochMs();
    lastLateMs = nowMs - lookedMs - lookEveryMs;
    lookedMs = nowMs;
  }, lookEveryMs);

  return {
    // the timer has not fired in a tick that is long
    lateMs: (nowMs) => Math.max(lastLateMs, nowMs - lookedMs - lookEveryMs),
    // the histogram records intervals, not delays
    p99Ms: () => Math.max(0, histogram.percentile(99) / 1e6 - resolutionMs),
    [Symbol.dispose]() {
      clearInterval(timer);
      histogram.disable();
    },
  };
};
