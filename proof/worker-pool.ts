import { EventEmitter, on } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parentPort, Worker } from 'node:worker_threads';

/** What the threads of a pool are asked and answer: an input by its place among all inputs. */
interface Asked<Input> {
  place: number;
  input: Input;
}
type Settled<Output> = { place: number; output: Output } | { place: number; error: unknown };

export interface PoolOptions {
  /** 2 when absent. */
  threads?: number;
  /** Inputs that one thread works on at a time; 1 when absent. */
  concurrencyPerThread?: number;
}

export interface Result<Input, Output> {
  input: Input;
  output: Output;
}

/** Most of what a simulated run makes is gone when it is over: fewer, larger collections cost less. */
const maxYoungGenerationSizeMb = 128;

/** A thread loads all rules: half of the time that this takes is to compile them, which need not be done again. */
const compileCache = fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url));

/** What a pool's module calls, once, at its top: answers every input that comes to this thread with what `work` makes of it. */
export const serveInputs = <Input, Output>(work: (input: Input) => Promise<Output>): void => {
  const port = parentPort;
  if (!port) throw new Error('This module works in a thread of a pool: start it by inWorkers');
  const report = (settled: Settled<Output>): void => port.postMessage(settled);
  port.on('message', ({ place, input }: Asked<Input>) => {
    work(input).then(
      (output) => report({ place, output }),
      (error: unknown) => report({ place, error }),
    );
  });
};

/**
 * Has worker threads, each of which loads `module`, work on the inputs, and yields each result as it comes, in any
 * order. Inputs and outputs are cloned on their way, so that neither may hold a function. Rejects when the work on an
 * input rejects or a thread dies. The threads have ended when the iteration has, however it ended.
 */
export async function* inWorkers<Input, Output>(
  module: URL,
  inputs: readonly Input[],
  { threads = 2, concurrencyPerThread = 1 }: PoolOptions = {},
): AsyncGenerator<Result<Input, Output>, void, undefined> {
  const events = new EventEmitter();
  const waiting = inputs.map((input, place): Asked<Input> => ({ place, input }));
  const workers: Worker[] = [];

  const askNext = (worker: Worker): void => {
    const next = waiting.shift();
    if (next) worker.postMessage(next);
  };
  const start = (): void => {
    // options of this process, such as a script of its own, are no thread's
    const worker = new Worker(module, {
      execArgv: [],
      env: { NODE_COMPILE_CACHE: compileCache, ...process.env },
      resourceLimits: { maxYoungGenerationSizeMb },
    });
    workers.push(worker);
    worker.on('message', (settled: Settled<Output>) => {
      askNext(worker);
      events.emit('settled', settled);
    });
    worker.on('error', (error) => events.emit('error', error));
    worker.on('exit', (code) =>
      events.emit('error', new Error(`A worker of ${module} ended early, with code ${code}`)),
    );
    for (let slot = 0; slot < concurrencyPerThread; slot++) askNext(worker);
  };

  // listens before the first thread can say anything
  const settledOnes = on(events, 'settled');
  // what is said once nobody iterates is no one's any more, and an unheard error event would be thrown
  events.on('error', () => {});
  try {
    let left = inputs.length;
    if (left === 0) return;
    while (workers.length < threads && waiting.length > 0) start();
    for await (const [said] of settledOnes) {
      const settled: Settled<Output> = said;
      const input = inputs[settled.place];
      if (input === undefined) throw new Error(`A worker of ${module} answered what it was not asked`);
      if ('error' in settled) {
        throw new Error(`The work on ${JSON.stringify(input)} failed`, { cause: settled.error });
      }
      yield { input, output: settled.output };
      if (--left === 0) return;
    }
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}
