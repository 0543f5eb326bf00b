import { z } from 'zod';
import { isObject } from '../../../core/json.ts';
import type { Client } from '../../../fixtures/client/client.ts';
import type { Exchange } from '../../../fixtures/exchange.ts';
import type { Profile } from '../../../fixtures/profile/profile.ts';
import { credentialHeaders } from '../../../fixtures/run/credentials.ts';
import type { Runtime } from '../../../fixtures/runtime.ts';
import type { CaptureHealth } from '../../capture/start-load-capture.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { curveMs } from '../../ledger/retry-curve.ts';
import type { Settlement } from '../../ledger/settlement.ts';
import type { Prepared } from '../prepare/prepare.ts';
import { readEveryMs } from '../record/journals.ts';

interface Reconciliation {
  client: Client;
  profile: Profile;
  ledger: Ledger;
  /** The prefix of this run's external ids. */
  prefix: string;
  now: () => number;
}

/** A target may have lost everything. */
const maxLookups = 5_000;
/** Lookups in a row without a response. */
const maxUnanswered = 5;
const maxLookupMs = 60_000;

/** What a target reported about orders that the journals leave open. */
export const lookupsSchema = z.strictObject({
  /** Ids by external id; null if the target does not have the order. */
  identified: z.array(z.tuple([z.string(), z.string().nullable()])),
  /** Orders of others, and of interrupted journeys. */
  external: z.array(z.string()),
  /** Orders that were refused but exist. */
  refused: z.array(z.string()),
  /** Orders that were accepted but do not exist. */
  orderMissing: z.array(z.string()),
  /** Ambiguous orders that exist. */
  ambiguousFound: z.int().nonnegative(),
});

type Lookups = z.output<typeof lookupsSchema>;

export const noLookups = (): Lookups => ({
  identified: [],
  external: [],
  refused: [],
  orderMissing: [],
  ambiguousFound: 0,
});

type Find = (company: string, path: string) => Promise<Exchange | undefined>;

/** Looks up orders. Stops after a minute, or after several requests in a row without a response. */
const createFind = ({ client, profile, now }: Reconciliation): Find => {
  const untilMs = now() + maxLookupMs;
  let unanswered = 0;
  return async (companyName, path) => {
    if (unanswered >= maxUnanswered || now() > untilMs) return undefined;
    const company = profile.companies.find(({ name }) => name === companyName);
    if (company === undefined) return undefined;
    const headers = credentialHeaders(profile, company);
    try {
      const answer = await client.send({ by: 'load', company: company.name, method: 'GET', path, headers }, () => {});
      unanswered = 0;
      return answer;
    } catch {
      unanswered += 1;
      return undefined;
    }
  };
};

const findById = (find: Find, company: string, id: string): Promise<Exchange | undefined> =>
  find(company, `/orders/${encodeURIComponent(id)}`);

/** Asks for the orders whose ids no response had. */
const identifyOrders = async ({ ledger }: Reconciliation, find: Find, lookups: Lookups): Promise<void> => {
  const open = [...ledger.unidentified].slice(0, maxLookups);
  const identify = async ([externalId, { company, order }]: (typeof open)[number]): Promise<void> => {
    const found = await find(company, `/orders/external/${encodeURIComponent(externalId)}`);
    const id = found && found.status < 300 && isObject(found.body) ? found.body.id : undefined;
    const isFound = typeof id === 'string';
    if (!isFound && found?.status !== 404) return;
    if (isFound && order[5] === 'ambiguous') lookups.ambiguousFound += 1;
    lookups.identified.push([externalId, isFound ? id : null]);
  };
  await Promise.all(open.map(identify));
  for (const [externalId, id] of lookups.identified) ledger.identify(externalId, id ?? undefined);
};

/** Asks to whom the orders belong that only notifications named. */
const classifyStrangers = async (
  { profile, ledger, prefix }: Reconciliation,
  find: Find,
  lookups: Lookups,
): Promise<void> => {
  const classify = (id: string, externalId: unknown): void => {
    if (typeof externalId !== 'string' || !externalId.startsWith(prefix)) {
      lookups.external.push(id);
    } else if (ledger.unidentified.has(externalId)) {
      lookups.identified.push([externalId, id]);
      ledger.identify(externalId, id);
    } else if (ledger.reportedState(externalId) === 'refused') {
      lookups.refused.push(id);
    } else if (ledger.reportedState(externalId) === undefined) {
      // its journey was interrupted before it reported the order: whether a notification is due is not known
      lookups.external.push(id);
    }
  };
  const lookUp = async (id: string): Promise<void> => {
    for (const { name } of profile.companies) {
      const found = await findById(find, name, id);
      if (found && found.status < 300 && isObject(found.body)) return classify(id, found.body.externalId);
    }
  };
  await Promise.all(ledger.strangers(maxLookups).map(lookUp));
  for (const id of lookups.external) ledger.external(id);
  for (const id of lookups.refused) ledger.refused(id);
};

