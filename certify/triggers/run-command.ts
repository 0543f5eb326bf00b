import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { childEnvironment } from '../../fixtures/processes/child-environment.ts';
import { tailOf } from './output-tail.ts';

interface Command {
  command: string;
  args: readonly string[];
  folder: string;
  timeoutMs: number;
  /** Ends it early. */
  signal?: AbortSignal;
}

/** What a command left when it ended. */
interface EndedCommand {
  /** Null when a signal ended it. */
  code: number | null;
  /** Its last lines. */
  output: string[];
  complaint: string[];
}

/** What it said last may still be on its way when it has ended. */
const drainMs = 200;

/** Ends it with all that it started: nothing of it may act later, when something else is asked. */
const endGroup = (child: ChildProcess): void => {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  } catch {
    // there are systems without groups
    child.kill('SIGKILL');
  }
};

/**
 * Runs a command until it ends, whatever it leaves in the background. Rejects when it cannot be started, or does not end
 * within the timeout, in ms: then it is ended, as it is by the signal.
 */
export const runCommand = async ({ command, args, folder, timeoutMs, signal }: Command): Promise<EndedCommand> => {
  const child = spawn(command, args, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: childEnvironment(),
    detached: true,
  });
  const [output, complaint] = [tailOf(child.stdout), tailOf(child.stderr)];
  const { promise: closed, resolve: close } = Promise.withResolvers<void>();
  child.once('close', () => close());
  let isOver = false;
  const end = (): void => {
    isOver = true;
    endGroup(child);
  };
  const timeout = setTimeout(end, timeoutMs);
  signal?.addEventListener('abort', end);
  // in a group of its own it does not hear the interrupt that ends us
  process.once('exit', end);
  try {
    await once(child, 'exit');
    if (isOver) throw new Error(`it did not end within ${timeoutMs / 1000} s`);
    await Promise.race([closed, delay(drainMs)]);
    return { code: child.exitCode, output: output.lines(), complaint: complaint.lines() };
  } finally {
    clearTimeout(timeout);
    signal?.removeEventListener('abort', end);
    process.off('exit', end);
    // what it left behind may go on writing; we do not wait for that
    for (const stream of [child.stdout, child.stderr]) if (stream instanceof Socket) stream.unref();
  }
};
