import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { EmbeddedReady } from '../../embedded/embedded-process.ts';
import type { FaultyMessage, FaultyOptions } from './faulty-process.ts';

/** A platform with a fault, or none, in a process of its own. */
export interface Faulty extends EmbeddedReady, AsyncDisposable {
  /** How often it went wrong so far. */
  wrong(): Promise<number>;
}

export const startFaulty = async (options: FaultyOptions): Promise<Faulty> => {
  const child = fork(new URL('faulty-process.ts', import.meta.url), [JSON.stringify(options)], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  const ended = once(child, 'exit');
  const next = async (): Promise<FaultyMessage> => {
    const [message]: unknown[] = await Promise.race([
      once(child, 'message'),
      ended.then(() => {
        throw new Error('the faulty platform ended by itself');
      }),
    ]);
    // only our own process sends here
    return message as FaultyMessage;
  };
  const first = await next();
  if (!('ready' in first)) throw new Error('the faulty platform said nothing of where it is');
  return {
    ...first.ready,
    async wrong() {
      const answer = next();
      child.send('how often');
      const told = await answer;
      return 'wrong' in told ? told.wrong : Number.NaN;
    },
    async [Symbol.asyncDispose]() {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
};
