import { type Counter, createCounter } from './counter.ts';
import { createReceiver } from './receiver.ts';
import { type Shift, startShift, type TillAnswer, type TillOptions } from './shift.ts';

export interface TillRequest {
  method: string;
  path: string;
  authorization: string | undefined;
  text: string;
}

export interface Till {
  /** A request that a restart interrupts gets no response, as if the process ended. */
  answer(request: TillRequest): Promise<TillAnswer>;
  stop(): void;
}

/** A point of sale. Every event goes into its journal first, and then to the platform. */
export const createTill = (options: TillOptions): Till => {
  let stopping = new AbortController();
  const open = (): { shift: Shift; counter: Counter; receive: ReturnType<typeof createReceiver> } => {
    const shift = startShift(options, stopping.signal);
    return { shift, counter: createCounter(shift), receive: createReceiver(shift) };
  };
  let opened = open();

  const answerHook = async (name: string, text: string): Promise<TillAnswer> => {
    const { shift, counter } = opened;
    if (name === 'idle') {
      await shift.idle();
      return { status: 200 };
    }
    if (name === 'restart') {
      stopping.abort();
      stopping = new AbortController();
      opened = open();
      return { status: 200 };
    }
    return await counter.answer(name, text);
  };

  const respond = async ({ method, path, authorization, text }: TillRequest): Promise<TillAnswer> => {
    if (method === 'POST' && path === '/notices') return await opened.receive(authorization, text);
    if (method === 'GET' && path === '/hooks/state') return { status: 200, body: opened.counter.state() };
    const [, hook] = /^\/hooks\/([a-z-]+)$/.exec(path) ?? [];
    if (method !== 'POST' || hook === undefined) return { status: 404 };
    return await answerHook(hook, text);
  };

  return {
    async answer(request) {
      const { signal } = stopping;
      try {
        return await respond(request);
      } catch (error) {
        if (signal.aborted) return 'hang-up';
        throw error;
      }
    },
    stop: () => stopping.abort(),
  };
};