/** Asks whether orders without a notification exist. */
const findMissingOrders = async ({ ledger, now }: Reconciliation, find: Find, lookups: Lookups): Promise<void> => {
  await Promise.all(
    ledger.unnotified(now(), maxLookups).map(async ({ id, company }) => {
      const found = await findById(find, company, id);
      if (found?.status === 404) lookups.orderMissing.push(id);
    }),
  );
  for (const id of lookups.orderMissing) ledger.orderMissing(id);
};

/**
 * Asks the target what the journals leave open (Endpoints › GET /orders/:id, GET /orders/external/:externalId), and updates
 * the ledger.
 */
export const reconcile = async (reconciliation: Reconciliation): Promise<Lookups> => {
  const find = createFind(reconciliation);
  const lookups = noLookups();
  await identifyOrders(reconciliation, find, lookups);
  await classifyStrangers(reconciliation, find, lookups);
  await findMissingOrders(reconciliation, find, lookups);
  return lookups;
};

/** Updates a ledger with the journals of several runs by the lookups of each. */
export const applyLookups = (ledger: Ledger, lookups: readonly Lookups[]): void => {
  for (const [externalId, id] of lookups.flatMap(({ identified }) => identified)) {
    ledger.identify(externalId, id ?? undefined);
  }
  // an order that is external for one run may belong to another
  const external = new Set(lookups.flatMap((each) => each.external));
  for (const id of ledger.strangers(Number.POSITIVE_INFINITY)) if (external.has(id)) ledger.external(id);
  for (const id of lookups.flatMap(({ refused }) => refused)) ledger.refused(id);
  for (const id of lookups.flatMap(({ orderMissing }) => orderMissing)) ledger.orderMissing(id);
};

interface SettleOptions {
  profile: Profile;
  prepared: Pick<Prepared, 'client' | 'capture' | 'journals' | 'record' | 'timing' | 'drainSeconds'>;
  runtime: Pick<Runtime, 'now' | 'pause'>;
  failingReceivers: readonly string[];
  /** The prefix of this run's external ids. */
  prefix: string;
  /** Shortens the wait. */
  signal: AbortSignal;
  onWait: () => void;
}

export interface Settled {
  settlement: Settlement;
  lookups: Lookups;
  settledMs: number;
  captureHealth: CaptureHealth;
}

/** The wait for notifications after the run was interrupted. */
const interruptedDrainMs = 5_000;
/** A further wait after the last notification, for duplicates. */
const quietMs = 1_000;

const noCapture: CaptureHealth = {
  processes: 0,
  received: 0,
  overloaded: 0,
  turnedAway: 0,
  unreadable: 0,
  loopDelayP99Ms: 0,
  memoryMiB: 0,
};

/** Waits for the expected notifications, asks the target about open orders, and settles the ledger. */
export const settle = async (options: SettleOptions): Promise<Settled> => {
  const { profile, prepared, runtime, failingReceivers, prefix, signal, onWait } = options;
  const { client, capture, journals, timing, drainSeconds } = prepared;
  const { ledger } = prepared.record;
  const drainMs = drainSeconds * 1000;
  /** Failing receivers are waited for only if all ten attempts fit into the time. */
  const isAwaited = (company: string): boolean => !failingReceivers.includes(company) || curveMs(timing) <= drainMs;

  const readAll = async (): Promise<CaptureHealth> => {
    const health = (await capture?.health()) ?? noCapture;
    await journals.read();
    return health;
  };

  const drain = async (): Promise<void> => {
    const sinceMs = runtime.now();
    for (;;) {
      await readAll();
      const maxMs = signal.aborted ? Math.min(interruptedDrainMs, drainMs) : drainMs;
      if (!ledger.expectsAttempts(runtime.now(), isAwaited) || runtime.now() >= sinceMs + maxMs) return;
      onWait();
      await runtime.pause(readEveryMs);
    }
  };

  await drain();
  await runtime.pause(quietMs);
  const captureHealth = await readAll();
  const lookups = await reconcile({ client, profile, ledger, prefix, now: runtime.now });
  const settledMs = runtime.now();
  return { settlement: ledger.settle(settledMs), lookups, settledMs, captureHealth };
};
