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
  /** What the external ids of this run's orders start with. */
  prefix: string;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/** A target that has lost everything is not asked about everything. */
const mostLookups = 5_000;
/** One that no longer answers is not asked on. */
const mostUnanswered = 5;
const mostMs = 60_000;

/**
 * Asks the target about what the journals leave open (Endpoints › GET /orders/:id, GET /orders/external/:externalId):
 * the ids that no answer gave, whether orders without a notification are there, and whose the unknown ones are.
 * A target that leaves several questions unanswered one after the other, and one that takes longer than a minute for
 * all, is not asked any more. Returns how many orders were found whose sender never learned whether they were stored.
 */
export const reconcile = async ({ client, profile, ledger, prefix, now }: Reconciliation): Promise<number> => {
  const untilMs = now() + mostMs;
  let unanswered = 0;
  const find = async (companyName: string, path: string): Promise<Exchange | undefined> => {
    if (unanswered >= mostUnanswered || now() > untilMs) return undefined;
    const company = profile.companies.find(({ name }) => name === companyName);
    if (company === undefined) return undefined;
    const headers = credentialHeaders(profile, company);
    try {
      const answer = await client.send({ by: 'load', company: company.name, method: 'GET', path, headers }, () => {});
      unanswered = 0;
      return answer;
    } catch {
      unanswered += 1;
      // what cannot be asked stays open
      return undefined;
    }
  };
  const idIn = (found: Exchange): string | undefined =>
    isObject(found.body) && typeof found.body.id === 'string' ? found.body.id : undefined;
  let ambiguousFound = 0;

  await Promise.all(
    [...ledger.unidentified].slice(0, mostLookups).map(async ([externalId, { company, order }]) => {
      const found = await find(company, `/orders/external/${encodeURIComponent(externalId)}`);
      const id = found && found.status < 300 ? idIn(found) : undefined;
      if (id === undefined && found?.status !== 404) return;
      if (id !== undefined && order[5] === 'ambiguous') ambiguousFound += 1;
      ledger.identify(externalId, id);
    }),
  );
  const companies = profile.companies.map(({ name }) => name);
  await Promise.all(
    ledger.strangers(mostLookups).map(async (id) => {
      for (const company of companies) {
        const found = await find(company, `/orders/${encodeURIComponent(id)}`);
        if (!found || found.status >= 300 || !isObject(found.body)) continue;
        const { externalId } = found.body;
        if (typeof externalId !== 'string' || !externalId.startsWith(prefix)) ledger.external(id);
        else if (ledger.unidentified.has(externalId)) ledger.identify(externalId, id);
        else if (ledger.reportedState(externalId) === 'refused') ledger.refused(id);
        // its journey was cut off before it could report it: whether a notification is due is not known
        else if (ledger.reportedState(externalId) === undefined) ledger.external(id);
        return;
      }
    }),
  );
  await Promise.all(
    ledger.unnotified(now(), mostLookups).map(async ({ id, company }) => {
      const found = await find(company, `/orders/${encodeURIComponent(id)}`);
      if (found?.status === 404) ledger.orderMissing(id);
    }),
  );
  return ambiguousFound;
};
