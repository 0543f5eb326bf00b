import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { listen } from '../../fixtures/listening.ts';
import type { Settlement } from '../ledger/settlement.ts';

/** Where k6 asks, when its last journey has ended, what became of the notifications. */
export interface SettleServer extends AsyncDisposable {
  url: string;
}

/** Starts it on a free port of this machine. `settle` is called for each question, and may take its time. */
export const startSettleServer = async (settle: () => Promise<Settlement>): Promise<SettleServer> => {
  const path = `/${randomBytes(18).toString('base64url')}`;
  const server = createServer(async (request, response) => {
    if (request.url !== path) {
      response.writeHead(404).end();
      return;
    }
    try {
      const { conservation, irregularities } = await settle();
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ ...conservation, ...irregularities }));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  // the answer comes when the last notification has
  server.requestTimeout = 0;
  const listening = await listen(server);
  return {
    url: `http://127.0.0.1:${listening.port}${path}`,
    [Symbol.asyncDispose]: () => listening[Symbol.asyncDispose](),
  };
};
