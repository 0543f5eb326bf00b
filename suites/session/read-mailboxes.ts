import type { DeliverySubject } from '../../core/deliveries.ts';
import type { Attempt } from '../../fixtures/capture/attempt.ts';
import type { CaptureClient } from '../../fixtures/capture/client/connect-capture.ts';
import type { Client } from '../../fixtures/client/client.ts';
import type { RecordedExchange } from '../../fixtures/exchange.ts';
import { credentialHeaders } from '../../fixtures/run/credentials.ts';
import type { RunHandle } from '../../fixtures/run/run-handle.ts';
import { codeOf, type Notification, notificationsIn } from '../passive/notifications.ts';
import { path } from '../path.ts';
import type { Deliveries } from '../subject.ts';
import { caller } from './calls.ts';

/** The most coupons to look up. A run of all rules gets some hundreds of notifications. */
const maxAsked = 300;

interface Parts {
  handle: RunHandle;
  client: Pick<Client, 'send'>;
  exchanges: readonly RecordedExchange[];
  deliveries: Deliveries[];
}

const aboutOf = (attempt: Attempt): DeliverySubject => {
  const code = codeOf(attempt);
  if (code !== undefined) return { kind: 'coupon', code };
  return attempt.orderId == null ? { kind: 'attempt', seq: attempt.seq } : { kind: 'order', id: attempt.orderId };
};

/** Groups the attempts of the run's mailboxes by coupon. */
const byCoupon = (attempts: readonly Attempt[], { handle }: Parts): Deliveries[] => {
  // a check that registers another URL has a mailbox whose id begins with that of the company
  const companyOf = ({ mailbox }: Attempt): string | undefined =>
    Object.entries(handle.mailboxes).find(([, { id }]) => mailbox === id || mailbox.startsWith(`${id}-`))?.[0];
  const looks = new Map<string, Deliveries & { attempts: Attempt[] }>();
  for (const attempt of attempts) {
    const company = companyOf(attempt);
    if (company === undefined) continue;
    const about = aboutOf(attempt);
    const key = JSON.stringify([company, about]);
    const look = looks.get(key) ?? { company, about, attempts: [], assertions: [] };
    look.attempts.push(attempt);
    looks.set(key, look);
  }
  return [...looks.values()];
};

/** Looks coupons up by their codes, so that the exchanges of the run show them. */
const lookUp = async (notifications: readonly Notification[], { handle, client }: Parts): Promise<void> => {
  const { profile } = handle;
  const asked = notifications.slice(0, maxAsked).map(async ({ company: name, code }) => {
    const company = profile.companies.find((each) => each.name === name);
    if (!company) return;
    const send = caller({
      client,
      by: 'PAS-26',
      company: name,
      credentials: credentialHeaders(profile, company),
      accessHeader: profile.accessHeader.name,
      record: () => {},
      writes: false,
      onWrite: () => () => {},
    });
    // without a response, the rules say nothing about the coupon
    await send('GET', path`/coupons/code/${code}`).catch(() => {});
  });
  await Promise.all(asked);
};

/**
 * Collects every attempt that arrived for the companies of the run, also those that no check looked for. It first waits
 * until all due notifications have arrived or the dispatch time is over. Rejects if the capture server does not respond.
 */
export const readMailboxes = async (parts: Parts, capture: CaptureClient): Promise<void> => {
  const { handle, deliveries } = parts;
  const { timeScale, tolerances } = handle.profile;
  const collect = (): void => {
    deliveries.splice(0, deliveries.length, ...byCoupon(capture.attempts({}), parts));
  };
  collect();
  const lookUpUnknown = (): Promise<void> =>
    lookUp(
      notificationsIn(parts).filter(({ lookups }) => lookups.length === 0),
      parts,
    );
  // the coupons of what arrived show which notifications are due
  await lookUpUnknown();
  const due = Map.groupBy(
    notificationsIn(parts).filter(({ isDue, attempts }) => isDue && attempts.length === 0),
    ({ company }) => company,
  );
  const deadlineMs = tolerances.dispatchSeconds * 1000 * timeScale + tolerances.slackMs;
  await Promise.all(
    [...due].map(([company, missing]) =>
      capture.waitFor(
        { mailbox: handle.mailboxes[company]?.id ?? '' },
        (attempts) => {
          const codes = new Set(attempts.map(codeOf));
          return missing.every(({ code }) => codes.has(code));
        },
        { deadlineMs },
      ),
    ),
  );
  collect();
  await lookUpUnknown();
  await lookUp(
    notificationsIn(parts).filter(({ isDue, attempts }) => isDue && attempts.length === 0),
    parts,
  );
};
