import { once } from 'node:events';
import { exitCodes } from './exit-codes.ts';

const signals = ['SIGINT', 'SIGTERM'] as const;

/** Resolves on Ctrl-C or SIGTERM. */
export const untilInterrupted = async (): Promise<void> => {
  const controller = new AbortController();
  await Promise.race(signals.map((signal) => once(process, signal, { signal: controller.signal })));
  controller.abort();
};

/** On Ctrl-C or SIGTERM, the first one aborts, so that a command can clean up; the second one quits at once. */
export const listenForInterrupt = (onFirst: () => void): Disposable & { signal: AbortSignal } => {
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
