import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../../fixtures/processes/free-port.ts';
import type { EmbeddedReady } from '../../../platform/embedded/embedded-process.ts';

/** A server that answers as the API does, in a separate process. */
export interface MockServer extends AsyncDisposable {
  name: string;
  baseUrl: string;
  /** The process whose CPU time is measured. */
  pid: number;
}

/** The credentials of a sender, as load scripts name them. */
export interface Credentials {
  SELO_ACCESS_HEADER: string;
  SELO_ACCESS_KEY: string;
  SELO_TOKEN_MAIN: string;
}

/** The credentials of the embedded platform's first company. */
export const credentialsOf = ({ profile: { accessHeader, companies } }: EmbeddedReady): Credentials => ({
  SELO_ACCESS_HEADER: accessHeader.name,
  SELO_ACCESS_KEY: accessHeader.value.value,
  SELO_TOKEN_MAIN: companies[0]?.token.value ?? '',
});

interface Server {
  name: string;
  file: string;
  /** Arguments for a free port of 127.0.0.1. */
  args: (port: string) => readonly string[];
  credentials: Credentials;
}

const host = '127.0.0.1';
const startMs = 60_000;
const lookEveryMs = 100;

/** Starts a tool's server and waits until it answers the lookup of an order. Rejects if it ends first, or takes a minute. */
export const runServer = async ({ name, file, args, credentials }: Server): Promise<MockServer> => {
  const port = await freePort(host);
  const child = spawn(file, args(String(port)), { stdio: 'ignore' });
  const kill = (): void => {
    child.kill('SIGKILL');
  };
  // a tool would outlive a measurement that fails
  process.once('exit', kill);
  let end: string | undefined;
  const ended = once(child, 'close')
    .catch((error: unknown) => [error])
    .then(([reason]: unknown[]) => {
      end = String(reason);
    });
  const stop = async (): Promise<void> => {
    kill();
    await ended;
    process.off('exit', kill);
  };
  const baseUrl = `http://${host}:${port}`;
  const headers = {
    [credentials.SELO_ACCESS_HEADER]: credentials.SELO_ACCESS_KEY,
    authorization: `Bearer ${credentials.SELO_TOKEN_MAIN}`,
  };
  const deadlineMs = performance.now() + startMs;
  for (;;) {
    const answer = await fetch(`${baseUrl}/orders/external/known-order`, { headers }).catch(() => undefined);
    if (answer?.status === 200) break;
    if (end !== undefined) throw new Error(`${name} ended before it answered: ${end}`);
    if (performance.now() > deadlineMs) {
      await stop();
      throw new Error(`${name} did not answer an order within a minute: ${answer?.status ?? 'no answer at all'}`);
    }
    await delay(lookEveryMs);
  }
  return { name, baseUrl, pid: child.pid ?? 0, [Symbol.asyncDispose]: stop };
};
