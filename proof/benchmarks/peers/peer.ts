import { spawn } from 'node:child_process';
import type { PreparedTarget } from './prepared-target.ts';

/** A tool that judges a platform. */
export interface Peer {
  name: string;
  /**
   * Runs the tool once against a platform, in a folder of its own. Resolves with what it found, one text a kind of
   * finding, the same for the same kind in every run. Rejects when it did not come to an end.
   */
  judge(prepared: PreparedTarget, folder: string): Promise<string[]>;
}

interface Command {
  file: string;
  args: readonly string[];
  folder: string;
  env?: Record<string, string>;
}

/** No tool takes half as long, unless it hangs. */
const longestMs = 120_000;

/** Runs a child process to its end, whatever its exit code, and resolves with its standard output. Rejects when it takes too long. */
export const runToEnd = ({ file, args, folder, env = {} }: Command): Promise<string> => {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const child = spawn(file, args, {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const timer = setTimeout(() => {
    child.kill('SIGKILL');
    reject(new Error(`${file} took longer than ${longestMs} ms`));
  }, longestMs);
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
