import { exitCodes } from '../exit-codes.ts';

/** Ctrl-C and SIGTERM: the first one aborts, so that the run can clean up; the second one quits at once. */
export interface Interrupt extends Disposable {
  signal: AbortSignal;
}

const signals = ['SIGINT', 'SIGTERM'] as const;

export const listenForInterrupt = (onFirst: () => void): Interrupt => {
  const controller = new AbortController();
  const stop = (): void => {
    if (controller.signal.aborted) process.exit(exitCodes.interrupted);
    controller.abort();
    onFirst();
  };
  for (const signal of signals) process.on(signal, stop);
  return {
    signal: controller.signal,
    [Symbol.dispose]() {
      for (const signal of signals) process.off(signal, stop);
    },
  };
};
