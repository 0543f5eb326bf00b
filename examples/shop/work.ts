import type { Surroundings } from './surroundings.ts';

/** The shop's work in the background. */
export interface Work {
  /** Aborts when the work is stopped. */
  signal: AbortSignal;
  /** Starts a task. Resolves when it has ended, even after a failure. */
  begin(task: () => Promise<unknown>): Promise<void>;
  /** Resolves once nothing is under way. */
  idle(): Promise<void>;
  /** Rejects when the work is stopped. */
  pause(ms: number): Promise<void>;
  /** Stops every task at its next wait. */
  stop(): void;
}

/** `note` is called for tasks that fail unexpectedly. */
export const createWork = ({ pause }: Pick<Surroundings, 'pause'>, note: (text: string) => void): Work => {
  const stopping = new AbortController();
  const { signal } = stopping;
  const underWay = new Set<Promise<void>>();

  const run = async (task: () => Promise<unknown>): Promise<void> => {
    try {
      await task();
    } catch (error) {
      if (!signal.aborted) note(`A task failed: ${String(error)}`);
    }
  };

  return {
    signal,
    begin(task) {
      const running = run(task).finally(() => underWay.delete(running));
      underWay.add(running);
      return running;
    },
    async idle() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
    pause: (ms) => pause(ms, signal),
    stop: () => stopping.abort(),
  };
};
