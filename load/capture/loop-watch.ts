import { monitorEventLoopDelay } from 'node:perf_hooks';
import { epochMs } from '../../fixtures/capture/clock.ts';

/** Shows how late this process' event loop runs. */
export interface LoopWatch extends Disposable {
  /** How late, in ms, it ran when it was looked at last, or runs by now. */
  lateMs(nowMs: number): number;
  /** Over the whole time watched. */
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
    // a long turn of the loop has not reached the timer yet
    lateMs: (nowMs) => Math.max(lastLateMs, nowMs - lookedMs - lookEveryMs),
    // what it records is the time between two looks
    p99Ms: () => Math.max(0, histogram.percentile(99) / 1e6 - resolutionMs),
    [Symbol.dispose]() {
      clearInterval(timer);
      histogram.disable();
    },
  };
};
