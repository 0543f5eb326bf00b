import { setTimeout as delay } from 'node:timers/promises';
import { isUuid } from '../../../core/forms.ts';
import { isObject } from '../../../core/json.ts';
import type { Client } from '../../../fixtures/client/client.ts';
import { Unavailable } from '../../../fixtures/client/unavailable.ts';
import type { Company, Profile } from '../../../fixtures/profile/profile.ts';
import { bodiesOf } from '../../../fixtures/run/bodies-of.ts';
import { credentialHeaders } from '../../../fixtures/run/credentials.ts';
import type { OrderFact } from '../../facts.ts';
import type { CompanyPlan } from '../../plan.ts';
import { LoadError } from '../load-error.ts';

interface Probe {
  client: Client;
  profile: Profile;
  company: Company;
  flows: CompanyPlan['flows'];
  /** Of the run; the probes' orders are followed like all others. */
  runId: string;
  /** Where its notifications are to arrive; undefined where none is followed. */
  url: string | undefined;
  /** A phone of its own for each probe. */
  phone: string;
  /** Reads what has arrived. */
  read: () => Promise<void>;
  onOrder: (company: string, order: OrderFact) => void;
  hasArrived: (orderId: string) => boolean;
  /** How long a notification may take. */
  timeoutMs: number;
}

const lookEveryMs = 50;
const tries = 3;

/**
 * Sends an order before any load and waits for its notification, so that a target that refuses orders, or cannot reach
 * the capture, is reported at once. Throws `LoadError` with what to do.
 */
export const probe = async (options: Probe): Promise<void> => {
  const { client, profile, company, flows, runId, url, phone, read, onOrder, hasArrived, timeoutMs } = options;
  const headers = { ...credentialHeaders(profile, company), 'content-type': 'application/json' };
  const due = flows.completed;

  const send = async (externalId: string): Promise<string | undefined> => {
    const call = { by: 'probe', company: company.name, headers };
    const body = bodiesOf(profile).order({ externalId, status: 'completed', phone, total: 100 });
    const posted = await client.send(
      { ...call, method: 'POST', path: '/orders', body: JSON.stringify(body) },
      () => {},
    );
    if (posted.status >= 300) {
      throw new LoadError(
        `${company.name}: POST /orders answered ${posted.status} to the order that load would send: ${posted.text.slice(0, 200)}\nLook at resources.orders.body in the profile; "npx selo doctor" says more.`,
      );
    }
    const acceptedMs = Date.now();
    const found = await client.send(
      { ...call, method: 'GET', path: `/orders/external/${encodeURIComponent(externalId)}` },
      () => {},
    );
    const id = isObject(found.body) && typeof found.body.id === 'string' ? found.body.id : undefined;
    if (due > 0) onOrder(company.name, [externalId, id ?? null, acceptedMs, due, 0, 'accepted']);
    return id !== undefined && isUuid(id) ? id : undefined;
  };

  /** A target may fail once; one that fails each time is not there. */
  const sendOrExplain = async (tried: number): Promise<string | undefined> => {
    try {
      return await send(`selo-${runId}-probe-${company.name}-${tried}`);
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      if (tried < tries) return sendOrExplain(tried + 1);
      throw new LoadError(
        `${company.name}: ${error.message}, before any load was sent. Is the target up? "npx selo doctor" says more.`,
      );
    }
  };

  for (let tried = 1; tried <= tries; tried += 1) {
    const id = await sendOrExplain(tried);
    if (url === undefined || due === 0 || id === undefined) return;
    const untilMs = performance.now() + timeoutMs;
    while (performance.now() < untilMs) {
      await read();
      if (hasArrived(id)) return;
      await delay(lookEveryMs);
    }
  }
  throw new LoadError(
    `${company.name}: no notification came for ${tries} probe orders, each given ${(timeoutMs / 1000).toFixed(0)} s. Can the platform reach ${new URL(url ?? '').origin}? Set capture.publicUrl to where it can. Is the flow that the profile declares active?`,
  );
};
