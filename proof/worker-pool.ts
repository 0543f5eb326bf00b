import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

export interface Result<Input, Output> {
  input: Input;
  output: Output;
}

const threads = 2;

/** Large, because a simulated run makes many short-lived objects. */
const maxYoungGenerationSizeMb = 128;

/** A thread loads all rules. The cache saves half of that time, which is compilation. */
const compileCache = fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url));

/**
 * Runs `work`, which `module` exports under its own name, on each input in worker threads. Yields results as they come.
 * Inputs and outputs are cloned, so they cannot contain functions. Rejects if work on an input rejects or a thread dies. The
 * threads end with the iteration.
 */
export async function* inWorkers<Input, Output>(
  module: URL,
  work: (input: Input) => Promise<Output>,
  inputs: readonly Input[],
): AsyncGenerator<Result<Input, Output>, void, undefined> {
  const workers: Worker[] = [];
  const waiting = inputs.values();
  const runThread = async (onResult: (result: Result<Input, Output>) => void): Promise<void> => {
    const worker = new Worker(new URL('pool-thread.ts', import.meta.url), {
      workerData: { module: module.href, name: work.name },
      // not the options of this process, such as --eval
      execArgv: [],
      env: { NODE_COMPILE_CACHE: compileCache, ...process.env },
      resourceLimits: { maxYoungGenerationSizeMb },
    });
    workers.push(worker);
    const ended = once(worker, 'exit').then(([code]) => {
      throw new Error(`The thread ended early, with code ${code}`);
    });
    for (const input of waiting) {
      worker.postMessage(input);
      try {
        const [output] = await Promise.race([once(worker, 'message'), ended]);
        onResult({ input, output });
      } catch (error) {
        throw new Error(`The work on ${JSON.stringify(input)} failed`, { cause: error });
      }
    }
  };
  try {
    yield* new ReadableStream<Result<Input, Output>>({
      async start(results) {
        const wanted = Array.from({ length: Math.min(threads, inputs.length) });
        await Promise.all(wanted.map(() => runThread((result) => results.enqueue(result))));
        results.close();
      },
    });
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}
