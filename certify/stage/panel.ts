import { isObject } from '../../core/json.ts';
import { awaitedAttempts } from '../obligations/model/notifications.ts';
import type { AskJson } from './forward.ts';

interface PanelOptions {
  /** Asks as the owner of the panel. */
  askJson: AskJson;
  /** The start of the panel's paths for the partner's company. */
  companyPath: string;
}

/** The address of the partner's receiver, and the bearer that each notification has. */
export interface Registration {
  url: string;
  bearerToken?: string;
}

/** The part of the platform's panel that a session needs. Each method rejects unless the response is 2xx. */
export interface Panel {
  /** The registration of the partner's webhook; undefined without one. */
  registration(): Promise<Registration | undefined>;
  /** Replaces the saved flows by this one. */
  setFlow(flow: object): Promise<void>;
  /** Runs the flow for a phone, without an order. */
  runFlow(phone: string): Promise<void>;
  /** Whether notifications with attempts left are still to deliver. */
  isDelivering(): Promise<boolean>;
  /** The service's id of the order that a notified coupon came from; null without one. */
  orderOf(code: string): Promise<string | null>;
}

export const giftback = {
  trigger: 'completed',
  // differs from `GET /coupons-config`, which shows an account's default and not the terms of a coupon
  step: { kind: 'giftback', percent: 12 },
  runMode: 'once-per-order',
  active: true,
} as const;

const isAwaited = (delivery: unknown): boolean => {
  if (!isObject(delivery) || !Array.isArray(delivery.attempts)) return false;
  const { length } = delivery.attempts;
  return length < awaitedAttempts || (length === awaitedAttempts && delivery.state === 'sending');
};

export const createPanel = ({ askJson, companyPath }: PanelOptions): Panel => {
  const ask = async (method: Parameters<AskJson>[0], path: string, body?: object): Promise<unknown> => {
    const { status, text, json } = await askJson(method, companyPath + path, body);
    if (status >= 300) throw new Error(`the panel answered ${status} to ${method} ${path}: ${text}`);
    return json;
  };

  const list = async (path: string): Promise<unknown[]> => {
    const listed = await ask('GET', path);
    return Array.isArray(listed) ? listed : [];
  };

  const flowIds = async (): Promise<string[]> =>
    (await list('/flows')).flatMap((flow) => (isObject(flow) && typeof flow.id === 'string' ? [flow.id] : []));

  return {
    async registration() {
      const found = await ask('GET', '/webhook');
      if (!isObject(found) || typeof found.url !== 'string') return undefined;
      const { url, bearerToken } = found;
      return typeof bearerToken === 'string' ? { url, bearerToken } : { url };
    },
    async setFlow(flow) {
      for (const id of await flowIds()) await ask('DELETE', `/flows/${id}`);
      await ask('POST', '/flows', { ...giftback, ...flow });
    },
    async runFlow(phone) {
      const [id] = await flowIds();
      await ask('POST', `/flows/${id}/runs`, { phone });
    },
    isDelivering: async () => (await list('/deliveries?state=waiting&state=sending')).some(isAwaited),
    async orderOf(code) {
      const [delivery] = await list(`/deliveries?code=${encodeURIComponent(code)}`);
      return isObject(delivery) && typeof delivery.orderId === 'string' ? delivery.orderId : null;
    },
  };
};
