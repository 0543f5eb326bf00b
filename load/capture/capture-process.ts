import cluster from 'node:cluster';
import { fileURLToPath } from 'node:url';
import { childEnvironment, ofNode } from '../../fixtures/processes/child-environment.ts';
import { moduleBeside } from '../../fixtures/processes/module-beside.ts';
import type { Asked, ProcessMessage, ProcessReport, Request } from './process-messages.ts';

/** A started process of the capture. */
export interface CaptureProcess extends AsyncDisposable {
  /** Resident memory in bytes, as last reported. */
  memory(): number;
  /**
   * Resolves when the process has done it. Rejects with the system's error if it cannot listen on the port, and with an
   * `Error` if it ended unexpectedly.
   */
  ask(request: Request): Promise<ProcessReport>;
  /** Writes its journal and ends it. Rejects as `ask` does, unless that was reported already. */
  [Symbol.asyncDispose](): Promise<void>;
}

const maxEndMs = 10_000;

/** A worker inherits our environment, so each variable that it does not need is unset. */
const unsetVariables = (): NodeJS.ProcessEnv => {
  const needed = childEnvironment(ofNode);
  return Object.fromEntries(
    Object.keys(process.env)
      .filter((name) => !Object.hasOwn(needed, name))
      .map((name) => [name, undefined]),
  );
};

interface Waiter {
  resolve(report: ProcessReport): void;
  reject(reason: unknown): void;
}

export const startCaptureProcess = async (name: string, onMemory: () => void): Promise<CaptureProcess> => {
  // The system distributes connections, not the primary (SCHED_RR), whose stalls would delay every webhook unseen.
  // Measured with a connection for each request: 20,000 a second instead of 10,000, and a third of a core less in the
  // primary. SO_REUSEPORT does the same, but not on macOS and Windows.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  const entry = fileURLToPath(moduleBeside('process-entry', import.meta.url));
  cluster.setupPrimary({ exec: entry, args: [], execArgv: [] });
  const worker = cluster.fork(unsetVariables());
  const isReady = Promise.withResolvers<void>();
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
    isReady.reject(loss);
    isLossReported ||= waiters.size > 0;
    for (const { reject } of waiters.values()) reject(loss);
    waiters.clear();
  };
  worker.on('exit', (code: number, signal: string | null) => lose(signal === null ? `code ${code}` : signal));
  worker.on('error', (error) => {
    if (worker.process.pid === undefined) lose(error.message);
    // a process that takes no messages is useless; its exit reports how it ended
    else worker.process.kill('SIGKILL');
  });
  worker.on('message', (message: ProcessMessage) => {
    if (message.kind === 'memory') {
      memory = message.bytes;
      onMemory();
      isReady.resolve();
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

  await isReady.promise;

  return {
    memory: () => memory,
    ask,
    async [Symbol.asyncDispose]() {
      if (loss !== undefined) {
        if (isLossReported) return;
        isLossReported = true;
        throw loss;
      }
      const timer = setTimeout(() => worker.process.kill('SIGKILL'), maxEndMs);
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
