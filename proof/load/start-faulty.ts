import { forked } from '../../fixtures/processes/forked.ts';
import type { EmbeddedReady } from '../../platform/embedded/embedded-process.ts';
import type { FaultyMessage, FaultyOptions } from './faulty-process.ts';

/** A platform with a fault, or none, in a process of its own. */
export interface Faulty extends EmbeddedReady, AsyncDisposable {
  /** How often it went wrong so far. */
  wrong(): Promise<number>;
}

export const startFaulty = async (options: FaultyOptions): Promise<Faulty> => {
  const platform = forked(new URL('faulty-process.ts', import.meta.url), options, 'the faulty platform');
  // only our own process sends here
  const next = async (done: string): Promise<FaultyMessage> => (await platform.next(done)) as FaultyMessage;
  const first = await next('listened');
  if (!('ready' in first)) throw new Error('the faulty platform said nothing of where it is');
  return {
    ...first.ready,
    async wrong() {
      const answer = next('report of how often it went wrong');
      platform.process.send('how often');
      const report = await answer;
      return 'wrong' in report ? report.wrong : Number.NaN;
    },
    [Symbol.asyncDispose]: () => platform[Symbol.asyncDispose](),
  };
};
