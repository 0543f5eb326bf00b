import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Settings } from './settings.ts';
import { createShop } from './shop.ts';
import type { Reply } from './shop-request.ts';
import { fileStorage, memoryStorage } from './state.ts';
import { thisMachine } from './this-machine.ts';

const maxBytes = 1_048_576;

/** A shop that listens. Disposing it stops its work at once. */
export interface ListeningShop extends AsyncDisposable {
  url: string;
}

/** Reads the body of a request. Rejects when it is incomplete or larger than 1 MiB. */
const readText = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) continue;
    size += chunk.length;
    if (size > maxBytes) throw new RangeError('The body is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};

const write = (request: IncomingMessage, response: ServerResponse, reply: Reply): void => {
  if (reply === 'silence') return;
  if (reply === 'hang-up') return void request.socket.destroy();
  const { status, headers = {}, body } = reply;
  if (body === undefined) response.writeHead(status, headers).end();
  else response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
};

/** Starts the shop's webhook receiver and its hooks. `note` gets error messages. */
export const startShop = async (settings: Settings, note: (text: string) => void): Promise<ListeningShop> => {
  const surroundings = thisMachine({ keepsConnections: !settings.behavior.does('closes every connection') });
  const { stateFile, publicUrl } = settings;
  const storage = stateFile === undefined ? memoryStorage(surroundings) : fileStorage(stateFile, surroundings);
  const server = createServer();
  server.listen(settings.port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The shop listens on no port');
  const url = `http://127.0.0.1:${address.port}`;

  const shop = createShop({ settings, surroundings, storage, webhookUrl: `${publicUrl ?? url}/webhook`, note });

  server.on('request', async (request, response) => {
    const {
      method = 'GET',
      url: target = '/',
      headers: { authorization },
    } = request;
    const [path = target] = target.split('?');
    try {
      write(request, response, await shop.answer({ method, path, authorization, text: await readText(request) }));
    } catch (error) {
      note(`${method} ${target} cannot be read: ${String(error)}`);
      response.destroy();
    }
  });

  return {
    url,
    async [Symbol.asyncDispose]() {
      shop.stop();
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
};
