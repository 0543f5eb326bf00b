import { createServer, request, type ServerResponse } from 'node:http';
import { listen } from '../../fixtures/listening.ts';
import type { Front } from '../variants/variant.ts';

/** An answer of the platform on its way through a front. */
export interface Passing {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** What a front does to one request: it answers in the platform's stead, or does something to the platform's answer. */
export interface Mischief {
  instead?(outgoing: ServerResponse): void;
  changed?(passing: Passing, outgoing: ServerResponse): void;
}

const flat = (headers: NodeJS.Dict<string | string[]>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

/** A server before the platform that meddles with those requests of which `strikes` says so. */
export const front =
  ({ instead, changed }: Mischief, strikes: () => boolean) =>
  async (url: string): Promise<Front> => {
    const server = createServer((incoming, outgoing) => {
      const isStruck = strikes();
      if (isStruck && instead) {
        incoming.resume();
        instead(outgoing);
        return;
      }
      const { method, headers } = incoming;
      const passedOn = request(new URL(incoming.url ?? '/', url), { method, headers }, async (answered) => {
        const passing = {
          status: answered.statusCode ?? 502,
          headers: flat(answered.headers),
          body: Buffer.concat(await Array.fromAsync<Buffer>(answered)),
        };
        if (isStruck && changed) changed(passing, outgoing);
        else outgoing.writeHead(passing.status, passing.headers).end(passing.body);
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
