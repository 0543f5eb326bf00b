import { forked } from '../../../fixtures/processes/forked.ts';
import type { BareTargetOptions, Counted } from './bare-target.ts';

/** A target that does next to nothing, in a process of its own. */
export interface BareTarget extends AsyncDisposable {
  readonly baseUrl: string;
  /** The requests since the last time, and forgets their orders. */
  takeCounts(): Promise<Counted>;
}

export const startBareTarget = async (options: BareTargetOptions): Promise<BareTarget> => {
  const target = forked(new URL('bare-target.ts', import.meta.url), options, 'the bare target');
  const port = await target.next('listened');
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    async takeCounts() {
      const answer = target.next('report of its counts');
      target.process.send('counts');
      // only our own process sends here
      return (await answer) as Counted;
    },
    [Symbol.asyncDispose]: () => target[Symbol.asyncDispose](),
  };
};
