import { once } from 'node:events';

/** Resolves on Ctrl-C or SIGTERM. */
export const untilInterrupted = async (): Promise<void> => {
  const controller = new AbortController();
  await Promise.race(['SIGINT', 'SIGTERM'].map((signal) => once(process, signal, { signal: controller.signal })));
  controller.abort();
};
