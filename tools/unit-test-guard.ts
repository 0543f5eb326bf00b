import childProcess from 'node:child_process';
import dgram from 'node:dgram';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import workerThreads from 'node:worker_threads';
import { afterAll, afterEach } from 'vitest';

// Fails each unit test that opens a socket or starts a process: it would depend on the machine.

const attempts: string[] = [];

function forbid<Owner extends object>(owner: Owner, name: keyof Owner & string, what: string): void {
  const refuse = (): never => {
    const error = new Error(
      `A unit test must not ${what} (${name}). Rename the file to *.integration.test.ts, or test without it.`,
    );
    attempts.push(error.message);
    throw error;
  };
  // a function, because some of them are called with `new`
  Object.defineProperty(owner, name, {
    configurable: true,
    writable: true,
    value: function refused() {
      return refuse();
    },
  });
}

forbid(net.Server.prototype, 'listen', 'open a socket');
forbid(net.Socket.prototype, 'connect', 'open a socket');
forbid(dgram, 'createSocket', 'open a socket');
for (const name of ['spawn', 'spawnSync', 'fork', 'exec', 'execSync', 'execFile', 'execFileSync'] as const) {
  forbid(childProcess, name, 'start a process');
}
forbid(workerThreads, 'Worker', 'start a thread');
// `import { spawn } from 'node:child_process'` reads a copy
syncBuiltinESMExports();

/** Fails the test even if its code catches the error. */
function failOnAttempts(): void {
  const [first] = attempts.splice(0);
  if (first !== undefined) throw new Error(first);
}

afterEach(failOnAttempts);
afterAll(failOnAttempts);
