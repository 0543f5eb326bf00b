import type { IncomingMessage, ServerResponse } from 'node:http';
import { passingServer } from './passing-server.ts';
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
const passOn: Answering = (outgoing, answered, body) => {
  outgoing.writeHead(answered.statusCode ?? 502, answered.headers);
  outgoing.end(body);
};

/** A gateway before the platform that passes every call on. */
export const gateway =
  ({ asking = {}, pathOf = (path) => path, answer = passOn, greet }: Manner) =>
  (platformUrl: string): Promise<Front> =>
    passingServer(platformUrl, ({ url = '/', headers }, outgoing) => {
      greet?.(outgoing);
      return {
        path: pathOf(url),
        headers: { ...headers, ...asking },
        answer: (answered, body) => answer(outgoing, answered, body),
      };
    });
