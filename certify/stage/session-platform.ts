import { omitUndefined } from '../../core/omit-undefined.ts';
import type { OtherCompany } from '../../core/partner-record.ts';
import type { Secret } from '../../fixtures/profile/secret.ts';
import type { Runtime } from '../../fixtures/runtime.ts';
import { createPlatform } from '../../platform/create-platform.ts';
import { answerInMemory } from '../../platform/http/in-memory.ts';
import { panelPrefix } from '../../platform/http/respond.ts';
import type { Sender } from '../../platform/webhooks/sender.ts';
import type { FieldNames } from '../field-names.ts';
import { type AskJson, type AskPlatform, askJsonWith } from './forward.ts';
import { createPanel, giftback, type Panel } from './panel.ts';

/** Credentials that a partner is configured with; random when left out. */
export interface Credentials {
  token?: string;
  /** The token of the second company. */
  secondToken?: string;
  accessKey?: string;
}

interface SessionPlatformOptions {
  runtime: Runtime;
  /** Real seconds for each documented second. */
  timeScale: number;
  names: FieldNames;
  credentials: Credentials;
  /** Whether the partner serves a second company. */
  hasSecond: boolean;
  /** Sends the notifications. */
  sender: Sender;
  /** The sender's timeout, in milliseconds. */
  receiverMs: number;
}

/** A company of the partner at the platform. */
export interface SessionCompany {
  /** The platform's id of it, as notifications have it. */
  id: string;
  /** Undefined for the first company. */
  company: OtherCompany | undefined;
  /** The bearer of its calls. */
  token: Secret;
  /** Asks as the partner. */
  askJson: AskJson;
  panel: Panel;
}

/** A platform with the companies of the partner only. It is in memory, and nothing here is recorded. */
interface SessionPlatform {
  first: SessionCompany;
  second: SessionCompany | undefined;
  /** The value of the second header. */
  accessKey: Secret;
  ask: AskPlatform;
  close(): void;
}

export const accessHeader = 'service-access';
const platformSlackMs = 1_000;

export const createSessionPlatform = (options: SessionPlatformOptions): SessionPlatform => {
  const { runtime, timeScale, credentials, hasSecond, sender, receiverMs } = options;
  // the platform takes only the names that it uses itself
  const { webhookUrl, orderCustomer, customerAddress, orderTotal, storeName } = options.names;
  const { token, secondToken, accessKey } = credentials;
  const seedOf = (name: string, given: string | undefined) => ({
    name,
    history: 'none' as const,
    flows: [giftback],
    ...omitUndefined({ token: given }),
  });
  const platform = createPlatform(
    {
      companies: [seedOf('Certified partner', token), ...(hasSecond ? [seedOf('Second company', secondToken)] : [])],
      ...omitUndefined({ accessKey }),
      policy: { timeScale },
      choices: {
        // a separate scenario adds undocumented fields
        answers: { extraFields: { payloads: false } },
        // isValid is false once used: that a coupon starts later is in its startDate
        coupons: { validBeforeStart: true },
        // the sender applies the receiver's timeout
        webhooks: { timeoutFloorMs: receiverMs + platformSlackMs },
        fields: { webhookUrl, orderCustomer, customerAddress, orderTotal, storeName },
      },
    },
    { ...runtime, openSender: () => sender },
  );
  const ask = answerInMemory(platform.world, platform.respond);
  const [first, second] = platform.companies().map(
    (view, index): SessionCompany => ({
      id: view.id,
      company: index === 0 ? undefined : 'second',
      token: { env: index === 0 ? 'PARTNER_TOKEN' : 'PARTNER_SECOND_TOKEN', value: view.token },
      askJson: askJsonWith(ask, { authorization: `Bearer ${view.token}`, [accessHeader]: platform.accessKey }),
      panel: createPanel({
        askJson: askJsonWith(ask, { authorization: `Bearer ${platform.panelToken}` }),
        companyPath: `${panelPrefix}/companies/${view.id}`,
      }),
    }),
  );
  if (first === undefined) throw new Error('the platform has no company');
  return {
    first,
    second,
    accessKey: { env: 'PARTNER_ACCESS_KEY', value: platform.accessKey },
    ask,
    close: platform.close,
  };
};
