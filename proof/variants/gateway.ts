import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { listen } from '../../fixtures/listening.ts';
import type { Front } from './variant.ts';

type Answering = (outgoing: ServerResponse, answered: IncomingMessage, body: Buffer) => void;

interface Manner {
  /** Headers that it adds to calls. */
  asking?: Record<string, string>;
  /** The path at the platform of a call to the gateway. */
  pathOf?(path: string): string;
  /** Answers, with what the platform answered; just passes it on when absent. */
  answer?: Answering;
  /** Done as soon as a call has come. */
  greet?(outgoing: ServerResponse): void;
}

/** Answers as the platform did. */
export const passOn: Answering = (outgoing, answered, body) => {
  outgoing.writeHead(answered.statusCode ?? 502, answered.headers);
  outgoing.end(body);
};

/** A gateway before the platform that passes every call on. */
export const gateway =
  ({ asking = {}, pathOf = (path) => path, answer = passOn, greet }: Manner) =>
  async (platformUrl: string): Promise<Front> => {
    const server = createServer((incoming, outgoing) => {
      greet?.(outgoing);
      const { method, url = '/' } = incoming;
      const headers = { ...incoming.headers, ...asking };
      const passedOn = request(new URL(pathOf(url), platformUrl), { method, headers }, async (answered) => {
        const chunks = await Array.fromAsync<Buffer>(answered);
        answer(outgoing, answered, Buffer.concat(chunks));
      });
      passedOn.on('error', () => outgoing.destroy());
      incoming.pipe(passedOn);
    });
    server.keepAliveTimeout = 65_000;
    const listening = await listen(server);
    return {
      url: `http://127.0.0.1:${listening.port}`,
      [Symbol.asyncDispose]: () => listening[Symbol.asyncDispose](),
    };
  };
