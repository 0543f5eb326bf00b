import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { EmbeddedProcessOptions, EmbeddedReady } from './embedded-process.ts';

/** The embedded platform in a process of its own, so that its work is not that of whoever measures it. */
export interface ForkedEmbedded extends EmbeddedReady, AsyncDisposable {
  readonly process: ChildProcess;
}

/** Starts it. Rejects when the process ends before it listens. */
export const forkEmbedded = async (options: EmbeddedProcessOptions): Promise<ForkedEmbedded> => {
  const child = fork(new URL('embedded-process.ts', import.meta.url), [JSON.stringify(options)], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  const ended = once(child, 'exit');
  const [first]: unknown[] = await Promise.race([
    once(child, 'message'),
    ended.then(([code]: unknown[]) => {
      throw new Error(`the embedded platform ended with exit code ${code} before it listened`);
    }),
  ]);
  return {
    ...(first as EmbeddedReady),
    process: child,
    async [Symbol.asyncDispose]() {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
};
