import type { ChildProcess } from 'node:child_process';
import { forked } from '../../fixtures/processes/forked.ts';
import { moduleBeside } from '../../fixtures/processes/module-beside.ts';
import type { EmbeddedProcessOptions, EmbeddedReady } from './embedded-process.ts';

/** The embedded platform in its own process, so that it takes no time from the process that measures it. */
export interface ForkedEmbedded extends EmbeddedReady, AsyncDisposable {
  readonly process: ChildProcess;
}

/** Starts the embedded platform in a new process. Rejects if the process ends before it listens. */
export const forkEmbedded = async (options: EmbeddedProcessOptions): Promise<ForkedEmbedded> => {
  const platform = forked(moduleBeside('embedded-process', import.meta.url), options, 'the embedded platform');
  // only our own process sends here
  const ready = (await platform.next('listened')) as EmbeddedReady;
  return { ...ready, process: platform.process, [Symbol.asyncDispose]: () => platform[Symbol.asyncDispose]() };
};
