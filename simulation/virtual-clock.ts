import { setImmediate as nextTurn } from 'node:timers/promises';
import { createClock } from '@sinonjs/fake-timers';
import type { Runtime } from '../fixtures/runtime.ts';

/** A clock that stops while any code can run, and then jumps to the next timer. */
export interface VirtualClock extends Omit<Runtime, 'random' | 'randomBytes'> {
  /** Runs `act` to its end. Rejects when it waits and there is no timer left. */
  run<T>(act: () => Promise<T>): Promise<T>;
}

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

/** The tasks of one time, in the order in which they were set. */
interface Due {
  tasks: Set<{ task: () => void }>;
  cancel(): void;
}

/** Sets one timer for all tasks of the same time, because most timers of a run are due together. */
const timersTogether = (timers: ReturnType<typeof createClock>): Runtime['setTimer'] => {
  const dueAt = new Map<number, Due>();
  let isHappening = false;

  const happen = (dueMs: number): void => {
    const due = dueAt.get(dueMs);
    dueAt.delete(dueMs);
    isHappening = true;
    try {
      for (const { task } of due?.tasks ?? []) task();
    } finally {
      isHappening = false;
    }
  };

  const dueFrom = (dueMs: number): Due => {
    const timer = timers.setTimeout(() => happen(dueMs), dueMs - timers.now);
    const due = { tasks: new Set<{ task: () => void }>(), cancel: () => timers.clearTimeout(timer) };
    dueAt.set(dueMs, due);
    return due;
  };

  return (delayMs, task) => {
    // a timer of 0 ms that a task sets fires after all tasks that are due now
    const dueMs = timers.now + Math.max(Math.ceil(delayMs), isHappening ? 1 : 0);
    const due = dueAt.get(dueMs) ?? dueFrom(dueMs);
    const entry = { task };
    due.tasks.add(entry);
    return () => {
      due.tasks.delete(entry);
      if (due.tasks.size > 0 || dueAt.get(dueMs) !== due) return;
      dueAt.delete(dueMs);
      due.cancel();
    };
  };
};

/** Starts a clock at milliseconds since the epoch. It has a resolution of one millisecond. */
export const createVirtualClock = (startMs: number): VirtualClock => {
  const timers = createClock(startMs);
  const setTimer = timersTogether(timers);
  const pause = pauseBy(setTimer);
  return {
    now: () => timers.now,
    date: () => new Date(timers.now),
    setTimer,
    pause,
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
        if (timers.countTimers() === 0) throw new Error('the simulation waits, and no timer is left');
        timers.next();
      }
    },
  };
};
