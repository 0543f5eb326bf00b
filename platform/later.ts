import type { Runtime } from './runtime.ts';

/** Runs tasks after a delay, unless the platform is closed first. */
export interface Later {
  /** Runs the task at once for 0 seconds. */
  after(documentedSeconds: number, task: () => void): void;
  /** Never runs the task at once. */
  afterMs(delayMs: number, task: () => void): void;
  close(): void;
}

/** `timeScale`: seconds of the runtime per documented second. */
export function startLater(timeScale: number, { setTimer }: Pick<Runtime, 'setTimer'>): Later {
  const pending = new Set<() => void>();

  function afterMs(delayMs: number, task: () => void): void {
    const cancel = setTimer(delayMs, () => {
      pending.delete(cancel);
      task();
    });
    pending.add(cancel);
  }

  return {
    after(documentedSeconds, task) {
      if (documentedSeconds === 0) task();
      else afterMs(documentedSeconds * timeScale * 1_000, task);
    },
    afterMs,
    close() {
      for (const cancel of pending) cancel();
      pending.clear();
    },
  };
}
