import { omitUndefined } from '../../core/omit-undefined.ts';
import type { Secret } from '../../fixtures/profile/secret.ts';
import type { Runtime } from '../../fixtures/runtime.ts';
import { createPlatform } from '../../platform/create-platform.ts';
import { answerInMemory } from '../../platform/http/in-memory.ts';
import { panelPrefix } from '../../platform/http/respond.ts';
import type { Sender } from '../../platform/webhooks/sender.ts';
import type { FieldNames } from '../field-names.ts';
import { type AskJson, type AskPlatform, askJsonWith } from './forward.ts';
import { createPanel, giftback, type Panel } from './panel.ts';

interface SessionPlatformOptions {
  runtime: Runtime;
  /** Real seconds for each documented second. */
  timeScale: number;
  names: FieldNames;
  /** Credentials that the partner is configured with; random when left out. */
  credentials: { token?: string; accessKey?: string };
  /** Sends the notifications. */
  sender: Sender;
  /** The sender's timeout, in milliseconds. */
  receiverMs: number;
}

/** A platform with the partner as its only company. It is in memory, and nothing here is recorded. */
interface SessionPlatform {
  /** The bearer of every call. */
  token: Secret;
  /** The value of the second header. */
  accessKey: Secret;
  ask: AskPlatform;
  /** Asks as the partner. */
  askJson: AskJson;
  panel: Panel;
  close(): void;
}

const companyName = 'Certified partner';
export const accessHeader = 'service-access';
const platformSlackMs = 1_000;

export const createSessionPlatform = (options: SessionPlatformOptions): SessionPlatform => {
  const { runtime, timeScale, credentials, sender, receiverMs } = options;
  // the platform takes only the names that it uses itself
  const { webhookUrl, orderCustomer, customerAddress, orderTotal, storeName } = options.names;
  const { token, accessKey } = credentials;
  const platform = createPlatform(
    {
      companies: [{ name: companyName, history: 'none', flows: [giftback], ...omitUndefined({ token }) }],
      ...omitUndefined({ accessKey }),
      policy: { timeScale },
      choices: {
        // a separate scenario adds undocumented fields
        answers: { extraFields: { payloads: false } },
        // the sender applies the receiver's timeout
        webhooks: { timeoutFloorMs: receiverMs + platformSlackMs },
        fields: { webhookUrl, orderCustomer, customerAddress, orderTotal, storeName },
      },
    },
    { ...runtime, openSender: () => sender },
  );
  const [company] = platform.companies();
  if (company === undefined) throw new Error('the platform has no company');
  const ask = answerInMemory(platform.world, platform.respond);
  return {
    token: { env: 'PARTNER_TOKEN', value: company.token },
    accessKey: { env: 'PARTNER_ACCESS_KEY', value: platform.accessKey },
    ask,
    askJson: askJsonWith(ask, {
      authorization: `Bearer ${company.token}`,
      [accessHeader]: platform.accessKey,
    }),
    panel: createPanel({
      askJson: askJsonWith(ask, { authorization: `Bearer ${platform.panelToken}` }),
      companyPath: `${panelPrefix}/companies/${company.id}`,
    }),
    close: platform.close,
  };
};
