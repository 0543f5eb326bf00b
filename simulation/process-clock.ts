import type { Stall } from '../fixtures/stalls/stall.ts';
import type { Side, StallTimeline } from './stalls.ts';
import { pauseBy, type VirtualClock } from './virtual-clock.ts';

/** The clock of a process that stalls now and then. Timers that are due during a stall fire together after it. */
export interface ProcessClock extends Omit<VirtualClock, 'run'> {
  /** Resolves when the process runs. Messages that arrive during a stall wait for this. */
  awake(): Promise<void>;
}

/** The clocks of the processes. A message to a process waits while that process stalls. */
export type Processes = Record<Side, ProcessClock>;

const msIn = (stalls: readonly Stall[], fromMs: number, toMs: number): number =>
  stalls.reduce((sum, stall) => sum + Math.max(0, Math.min(stall.toMs, toMs) - Math.max(stall.fromMs, fromMs)), 0);

export const processClock = (clock: VirtualClock, timeline: StallTimeline, side: Side): ProcessClock => {
  const stalls = (): readonly Stall[] => timeline.of(side, clock.now());
  const stillMs = (): number => Math.max(0, (stalls().at(-1)?.toMs ?? 0) - clock.now());

  const setTimer = (delayMs: number, task: () => void): (() => void) => {
    let cancel = (): void => {};
    const fire = (): void => {
      const ms = stillMs();
      if (ms > 0) cancel = clock.setTimer(ms, fire);
      else task();
    };
    cancel = clock.setTimer(delayMs, fire);
    return () => cancel();
  };
  const pause = pauseBy(setTimer);

  return {
    now: clock.now,
    date: clock.date,
    setTimer,
    pause,
    async wait(delayMs, signal) {
      const fromMs = clock.now();
      for (let leftMs = delayMs; leftMs > 0; ) {
        await pause(leftMs, signal);
        const now = clock.now();
        leftMs = delayMs - (now - fromMs - msIn(stalls(), fromMs, now));
      }
    },
    turn: () => pause(0),
    watchStalls() {
      const fromMs = clock.now();
      return {
        stalls: () => stalls().filter(({ toMs }) => toMs > fromMs),
        [Symbol.dispose]() {},
      };
    },
    async awake() {
      const ms = stillMs();
      if (ms > 0) await pause(ms);
    },
  };
};
