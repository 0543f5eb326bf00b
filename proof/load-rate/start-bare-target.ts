import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { BareTargetOptions, Counted } from './bare-target.ts';

/** A target that does next to nothing, in a process of its own. */
export interface BareTarget extends AsyncDisposable {
  readonly baseUrl: string;
  /** The requests since the last time, and forgets their orders. */
  takeCounts(): Promise<Counted>;
}

export const startBareTarget = async (options: BareTargetOptions): Promise<BareTarget> => {
  const child = fork(new URL('bare-target.ts', import.meta.url), [JSON.stringify(options)], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  const ended = once(child, 'exit');
  const next = async (): Promise<unknown> => {
    const [message]: unknown[] = await Promise.race([
      once(child, 'message'),
      ended.then(() => {
        throw new Error('the bare target ended by itself');
      }),
    ]);
    return message;
  };
  const port = await next();
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    async takeCounts() {
      const answer = next();
      child.send('counts');
      // only our own process sends here
      return (await answer) as Counted;
    },
    async [Symbol.asyncDispose]() {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
};
