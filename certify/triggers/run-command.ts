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
  environment: Readonly<Record<string, string>>;
  timeoutMs: number;
  /** Ends the command early. */
  signal?: AbortSignal;
}

/** The result of a command. */
export interface EndedCommand {
  /** Null when a signal ended the command. */
  code: number | null;
  /** The last lines of its output. */
  output: string[];
  complaint: string[];
}

/** The last output may arrive after the exit. */
const drainMs = 200;

/** Ends the command and its children, so that none of them acts during a later action. */
const endGroup = (child: ChildProcess): void => {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  } catch {
    // some systems have no process groups
    child.kill('SIGKILL');
  }
};

/**
 * Runs a command until it exits, even if it leaves processes in the background. Rejects when it cannot start. The
 * timeout, in milliseconds, and the signal end the command and reject as well.
 */
export const runCommand = async (options: Command): Promise<EndedCommand> => {
  const { command, args, folder, environment, timeoutMs, signal } = options;
  const child = spawn(command, args, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...childEnvironment(), ...environment },
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
  // its own process group does not get the interrupt that ends Selo
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
    // a process in the background may keep the output open
    for (const stream of [child.stdout, child.stderr]) if (stream instanceof Socket) stream.unref();
  }
};
