import { spawn } from 'node:child_process';
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

interface Command {
  file: string;
  args: readonly string[];
  folder: string;
  env?: Record<string, string>;
}

/** A tool that hangs: the others take less than half as long. */
const maxMs = 120_000;

/** Runs a process to its end and resolves with its standard output, whatever the exit code. Rejects if it takes too long. */
export const runToEnd = ({ file, args, folder, env = {} }: Command): Promise<string> => {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const child = spawn(file, args, {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const timer = setTimeout(() => {
    child.kill('SIGKILL');
    reject(new Error(`${file} took longer than ${maxMs} ms`));
  }, maxMs);
  let output = '';
  child.stdout.setEncoding('utf8');
  child.stdout.on('data', (text: string) => {
    output += text;
  });
  child.once('error', reject);
  child.once('close', () => {
    clearTimeout(timer);
    resolve(output);
  });
  return promise;
};
