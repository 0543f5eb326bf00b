import { once } from 'node:events';
import { UserError } from '../fixtures/reading/user-error.ts';

/** Resolves on Ctrl-C or SIGTERM. */
export const untilInterrupted = async (): Promise<void> => {
  const controller = new AbortController();
  await Promise.race(['SIGINT', 'SIGTERM'].map((signal) => once(process, signal, { signal: controller.signal })));
  controller.abort();
};

/** Ctrl-C or SIGTERM before a command had anything to report. */
export class Interrupted extends UserError {
  override name = 'Interrupted';
}
