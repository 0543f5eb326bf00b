import type { ServerResponse } from 'node:http';
import { passingServer } from '../variants/passing-server.ts';
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
  (platformUrl: string): Promise<Front> =>
    passingServer(platformUrl, ({ url = '/', headers }, outgoing) => {
      const isStruck = strikes();
      if (isStruck && instead) {
        instead(outgoing);
        return undefined;
      }
      return {
        path: url,
        headers,
        answer({ statusCode: status = 502, headers: answered }, body) {
          const passing = { status, headers: flat(answered), body };
          if (isStruck && changed) changed(passing, outgoing);
          else outgoing.writeHead(status, passing.headers).end(body);
        },
      };
    });
