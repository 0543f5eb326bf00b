import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';

/** What a script printed, in the order in which it came, and its exit code. */
export interface Ran {
  code: number | null;
  log: string;
}

interface Shell {
  /** The command with its arguments; the script comes last. */
  command: readonly [string, ...string[]];
  cwd: string;
  env?: Readonly<Record<string, string>>;
  /** Receives everything printed so far; may signal the shell alone, as a runner does. */
  onLog?: (soFar: string, kill: (signal: NodeJS.Signals) => void) => void;
}

/** The environment of a machine that has npm and Node.js, and nothing else. */
const bare = (): Record<string, string> => ({
  PATH: [dirname(process.execPath), process.env.PATH].join(':'),
  HOME: process.env.HOME ?? '/',
});

/** Runs a script in a shell to its end. Rejects when the shell cannot be started. */
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

/** The folder that holds the action, as a checkout of it would. */
export const projectFolder: string = join(import.meta.dirname, '../..');
