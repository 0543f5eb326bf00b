import type { Runtime } from '../../fixtures/runtime.ts';

/** Waits until an event, at most `maxMs`. */
export const atMost = ({ setTimer }: Pick<Runtime, 'setTimer'>, event: Promise<void>, maxMs: number): Promise<void> =>
  new Promise((resolve) => {
    const cancel = setTimer(maxMs, resolve);
    void event.then(() => {
      cancel();
      resolve();
    });
  });
