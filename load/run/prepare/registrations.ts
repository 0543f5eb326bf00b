import { randomBytes } from 'node:crypto';
import type { Client } from '../../../fixtures/client/client.ts';
import type { Exchange } from '../../../fixtures/exchange.ts';
import type { Company, Profile } from '../../../fixtures/profile/profile.ts';
import type { Secret } from '../../../fixtures/profile/secret.ts';
import { messageOf } from '../../../fixtures/reading/message-of.ts';
import { claimCompanies, describeHolder } from '../../../fixtures/run/claim.ts';
import { mustBeAccepted } from '../../../fixtures/run/credentials.ts';
import { registrar } from '../../../fixtures/run/registration.ts';
import { describeLeft, restoreRegistration } from '../../../fixtures/run/restore-registration.ts';
import { newRunId } from '../../../fixtures/run/start-run.ts';
import { LoadError } from '../load-error.ts';

/** The registered webhooks of a run. Disposing restores the earlier ones. */
export interface Registrations extends AsyncDisposable {
  /** The bearer tokens of deliveries. */
  secrets: Secret[];
  /** What could not be restored, in words. Complete after disposing. */
  troubles: string[];
}

/** Registers the URL of each company (Endpoints › POST /webhooks). Rejects with `LoadError` if that is refused. */
export const takeRegistrations = async (
  client: Client,
  profile: Profile,
  companies: readonly { company: Company; url: string }[],
): Promise<Registrations> => {
  const unwilling = companies.find(({ company }) => company.webhook?.takeOver !== true);
  if (unwilling !== undefined) {
    throw new LoadError(
      `The profile does not allow a run to replace the webhook of ${unwilling.company.name}. Set webhook: { takeOver: true } and what to restore afterwards, name other companies in load.companies, or run the script "orders".`,
    );
  }
  const register = registrar(client, profile, 'set-up');
  const secrets: Secret[] = [];
  const troubles: string[] = [];
  const taken = new AsyncDisposableStack();
  try {
    const claiming = companies.map(({ company }) => company);
    const { holders } = taken.use(await claimCompanies({ client, profile, runId: newRunId() }, claiming));
    for (const [company, holder] of holders) throw new Error(describeHolder(company, holder));
    for (const [index, { company, url }] of companies.entries()) {
      const bearerToken = randomBytes(18).toString('base64url');
      secrets.push({ env: `webhook bearer ${index + 1}`, value: bearerToken });
      const own: Parameters<typeof restoreRegistration>[0]['own'] = { url, bearerToken };
      let registered: Exchange | undefined;
      taken.defer(async () => {
        try {
          await restoreRegistration({ client, profile, register, company, own, registered });
        } catch (error) {
          troubles.push(describeLeft(company, own, error));
        }
      });
      const { answer, id } = await register(company, { url, bearerToken });
      mustBeAccepted(answer);
      registered = answer;
      if (id !== undefined) own.registrationId = id;
    }
  } catch (error) {
    await taken.disposeAsync();
    const left = troubles.map((trouble) => `\n${trouble}`).join('');
    throw new LoadError(
      `A webhook could not be registered: ${messageOf(error)}. Check it with "npx selo doctor".${left}`,
    );
  }
  return { secrets, troubles, [Symbol.asyncDispose]: () => taken.disposeAsync() };
};
