import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that systems give to clients: one of those could take the port while nobody listens on it. */
const ownPorts = { from: 20_000, to: 32_000 };
const mostTries = 20;

const isTaken = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';

/** Listens for a moment: the processes of a cluster would share a port that another server of theirs has. */
const probe = async (host: string, port: number): Promise<void> => {
  const server = createServer();
  server.listen(port, host);
  await once(server, 'listening');
  const closed = once(server, 'close');
  server.close();
  await closed;
};

/** @throws the system's error (`EADDRINUSE`, …) when the port that is wanted, or any, cannot be listened on. */
export const freePort = async (host: string, wanted?: number, triesLeft = mostTries): Promise<number> => {
  const port = wanted ?? randomInt(ownPorts.from, ownPorts.to);
  try {
    await probe(host, port);
    return port;
  } catch (error) {
    if (wanted !== undefined || triesLeft === 1 || !isTaken(error)) throw error;
    return freePort(host, wanted, triesLeft - 1);
  }
};
