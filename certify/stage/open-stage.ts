import { setTimeout as delay } from 'node:timers/promises';
import { request as send } from 'undici';
import type { Secret } from '../../fixtures/profile/secret.ts';
import { startPlatform } from '../../platform/start-platform.ts';
import { isObject } from '../../suites/json.ts';
import type { MadeCoupon } from '../../suites/partner/record.ts';
import { createDisturbances, type Disturbances } from './disturbances.ts';
import { openFront } from './front.ts';
import { openRelay } from './relay.ts';
import { createTranscript, type Transcript } from './transcript.ts';

export interface StageOptions {
  host: string;
  /** Where the partner reaches the platform; 0 for any free port. */
  port: number;
  /** Real seconds that a documented second takes. */
  timeScale: number;
}

/** What the partner has to be told. */
export interface Access {
  baseUrl: string;
  accessHeader: string;
  /** In this order: the token, the second header's value. */
  token: Secret;
  accessKey: Secret;
}

/** A platform of the partner's own for one session, with everything on its way recorded. */
export interface Stage extends AsyncDisposable {
  readonly access: Access;
  readonly transcript: Transcript;
  readonly disturbances: Disturbances;
  readonly receiverMs: number;
  readonly webhookUrl: string;
  /** Of the platform itself, past everything that records. */
  readonly platformUrl: string;
  /** The coupons that were notified so far, with what became of them. */
  coupons(): Promise<MadeCoupon[]>;
  /** Saves a further flow, in place of those that there are. */
  setFlow(flow: object): Promise<void>;
  /** Runs the flow for a phone, without an order. */
  runFlow(phone: string): Promise<void>;
  /** Whether the platform has notifications to deliver. */
  isDelivering(): Promise<boolean>;
  /** Whether neither the platform nor a disturbance has any to deliver; waits for those of disturbances. */
  isQuiet(): Promise<boolean>;
}

const companyName = 'Certified partner';
const webhookUrl = 'targetUrl';
const accessHeader = 'service-access';
const receiverSeconds = 5;
/** On a small time scale a receiver would have milliseconds, and a busy machine takes long over 200 notifications at once. */
const receiverFloorMs = 4_000;
const platformSlackMs = 1_000;
const holdMs = 60_000;

const giftback = {
  trigger: 'completed',
  step: { kind: 'giftback', percent: 10 },
  runMode: 'once-per-order',
  active: true,
} as const;

