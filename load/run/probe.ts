import { setTimeout as delay } from 'node:timers/promises';
import { isUuid } from '../../core/forms.ts';
import { isObject } from '../../core/json.ts';
import type { Client } from '../../fixtures/client/client.ts';
import { Unavailable } from '../../fixtures/client/unavailable.ts';
import type { Company, Profile } from '../../fixtures/profile/profile.ts';
import { bodiesOf } from '../../fixtures/run/bodies-of.ts';
import { credentialHeaders } from '../../fixtures/run/credentials.ts';
import type { OrderFact } from '../facts.ts';
import { phoneAt, phonesOf } from '../phones.ts';
import { LoadError } from './load-error.ts';
import type { Prepared, PrepareOptions } from './prepare/prepare.ts';
import { companiesUnderLoad } from './prepare/prepare-plan.ts';

interface ProbeOptions {
  client: Client;
  profile: Profile;
  company: Company;
  /** Notifications that the order is due. */
  due: number;
  runId: string;
  /** The registered webhook; undefined if notifications are not followed. */
  url: string | undefined;
  phone: string;
  isNotified: (orderId: string) => Promise<boolean>;
  /** Limit for a notification. */
  timeoutMs: number;
}

const lookEveryMs = 50;
const tries = 3;

/**
 * Sends an order and waits for its notification, so that a target that refuses orders or cannot reach the capture is
 * reported before any load. Resolves with the orders that have due notifications. Rejects with `LoadError`.
 */
export const probeCompany = async (options: ProbeOptions): Promise<OrderFact[]> => {
  const { client, profile, company, due, runId, url, phone, isNotified, timeoutMs } = options;
  const headers = { ...credentialHeaders(profile, company), 'content-type': 'application/json' };

  const send = async (externalId: string): Promise<OrderFact> => {
    const call = { by: 'probe', company: company.name, headers };
    const body = bodiesOf(profile).order({ externalId, status: 'completed', phone, total: 100 });
    const posted = await client.send(
      { ...call, method: 'POST', path: '/orders', body: JSON.stringify(body) },
      () => {},
    );
    if (posted.status >= 300) {
      throw new LoadError(
        `${company.name}: POST /orders answered ${posted.status} to the order that load would send: ${posted.text.slice(0, 200)}\nCheck resources.orders.body in the profile with "npx selo doctor".`,
      );
    }
    const acceptedMs = Date.now();
    const found = await client.send(
      { ...call, method: 'GET', path: `/orders/external/${encodeURIComponent(externalId)}` },
      () => {},
    );
    const id = isObject(found.body) && typeof found.body.id === 'string' ? found.body.id : null;
    return [externalId, id, acceptedMs, due, 0, 'accepted'];
  };

  /** A target that fails once is tried again. */
  const sendOrExplain = async (tried: number): Promise<OrderFact> => {
    try {
      return await send(`selo-${runId}-probe-${company.name}-${tried}`);
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      if (tried < tries) return sendOrExplain(tried + 1);
      throw new LoadError(
        `${company.name}: ${error.message}, before any load was sent. Is the target up? Check it with "npx selo doctor".`,
      );
    }
  };

  const orders: OrderFact[] = [];
  for (let tried = 1; tried <= tries; tried += 1) {
    const order = await sendOrExplain(tried);
    if (due === 0) return [];
    orders.push(order);
    const [, id] = order;
    if (url === undefined || id === null || !isUuid(id)) return orders;
    const untilMs = performance.now() + timeoutMs;
    while (performance.now() < untilMs) {
      if (await isNotified(id)) return orders;
      await delay(lookEveryMs);
    }
  }
  throw new LoadError(
    `${company.name}: no notification came for ${tries} probe orders within ${(timeoutMs / 1000).toFixed(0)} s each. Can the platform reach ${new URL(url ?? '').origin}? Set capture.publicUrl to a URL that it reaches. Check also that the flow in the profile is active.`,
  );
};

/** The last phones of the pattern, over which runs are spread so that they use different ones. */
const probePhones = 1_000_000;

/** Probes every company under load. Resolves with the orders that have due notifications. */
export const probe = async (
  {
    profile,
    request,
    runId,
    failingReceivers,
  }: Pick<PrepareOptions, 'profile' | 'request' | 'runId' | 'failingReceivers'>,
  { client, capture, journals, plan, record, timing }: Prepared,
): Promise<[company: string, order: OrderFact][]> => {
  const { phonePattern } = profile;
  const orders: [string, OrderFact][] = [];
  for (const [index, company] of companiesUnderLoad(profile).entries()) {
    const sent = await probeCompany({
      client,
      profile,
      company,
      runId,
      timeoutMs: timing.dispatchMs,
      due: plan.companies[index]?.flows.completed ?? 0,
      url: capture && !failingReceivers.includes(company.name) ? capture.urlOf(company.name) : undefined,
      phone: phoneAt(phonePattern, phonesOf(phonePattern) - 1 - index - (request.seed % probePhones)),
      async isNotified(orderId) {
        await capture?.health();
        await journals.read();
        return record.ledger.hasArrived(orderId);
      },
    });
    orders.push(...sent.map((order): [string, OrderFact] => [company.name, order]));
  }
  return orders;
};
