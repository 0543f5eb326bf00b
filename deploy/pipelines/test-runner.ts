import { spawn } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryFolder } from '../../fixtures/test-folder.ts';

export const projectFolder: string = join(import.meta.dirname, '../..');

export interface Ran {
  code: number | null;
  log: string;
}

interface Shell {
  /** The command of the shell, to which the script is added. */
  command: readonly [string, ...string[]];
  cwd: string;
  env?: Readonly<Record<string, string>>;
  /** Receives the log so far. May signal only the shell, as a runner does. */
  onLog?: (soFar: string, kill: (signal: NodeJS.Signals) => void) => void;
}

/** The environment of a machine that has only npm and Node.js. */
const bare = (): Record<string, string> => ({
  PATH: [dirname(process.execPath), process.env.PATH].join(':'),
  HOME: process.env.HOME ?? '/',
});

/** Runs a script in a shell. Rejects if the shell cannot start. */
export const runShell = (script: string, { command, cwd, env = {}, onLog }: Shell): Promise<Ran> =>
  new Promise((resolve, reject) => {
    const [shell, ...options] = command;
    const child = spawn(shell, [...options, script], {
      cwd,
      env: { ...bare(), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let log = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        log += text;
        onLog?.(log, (signal) => child.kill(signal));
      });
    }
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, log }));
  });

/** The folder of a runner after the checkout, with Selo as the submodule. */
export const checkout = async (): Promise<AsyncDisposable & { path: string }> => {
  const folder = await temporaryFolder();
  symlinkSync(projectFolder, join(folder.path, 'selo'));
  return folder;
};
