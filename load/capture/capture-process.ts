import cluster from 'node:cluster';
import { fileURLToPath } from 'node:url';
import { childEnvironment, ofNode } from '../../fixtures/processes/child-environment.ts';
import { moduleBeside } from '../../fixtures/processes/module-beside.ts';
import type { Asked, ProcessMessage, ProcessReport, Request } from './process-messages.ts';

/** A process of the capture, as the one that started it sees it. */
export interface CaptureProcess extends AsyncDisposable {
  /** Resident memory as reported last, in bytes. */
  memory(): number;
  /**
   * Resolves when it is done.
   * @throws the system's error when the port cannot be listened on; an `Error` that shows how the process ended when it
   * did without being asked to.
   */
  ask(request: Request): Promise<ProcessReport>;
  /** Has it write what it holds and end. @throws as `ask` does, unless it has reported that already. */
  [Symbol.asyncDispose](): Promise<void>;
}

const longestEndMs = 10_000;

/** Takes out of a worker's environment, which is ours and this, what it has no use for. */
const withheld = (): NodeJS.ProcessEnv => {
  const passedOn = childEnvironment(ofNode);
  return Object.fromEntries(
    Object.keys(process.env)
      .filter((name) => !Object.hasOwn(passedOn, name))
      .map((name) => [name, undefined]),
  );
};

interface Waiter {
  resolve(report: ProcessReport): void;
  reject(reason: unknown): void;
}

/** @param onMemory is called when the process has reported its memory. */
export const startCaptureProcess = async (name: string, onMemory: () => void): Promise<CaptureProcess> => {
  // The system shares connections out, not the primary by turns (SCHED_RR). Measured with a connection for each request:
  // 20,000 a second against 10,000, and a third of a core less in the primary, whose stalls would delay every webhook
  // unseen. With connections that are kept, one process may get most of them, but only while it is the quicker one.
  // SO_REUSEPORT does as well, but not on macOS and Windows.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  const entry = fileURLToPath(moduleBeside('process-entry', import.meta.url));
  cluster.setupPrimary({ exec: entry, args: [], execArgv: [] });
  const worker = cluster.fork(withheld());
  const hasHeard = Promise.withResolvers<void>();
  const hasEnded = Promise.withResolvers<void>();
  const waiters = new Map<number, Waiter>();
  let asked = 0;
  let memory = 0;
  let isEnding = false;
  let loss: Error | undefined;
  let isLossReported = false;

  const lose = (how: string): void => {
    hasEnded.resolve();
    if (isEnding && waiters.size === 0) return;
    loss ??= new Error(`capture process ${name} ended unexpectedly, ${how}: its last lines may be missing`);
    hasHeard.reject(loss);
    isLossReported ||= waiters.size > 0;
    for (const { reject } of waiters.values()) reject(loss);
    waiters.clear();
  };
  worker.on('exit', (code: number, signal: string | null) => lose(signal === null ? `code ${code}` : signal));
  worker.on('error', (error) => {
    if (worker.process.pid === undefined) lose(error.message);
    // what cannot be written to is of no more use, and mostly gone: its exit says how it ended
    else worker.process.kill('SIGKILL');
  });
  worker.on('message', (message: ProcessMessage) => {
    if (message.kind === 'memory') {
      memory = message.bytes;
      onMemory();
      hasHeard.resolve();
      return;
    }
    const waiter = waiters.get(message.number);
    waiters.delete(message.number);
    if (message.kind === 'done') waiter?.resolve(message.report);
    else waiter?.reject(Object.assign(new Error(message.message), { code: message.code }));
  });

  const ask = async (request: Request): Promise<ProcessReport> => {
    if (loss !== undefined) {
      isLossReported = true;
      throw loss;
    }
    const { promise, resolve, reject } = Promise.withResolvers<ProcessReport>();
    asked += 1;
    waiters.set(asked, { resolve, reject });
    const question: Asked = { number: asked, request };
    worker.send(question);
    return promise;
  };

  await hasHeard.promise;

  return {
    memory: () => memory,
    ask,
    async [Symbol.asyncDispose]() {
      if (loss !== undefined) {
        if (isLossReported) return;
        isLossReported = true;
        throw loss;
      }
      const timer = setTimeout(() => worker.process.kill('SIGKILL'), longestEndMs);
      try {
        const ended = ask({ kind: 'end' });
        isEnding = true;
        await ended;
        await hasEnded.promise;
      } finally {
        clearTimeout(timer);
      }
    },
  };
};
