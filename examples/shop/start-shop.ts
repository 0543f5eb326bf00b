import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { CannotDo, Declined, Nonsense } from './hook-errors.ts';
import { isObject, parseJson } from './json.ts';
import { type OpenShop, openShop } from './open-shop.ts';
import { readText } from './read-text.ts';
import type { Coupon } from './records.ts';
import type { Settings } from './settings.ts';
import { fileStorage, memoryStorage } from './state.ts';

/** A shop that listens. Disposing it stops its work where it is. */
export interface Shop extends AsyncDisposable {
  url: string;
}

const answer = (response: ServerResponse, status: number, body: object): void => {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
};

const heldCoupon = ({ code, id, type, amount, minPurchaseValue, combinable, expiryDate }: Coupon) => ({
  code,
  id,
  type,
  amount,
  minPurchaseValue,
  combinable,
  expiryDate,
});

const untilIdle = async (current: () => OpenShop): Promise<void> => {
  let waitedFor: OpenShop;
  do {
    waitedFor = current();
    await waitedFor.work.idle();
  } while (waitedFor !== current());
};

const act = (shop: OpenShop, action: string, text: string, response: ServerResponse): void => {
  const parameters = text === '' ? {} : parseJson(text);
  try {
    if (!isObject(parameters)) throw new Nonsense('the parameters are no JSON object');
    answer(response, 200, shop.act(action, parameters));
  } catch (error) {
    if (error instanceof CannotDo) answer(response, 501, { told: error.message });
    else if (error instanceof Declined) answer(response, 409, { told: error.message });
    else if (error instanceof Nonsense) answer(response, 400, { told: error.message });
    else throw error;
  }
};

/** Starts the shop: its webhook receiver and the hooks by which it is made to act. `note` is told what went wrong. */
export const startShop = async (settings: Settings, note: (text: string) => void): Promise<Shop> => {
  const storage = settings.stateFile === undefined ? memoryStorage() : fileStorage(settings.stateFile);
  const server = createServer();
  server.listen(settings.port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The shop listens on no port');
  const url = `http://127.0.0.1:${address.port}`;

  const surroundings = { settings, storage, webhookUrl: `${settings.publicUrl ?? url}/webhook`, note };
  let shop = openShop(surroundings);

  const restart = (): void => {
    shop.work.stop();
    shop = openShop(surroundings);
  };

  const route = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const called = `${request.method} ${request.url?.split('?')[0]}`;
    if (called === 'POST /webhook') return shop.receive(request, response);
    if (called === 'GET /hooks/state') return answer(response, 200, { coupons: shop.coupons().map(heldCoupon) });
    if (called === 'POST /hooks/idle') {
      await untilIdle(() => shop);
      return answer(response, 200, {});
    }
    if (called === 'POST /hooks/restart') {
      restart();
      return answer(response, 200, {});
    }
    if (called.startsWith('POST /hooks/')) {
      const text = await readText(request);
      return act(shop, called.slice('POST /hooks/'.length), text, response);
    }
    answer(response, 404, { told: `nothing is served at ${called}` });
  };

  server.on('request', (request, response) => {
    route(request, response).catch((error: unknown) => {
      note(`${request.method} ${request.url} failed: ${String(error)}`);
      if (response.headersSent) response.destroy();
      else answer(response, 500, { told: 'the shop failed' });
    });
  });

  return {
    url,
    async [Symbol.asyncDispose]() {
      shop.work.stop();
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
};