/** Sets the stage. Rejects when the port is taken. */
export const openStage = async ({ host, port, timeScale }: StageOptions): Promise<Stage> => {
  const resources = new AsyncDisposableStack();
  try {
    const receiverMs = Math.max(receiverFloorMs, receiverSeconds * timeScale * 1000);
    const platform = resources.use(
      await startPlatform({
        companies: [{ name: companyName, history: 'none', flows: [giftback] }],
        policy: { timeScale },
        // the relay decides how long a receiver has
        choices: { webhooks: { timeoutFloorMs: receiverMs + platformSlackMs } },
      }),
    );
    const [company] = platform.companies;
    if (company === undefined) throw new Error('the platform has no company');
    const access: Access = {
      baseUrl: '',
      accessHeader,
      token: { env: 'PARTNER_TOKEN', value: company.token },
      accessKey: { env: 'PARTNER_ACCESS_KEY', value: platform.accessKey },
    };
    const transcript = createTranscript([access.token, access.accessKey]);
    const disturbances = createDisturbances((entry) => transcript.fault(entry));
    const made = new Map<string, MadeCoupon>();
    const apiHeaders = { authorization: `Bearer ${company.token}`, [accessHeader]: platform.accessKey };
    const panelHeaders = { authorization: `Bearer ${platform.panelToken}`, 'content-type': 'application/json' };
    const companyUrl = `${platform.panelUrl}/companies/${company.id}`;

    const read = async (path: string): Promise<Record<string, unknown> | undefined> => {
      const { statusCode, body } = await send(platform.baseUrl + path, { headers: apiHeaders });
      const found: unknown = statusCode < 300 ? await body.json() : await body.dump();
      return isObject(found) ? found : undefined;
    };

    const panel = async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<unknown> => {
      const answer = await send(companyUrl + path, {
        method,
        headers: panelHeaders,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await answer.body.text();
      if (answer.statusCode >= 300)
        throw new Error(`the panel answered ${answer.statusCode} to ${method} ${path}: ${text}`);
      return text === '' ? undefined : JSON.parse(text);
    };

    const text = (value: unknown): string => (typeof value === 'string' ? value : '');
    const number = (value: unknown): number => (typeof value === 'number' ? value : 0);

    const noteCoupon = async (code: string): Promise<void> => {
      const coupon = await read(`/coupons/code/${encodeURIComponent(code)}`);
      if (coupon === undefined || made.has(code)) return;
      const deliveries = await panel('GET', `/deliveries?code=${encodeURIComponent(code)}`);
      const [delivery] = Array.isArray(deliveries) ? deliveries : [];
      const orderId = isObject(delivery) && typeof delivery.orderId === 'string' ? delivery.orderId : null;
      const order = orderId === null ? undefined : await read(`/orders/${orderId}`);
      const customer = isObject(coupon.customer) ? coupon.customer : {};
      const phone = text(customer.phone);
      const madeMs = transcript.now();
      for (const other of made.values()) {
        if (other.phone === phone && other.cancelledMs === null && !(await read(`/coupons/code/${other.code}`))) {
          other.cancelledMs = madeMs;
        }
      }
      made.set(code, {
        code,
        id: text(coupon.id),
        orderId,
        orderExternalId: order === undefined ? null : text(order.externalId) || null,
        type: text(coupon.type),
        amount: number(coupon.amount),
        minPurchaseValue: number(coupon.minPurchaseValue),
        acumulative: coupon.acumulative === true,
        expiryDate: text(coupon.expiryDate),
        phone,
        madeMs,
        cancelledMs: null,
      });
    };

    const relay = resources.use(
      await openRelay({ transcript, disturbances, webhookUrl, receiverMs, onCoupon: noteCoupon }),
    );
    const front = resources.use(
      await openFront({ host, port, platformUrl: platform.baseUrl, transcript, disturbances, relay, holdMs }),
    );
    access.baseUrl = `http://${host.includes(':') ? `[${host}]` : host}:${front.port}`;

    const flows = async (): Promise<string[]> => {
      const listed = await panel('GET', '/flows');
      return Array.isArray(listed) ? listed.flatMap((flow) => (isObject(flow) ? [text(flow.id)] : [])) : [];
    };

    const isDelivering = async (): Promise<boolean> => {
      const deliveries = await panel('GET', '/deliveries');
      const isUnderWay = (delivery: unknown): boolean =>
        isObject(delivery) && (delivery.state === 'waiting' || delivery.state === 'sending');
      return Array.isArray(deliveries) && deliveries.some(isUnderWay);
    };

    return {
      access,
      transcript,
      disturbances,
      receiverMs,
      webhookUrl,
      platformUrl: platform.baseUrl,
      async coupons() {
        // a giftback may have been cancelled by one that was not notified yet
        for (const coupon of made.values()) {
          if (coupon.cancelledMs === null && !(await read(`/coupons/code/${coupon.code}`))) {
            coupon.cancelledMs = transcript.now();
          }
        }
        return [...made.values()];
      },
      async setFlow(flow) {
        for (const id of await flows()) await panel('DELETE', `/flows/${id}`);
        await panel('POST', '/flows', { ...giftback, ...flow });
      },
      async runFlow(phone) {
        const [id] = await flows();
        await panel('POST', `/flows/${id}/runs`, { phone });
      },
      isDelivering,
      async isQuiet() {
        await relay.idle();
        return !(await isDelivering());
      },
      [Symbol.asyncDispose]: () => resources.disposeAsync(),
    };
  } catch (error) {
    await resources.disposeAsync();
    throw error;
  }
};

/**
 * Waits until no notification is on its way any more, for at most so long. Resolves with whether that was reached; `onLook`
 * may throw to end it.
 */
export const untilQuiet = async (stage: Stage, patienceMs: number, onLook: () => void = () => {}): Promise<boolean> => {
  const untilMs = performance.now() + patienceMs;
  while (!(await stage.isQuiet())) {
    onLook();
    if (performance.now() > untilMs) return false;
    await delay(50);
  }
  return true;
};
