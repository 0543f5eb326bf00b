import { z } from 'zod';
import { isObject } from '../../../core/json.ts';
import type { Client } from '../../../fixtures/client/client.ts';
import type { Exchange } from '../../../fixtures/exchange.ts';
import type { Profile } from '../../../fixtures/profile/profile.ts';
import { credentialHeaders } from '../../../fixtures/run/credentials.ts';
import type { Ledger } from '../../ledger/ledger.ts';

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
const maxMs = 60_000;

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

export type Lookups = z.output<typeof lookupsSchema>;

export const noLookups = (): Lookups => ({
  identified: [],
  external: [],
  refused: [],
  orderMissing: [],
  ambiguousFound: 0,
});

/**
 * Asks the target what the journals leave open (Endpoints › GET /orders/:id, GET /orders/external/:externalId): ids that
 * no response had, whether orders without a notification exist, and to whom unknown orders belong. Updates the ledger.
 * Stops after a minute, or after several requests in a row without a response.
 */
export const reconcile = async ({ client, profile, ledger, prefix, now }: Reconciliation): Promise<Lookups> => {
  const untilMs = now() + maxMs;
  let unanswered = 0;
  const find = async (companyName: string, path: string): Promise<Exchange | undefined> => {
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
  const idIn = (found: Exchange): string | undefined =>
    isObject(found.body) && typeof found.body.id === 'string' ? found.body.id : undefined;
  const lookups = noLookups();

  await Promise.all(
    [...ledger.unidentified].slice(0, maxLookups).map(async ([externalId, { company, order }]) => {
      const found = await find(company, `/orders/external/${encodeURIComponent(externalId)}`);
      const id = found && found.status < 300 ? idIn(found) : undefined;
      if (id === undefined && found?.status !== 404) return;
      if (id !== undefined && order[5] === 'ambiguous') lookups.ambiguousFound += 1;
      lookups.identified.push([externalId, id ?? null]);
    }),
  );
  for (const [externalId, id] of lookups.identified) ledger.identify(externalId, id ?? undefined);
  const companies = profile.companies.map(({ name }) => name);
  await Promise.all(
    ledger.strangers(maxLookups).map(async (id) => {
      for (const company of companies) {
        const found = await find(company, `/orders/${encodeURIComponent(id)}`);
        if (!found || found.status >= 300 || !isObject(found.body)) continue;
        const { externalId } = found.body;
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
        return;
      }
    }),
  );
  for (const id of lookups.external) ledger.external(id);
  for (const id of lookups.refused) ledger.refused(id);
  await Promise.all(
    ledger.unnotified(now(), maxLookups).map(async ({ id, company }) => {
      const found = await find(company, `/orders/${encodeURIComponent(id)}`);
      if (found?.status === 404) lookups.orderMissing.push(id);
    }),
  );
  for (const id of lookups.orderMissing) ledger.orderMissing(id);
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
