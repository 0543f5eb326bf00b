import { vi } from 'vitest';
import { startEmbedded } from '../../platform/embedded/start-embedded.ts';
import type { Answer, Call } from '../../platform/http/call.ts';
import { isObject, type JsonObject, textIn } from './json.ts';
import { settingsFrom } from './settings.ts';
import { startShop } from './start-shop.ts';

/** A shop with an embedded platform whose company has a giftback flow. */
export interface TestShop extends AsyncDisposable {
  url: string;
  /** The shop's calls in the order of their arrival. */
  calls: Call[];
  notes: string[];
  /** Calls a hook of the shop. */
  act(action: string, parameters?: JsonObject): Promise<{ status: number; body: unknown }>;
  idle(): Promise<void>;
  coupons(): Promise<JsonObject[]>;
  /** Sends a notification to the shop's receiver; resolves with the status. */
  notify(payload: JsonObject, authorization?: string): Promise<number>;
  /** The bearer of the shop's latest registration. */
  bearer(): string;
}

interface TestShopOptions {
  environment?: Record<string, string>;
  /** Answers a call instead of the platform; undefined forwards it. `count` includes this call. */
  answer?: (call: Call, count: number) => Answer | Promise<Answer> | undefined;
}

const bodyOf = ({ body }: Call): JsonObject => JSON.parse(body);

export const startTestShop = async ({ environment, answer }: TestShopOptions = {}): Promise<TestShop> => {
  const resources = new AsyncDisposableStack();
  const calls: Call[] = [];
  const notes: string[] = [];
  const { platform, profile } = resources.use(
    await startEmbedded({
      wrap: (handle) => (call) => {
        calls.push(call);
        const count = calls.filter(({ method, path }) => method === call.method && path === call.path).length;
        return answer?.(call, count) ?? handle(call);
      },
    }),
  );
  const settings = settingsFrom({
    PLATFORM_URL: platform.baseUrl,
    PLATFORM_TOKEN: platform.companies[0]?.token,
    PLATFORM_ACCESS_HEADER: profile.accessHeader.name,
    PLATFORM_ACCESS_KEY: platform.accessKey,
    SHOP_PORT: '0',
    SHOP_RETRY_PAUSE_MS: '5',
    ...environment,
  });
  const shop = resources.use(await startShop(settings, (text) => void notes.push(text)));

  const post = (path: string, body: JsonObject, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(shop.url + path, { method: 'POST', body: JSON.stringify(body), headers });

  const bearer = (): string => {
    const registration = calls.findLast(({ method, path }) => method !== 'GET' && path.startsWith('/webhooks'));
    return registration === undefined ? '' : String(bodyOf(registration).bearerToken);
  };

  return {
    url: shop.url,
    calls,
    notes,
    async act(action, parameters = {}) {
      const answered = await post(`/hooks/${action}`, parameters);
      return { status: answered.status, body: await answered.json() };
    },
    async idle() {
      await post('/hooks/idle', {});
    },
    async coupons() {
      const state: unknown = await (await fetch(`${shop.url}/hooks/state`)).json();
      return isObject(state) && Array.isArray(state.coupons) ? state.coupons : [];
    },
    async notify(payload, authorization = `Bearer ${bearer()}`) {
      return (await post('/webhook', payload, authorization === '' ? {} : { authorization })).status;
    },
    bearer,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
};

/** Starts a shop that has registered its webhook. */
export const startRegisteredShop = async (options?: TestShopOptions): Promise<TestShop> => {
  const shop = await startTestShop(options);
  await shop.act('register-webhook');
  await shop.idle();
  return shop;
};

/** A notification that names no order. */
export const noticeOf = (code: unknown): JsonObject => ({ code, id: 'x', orderId: null, companyId: 'y' });

/** The bodies of the calls of that method and path. */
export const bodiesTo = (calls: Call[], method: string, path: string): JsonObject[] =>
  calls.filter((call) => call.method === method && call.path === path).map(bodyOf);

export const internalError = { status: 500, body: { statusCode: 500, message: 'Internal server error' } };

export const isTo = (method: string, path: string) => (call: Call) =>
  call.method === method && call.path.startsWith(path);

export const codeIn = (coupon: JsonObject | undefined): string => textIn(coupon, 'code') ?? '';

/** Registers the webhook and creates an order that earns a coupon. */
export const earnCoupon = async (shop: TestShop): Promise<JsonObject> => {
  await shop.act('register-webhook');
  await shop.idle();
  await shop.act('create-order', { total: 200 });
  await vi.waitUntil(async () => (await shop.coupons()).length > 0, { timeout: 10_000 });
  await shop.idle();
  const [coupon = {}] = await shop.coupons();
  return coupon;
};
