import type { IncomingMessage, ServerResponse } from 'node:http';
import { passingServer } from './passing-server.ts';
import type { Front } from './variant.ts';

type Answering = (outgoing: ServerResponse, answered: IncomingMessage, body: Buffer) => void;

/** How a gateway differs from one that passes everything on. */
interface Manner {
  /** Headers that the gateway adds to calls. */
  asking?: Record<string, string>;
  /** The path at the platform of a call to the gateway. */
  pathOf?(path: string): string;
  /** Writes the answer; by default as the platform answered. */
  answer?: Answering;
}

const passOn: Answering = (outgoing, answered, body) => {
  outgoing.writeHead(answered.statusCode ?? 502, answered.headers);
  outgoing.end(body);
};

/** A gateway in front of the platform. */
export const gateway =
  ({ asking = {}, pathOf = (path) => path, answer = passOn }: Manner) =>
  (platformUrl: string): Promise<Front> =>
    passingServer(platformUrl, ({ url = '/', headers }, outgoing) => ({
      path: pathOf(url),
      headers: { ...headers, ...asking },
      answer: (answered, body) => answer(outgoing, answered, body),
    }));
