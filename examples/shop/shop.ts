import { HookError, InvalidParameters } from './hook-errors.ts';
import { isObject, parseJson } from './json.ts';
import { type OpenShop, openShop, type ShopOptions } from './open-shop.ts';
import type { Coupon } from './records.ts';
import type { Reply, ShopRequest } from './shop-request.ts';

/** A shop across its restarts: it answers notifications and hooks. */
export interface Shop {
  /** Never rejects. */
  answer(request: ShopRequest): Promise<Reply>;
  /** Stops the shop's work at once. */
  stop(): void;
}

const heldCoupon = ({ code, id, type, amount, minPurchaseValue, combinable, expiryDate, phone }: Coupon) => ({
  code,
  id,
  type,
  amount,
  minPurchaseValue,
  combinable,
  expiryDate,
  phone,
});

const untilIdle = async (current: () => OpenShop): Promise<void> => {
  let waitedFor: OpenShop;
  do {
    waitedFor = current();
    await waitedFor.work.idle();
  } while (waitedFor !== current());
};

const act = (shop: OpenShop, action: string, text: string): Reply => {
  const parameters = text === '' ? {} : parseJson(text);
  try {
    if (!isObject(parameters)) throw new InvalidParameters('the parameters are no JSON object');
    return { status: 200, body: shop.act(action, parameters) };
  } catch (error) {
    if (!(error instanceof HookError)) throw error;
    return { status: error.status, body: { message: error.message } };
  }
};

export const createShop = (options: ShopOptions): Shop => {
  const { note } = options;
  let shop = openShop(options);

  const restart = (): void => {
    shop.work.stop();
    shop = openShop(options);
  };

  const route = async (request: ShopRequest): Promise<Reply> => {
    const { method, path, text } = request;
    const called = `${method} ${path}`;
    if (called === 'POST /webhook') return await shop.receive(request);
    if (called === 'GET /hooks/state') return { status: 200, body: { coupons: shop.coupons().map(heldCoupon) } };
    if (called === 'POST /hooks/idle') {
      await untilIdle(() => shop);
      return { status: 200, body: {} };
    }
    if (called === 'POST /hooks/restart') {
      restart();
      return { status: 200, body: {} };
    }
    if (called.startsWith('POST /hooks/')) return act(shop, called.slice('POST /hooks/'.length), text);
    return { status: 404, body: { message: `nothing is served at ${called}` } };
  };

  return {
    async answer(request) {
      try {
        return await route(request);
      } catch (error) {
        note(`${request.method} ${request.path} failed: ${String(error)}`);
        return { status: 500, body: { message: 'the shop failed' } };
      }
    },
    stop: () => shop.work.stop(),
  };
};
