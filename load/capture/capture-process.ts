import cluster, { type Worker } from 'node:cluster';
import { fileURLToPath } from 'node:url';
import { childEnvironment, ofNode } from '../../fixtures/processes/child-environment.ts';
import { moduleBeside } from '../../fixtures/processes/module-beside.ts';
import type { Asked, ProcessMessage, ProcessReport, Request } from './process-messages.ts';

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

/** A process of the capture. */
export class CaptureProcess implements AsyncDisposable {
  /** Resident memory in bytes, as last reported. */
  memory = 0;
  readonly #name: string;
  readonly #worker: Worker;
  readonly #ready = Promise.withResolvers<void>();
  readonly #ended = Promise.withResolvers<void>();
  readonly #questions = new Map<number, PromiseWithResolvers<ProcessReport>>();
  #asked = 0;
  #isEnding = false;
  #loss: Error | undefined;
  #isLossReported = false;

  constructor(name: string, worker: Worker, onMemory: () => void) {
    this.#name = name;
    this.#worker = worker;
    worker.on('exit', (code: number, signal: string | null) => this.#lose(signal ?? `code ${code}`));
    worker.on('error', (error) => {
      if (worker.process.pid === undefined) this.#lose(error.message);
      // a process that takes no messages is useless; its exit reports how it ended
      else worker.process.kill('SIGKILL');
    });
    worker.on('message', (message: ProcessMessage) => {
      if (message.kind !== 'memory') return this.#answer(message);
      this.memory = message.bytes;
      onMemory();
      this.#ready.resolve();
    });
  }

  /** Resolves when the process can be asked. Rejects if it ended before. */
  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  /**
   * Resolves when the process has done it. Rejects with the system's error if it cannot listen on the port, and with an
   * `Error` if it ended unexpectedly.
   */
  async ask(request: Request): Promise<ProcessReport> {
    this.#throwLoss();
    const question = Promise.withResolvers<ProcessReport>();
    this.#asked += 1;
    this.#questions.set(this.#asked, question);
    const asked: Asked = { number: this.#asked, request };
    this.#worker.send(asked);
    return question.promise;
  }

  /** Writes its journal and ends it. Rejects as `ask` does, unless that was reported already. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#isLossReported) return;
    this.#throwLoss();
    const timer = setTimeout(() => this.#worker.process.kill('SIGKILL'), maxEndMs);
    try {
      const ended = this.ask({ kind: 'end' });
      this.#isEnding = true;
      await ended;
      await this.#ended.promise;
    } finally {
      clearTimeout(timer);
    }
  }

  #answer(message: Exclude<ProcessMessage, { kind: 'memory' }>): void {
    const question = this.#questions.get(message.number);
    this.#questions.delete(message.number);
    if (message.kind === 'done') question?.resolve(message.report);
    else question?.reject(Object.assign(new Error(message.message), { code: message.code }));
  }

  #lose(how: string): void {
    this.#ended.resolve();
    if (this.#isEnding && this.#questions.size === 0) return;
    this.#loss ??= new Error(`capture process ${this.#name} ended unexpectedly, ${how}: its last lines may be missing`);
    this.#ready.reject(this.#loss);
    this.#isLossReported ||= this.#questions.size > 0;
    for (const question of this.#questions.values()) question.reject(this.#loss);
    this.#questions.clear();
  }

  #throwLoss(): void {
    if (this.#loss === undefined) return;
    this.#isLossReported = true;
    throw this.#loss;
  }
}

export const startCaptureProcess = async (name: string, onMemory: () => void): Promise<CaptureProcess> => {
  // The system distributes connections, not the primary (SCHED_RR), whose stalls would delay every webhook unseen.
  // Measured with a connection for each request: 20,000 a second instead of 10,000, and a third of a core less in the
  // primary. SO_REUSEPORT does the same, but not on macOS and Windows.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  const entry = fileURLToPath(moduleBeside('process-entry', import.meta.url));
  cluster.setupPrimary({ exec: entry, args: [], execArgv: [] });
  const started = new CaptureProcess(name, cluster.fork(unsetVariables()), onMemory);
  await started.ready;
  return started;
};
