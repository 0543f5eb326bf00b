import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Answered, Question } from './worker-messages.ts';

const module = fileURLToPath(new URL('worker.ts', import.meta.url));

/** Longer than two tries with the longest retries take on a busy machine. */
const maxMs = 40_000;

/** Then a new process starts, because modules that are loaded again are never unloaded. */
const questionsPerProcess = 200;

/** A process that answers questions. If it does not answer, another process replaces it. */
export interface MutantWorker extends AsyncDisposable {
  /** Undefined if no answer came in time. */
  ask(question: Question): Promise<Answered | undefined>;
}

export const startWorker = (startFile: string): MutantWorker => {
  let child: ChildProcess | undefined;
  let asked = 0;

  const running = async (): Promise<ChildProcess> => {
    if (child) return child;
    const started = fork(module, [startFile], {
      execArgv: ['--disable-warning=ExperimentalWarning'],
      stdio: ['ignore', 'inherit', 'ignore', 'ipc'],
    });
    await once(started, 'message');
    child = started;
    return started;
  };
  const end = async (): Promise<void> => {
    if (!child) return;
    const ending = child;
    child = undefined;
    if (ending.exitCode !== null || ending.signalCode !== null) return;
    const ended = once(ending, 'exit');
    ending.kill('SIGKILL');
    await ended;
  };

  return {
    async ask(question) {
      if (asked++ % questionsPerProcess === 0) await end();
      const answering = await running();
      const { promise, resolve } = Promise.withResolvers<Answered | undefined>();
      const giveUp = (): void => resolve(undefined);
      const timer = setTimeout(giveUp, maxMs);
      answering.once('message', resolve);
      answering.once('exit', giveUp);
      answering.send(question);
      const answered = await promise;
      clearTimeout(timer);
      answering.off('message', resolve);
      answering.off('exit', giveUp);
      if (!answered) await end();
      return answered;
    },
    [Symbol.asyncDispose]: end,
  };
};

/** Each worker takes the next task until all are done. */
export const shareOut = async <Task>(
  workers: readonly MutantWorker[],
  tasks: Iterable<Task>,
  work: (worker: MutantWorker, task: Task) => Promise<void>,
): Promise<void> => {
  const waiting = tasks[Symbol.iterator]();
  await Promise.all(
    workers.map(async (worker) => {
      for (let next = waiting.next(); !next.done; next = waiting.next()) await work(worker, next.value);
    }),
  );
};
