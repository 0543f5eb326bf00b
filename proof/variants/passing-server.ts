import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { listen } from '../../fixtures/processes/listening.ts';
import type { Front } from './variant.ts';

interface PassedOn {
  path: string;
  headers: NodeJS.Dict<string | string[]>;
  /** Writes the answer. */
  answer(answered: IncomingMessage, body: Buffer): void;
}

/** A server in front of a platform. `meet` answers a call itself, or returns how to pass it on. */
export const passingServer = async (
  platformUrl: string,
  meet: (incoming: IncomingMessage, outgoing: ServerResponse) => PassedOn | undefined,
): Promise<Front> => {
  const server = createServer((incoming, outgoing) => {
    const met = meet(incoming, outgoing);
    if (met === undefined) {
      incoming.resume();
      return;
    }
    const { path, headers, answer } = met;
    const options = { method: incoming.method, headers };
    const passedOn = request(new URL(path, platformUrl), options, async (answered) =>
      answer(answered, Buffer.concat(await Array.fromAsync<Buffer>(answered))),
    );
    passedOn.on('error', () => outgoing.destroy());
    incoming.pipe(passedOn);
  });
  server.keepAliveTimeout = 65_000;
  return await listen(server);
};
