import { type CommandEnd, runCommand } from '../../../fixtures/processes/run-command.ts';
import type { PreparedTarget } from './prepared-target.ts';

/** A tool that judges a platform. */
export interface Peer {
  name: string;
  /**
   * Runs the tool once against a platform, in an empty folder. Resolves with one text for each kind of finding; a kind has
   * the same text in every run. Rejects if the tool did not end.
   */
  judge(prepared: PreparedTarget, folder: string): Promise<string[]>;
}

/** More than twice as long as any run took: a tool that takes longer hangs. */
const timeoutMs = 120_000;

/** Runs a program to its end in a folder, whatever its exit code. */
export const runToEnd = (command: string, args: readonly string[], folder: string, env = {}): Promise<CommandEnd> =>
  runCommand({ command, args, cwd: folder, env: { ...process.env, ...env }, timeoutMs });
