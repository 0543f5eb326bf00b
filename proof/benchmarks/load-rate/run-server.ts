import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Credentials } from './credentials.ts';
import type { MockServer } from './mock-server.ts';

interface Server {
  name: string;
  file: string;
  /** Arguments for a free port of 127.0.0.1. */
  args: (port: string) => readonly string[];
  credentials: Credentials;
}

const startMs = 60_000;
const lookEveryMs = 100;

const freePort = async (): Promise<string> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' ? String(address?.port) : '';
};

/** Starts a tool's server and waits until it answers the lookup of an order. Rejects when it ends before, or takes a minute. */
export const runServer = async ({ name, file, args, credentials }: Server): Promise<MockServer> => {
  const port = await freePort();
  const child = spawn(file, args(port), { stdio: 'ignore' });
  // a tool would outlive a measurement that fails
  const killWithUs = (): void => {
    child.kill('SIGKILL');
  };
  process.once('exit', killWithUs);
  const ended = once(child, 'close').catch((error: unknown) => [String(error)]);
  let end: string | undefined;
  ended.then(
    ([code]: unknown[]) => {
      end = String(code);
    },
    () => {},
  );
  const baseUrl = `http://127.0.0.1:${port}`;
  const headers = {
    [credentials.SELO_ACCESS_HEADER]: credentials.SELO_ACCESS_KEY,
    authorization: `Bearer ${credentials.SELO_TOKEN_MAIN}`,
  };
  const giveUpMs = performance.now() + startMs;
  const stop = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
    process.off('exit', killWithUs);
  };
  for (;;) {
    const answer = await fetch(`${baseUrl}/orders/external/known-order`, { headers }).catch(() => undefined);
    if (answer?.status === 200) break;
    if (end !== undefined) throw new Error(`${name} ended before it answered: ${end}`);
    if (performance.now() > giveUpMs) {
      await stop();
      throw new Error(`${name} did not answer an order within a minute: ${answer?.status ?? 'no answer at all'}`);
    }
    await delay(lookEveryMs);
  }
  return { name, baseUrl, pid: child.pid ?? 0, [Symbol.asyncDispose]: stop };
};
