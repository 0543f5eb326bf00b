import { setImmediate as nextTurn } from 'node:timers/promises';
import { createClock } from '@sinonjs/fake-timers';
import type { Runtime } from '../fixtures/runtime.ts';

/** A clock that stands still while anything can run, and then jumps to the next timer. */
export interface VirtualClock extends Omit<Runtime, 'random' | 'randomBytes'> {
  /** Runs what stands on this clock to its end. Rejects when it waits for something that no timer brings about. */
  run<T>(act: () => Promise<T>): Promise<T>;
}

/** What is simulated waits for something that never happens. */
export class SimulationStuck extends Error {
  override name = 'SimulationStuck';
}

/** Pauses that are made of timers. */
export const pauseBy =
  (setTimer: Runtime['setTimer']): Runtime['pause'] =>
  (delayMs, signal) => {
    if (signal === undefined) return new Promise((resolve) => setTimer(delayMs, resolve));
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const abort = (): void => {
        cancel();
        reject(signal.reason);
      };
      const cancel = setTimer(delayMs, () => {
        signal.removeEventListener('abort', abort);
        resolve();
      });
      signal.addEventListener('abort', abort, { once: true });
    });
  };

/** Starts a clock at milliseconds since the epoch. It has a resolution of one millisecond. */
export const createVirtualClock = (startMs: number): VirtualClock => {
  const timers = createClock(startMs);

  const setTimer = (delayMs: number, task: () => void): (() => void) => {
    const timer = timers.setTimeout(task, Math.ceil(delayMs));
    return () => timers.clearTimeout(timer);
  };

  const pause = pauseBy(setTimer);

  return {
    now: () => timers.now,
    date: () => new Date(timers.now),
    setTimer,
    pause,
    // nothing stalls here
    wait: pause,
    watchStalls: () => ({ stalls: () => [], [Symbol.dispose]() {} }),
    turn: () => pause(0),
    async run(act) {
      let isOver = false;
      const acting = act().finally(() => {
        isOver = true;
      });
      acting.catch(() => {});
      for (;;) {
        // every promise that can settle has settled by the next turn of the real event loop
        await nextTurn();
        if (isOver) return await acting;
        if (timers.countTimers() === 0) throw new SimulationStuck('nothing is left that could happen');
        timers.next();
        // what is due at the same time happens at the same time
        timers.tick(0);
      }
    },
  };
};
