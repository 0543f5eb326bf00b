import { omitUndefined } from '../../core/omit-undefined.ts';
import type { Profile } from '../../fixtures/profile/profile.ts';
import type { DeclaredFlow } from '../../fixtures/profile/schema.ts';
import type { Secret } from '../../fixtures/profile/secret.ts';
import type { PlatformSettings } from '../create-platform.ts';
import type { CompanyView } from '../panel/panel-views.ts';
import { type Platform, type PlatformOptions, startPlatform } from '../start-platform.ts';
import { companySeeds, flowsByCompany } from './companies.ts';
import { type DialectName, dialects } from './dialect.ts';

/** The embedded platform together with the profile that describes it as a target. */
export interface EmbeddedTarget extends AsyncDisposable {
  platform: Platform;
  profile: Profile;
  secrets: Secret[];
}

export interface EmbeddedOptions extends PlatformSettings {
  /** `plain` when absent. */
  dialect?: DialectName;
  /** Tokens by company name. Companies without one get a random token. */
  tokens?: Readonly<Record<string, string>>;
  /** `none`: no company has records from before the run. When absent, the first company has some. */
  history?: 'none';
  /** Flows by company name. Other companies have those of `companies.ts`. */
  flows?: Readonly<Record<string, DeclaredFlow[]>>;
}

type StartOptions = EmbeddedOptions & Pick<PlatformOptions, 'port' | 'host'>;

/**
 * Ten attempts take 1,022 documented seconds, which are less than two real ones. On a smaller scale, the time of a
 * connection would make the first waits look too long.
 */
export const embeddedTimeScale = 0.0018;

/** On this time scale a receiver would have 9 ms to answer, and a busy machine needs more. */
const receiverFloorMs = 300;

/** A process accepts one connection in each turn of its event loop, so a busy receiver reads more of them too late. */
const maxInFlight = 16;

export const accessKeyVariable = 'SELO_ACCESS_KEY';
export const tokenVariable = (company: string): string => `SELO_TOKEN_${company.toUpperCase()}`;

interface Described {
  baseUrl: string;
  accessKey: string;
  companies: readonly CompanyView[];
}

/** The profile that the platform's owner would write. */
export const embeddedProfile = (
  platform: Described,
  { dialect: dialectName = 'plain', flows }: Pick<EmbeddedOptions, 'dialect' | 'flows'>,
  timeScale: number,
): Profile => {
  const dialect = dialects[dialectName];
  const flowsOf = { ...flowsByCompany, ...flows };
  return {
    name: 'embedded platform',
    baseUrl: platform.baseUrl,
    production: false,
    writes: true,
    accessHeader: { name: dialect.accessHeader, value: { env: accessKeyVariable, value: platform.accessKey } },
    companies: platform.companies.map(({ name, token, users }) => {
      const [known, ...disposable] = users.map(({ id, email }) => ({ id, email }));
      return {
        name,
        token: { env: tokenVariable(name), value: token },
        flows: flowsOf[name] ?? [],
        users: { ...omitUndefined({ known }), disposable },
        webhook: { takeOver: true },
      };
    }),
    resources: dialect.resources,
    internalError: '/internal-error',
    phonePattern: dialect.phonePattern,
    capture: {},
    limits: { concurrency: 48, timeoutSeconds: 10, edgeProbes: 'all' },
    timeScale,
    // long enough for a busy machine: they lengthen only the waits for notifications that never come
    tolerances: { dispatchSeconds: 570, slackMs: 400, settleSeconds: 0 },
    waivers: [],
    load: {
      allowedHosts: [{ host: new URL(platform.baseUrl).hostname, maxRate: 100_000 }],
      companies: ['main', 'second', 'third'],
      journeySeconds: 0.5,
      warmUpSeconds: 3,
      thinkSeconds: 0,
      sampleEvery: 20,
      refuseEvery: 50,
      dispatchSeconds: 60,
      captureProcesses: 1,
      objectives: {},
    },
  };
};

/** The settings of a platform with companies for every kind of flow. */
export const embeddedSettings = (options: EmbeddedOptions, timeScale: number): PlatformSettings => {
  const {
    dialect: name = 'plain',
    tokens = {},
    flows = {},
    history,
    companies = companySeeds,
    policy,
    choices,
    ...rest
  } = options;
  const dialect = dialects[name];
  return {
    ...rest,
    policy: { ...policy, timeScale, edge: { header: dialect.accessHeader, ...policy?.edge } },
    choices: {
      ...dialect.choices,
      ...choices,
      webhooks: { ...dialect.choices.webhooks, ...choices?.webhooks },
    },
    companies: companies.map((seed) => {
      const token = tokens[seed.name];
      const ofCompany = flows[seed.name] ?? seed.flows ?? [];
      return { ...seed, flows: ofCompany, ...omitUndefined({ history, token }) };
    }),
  };
};

/** Starts the reference platform in this process, with companies for every kind of flow, and describes it as a target. */
export const startEmbedded = async (options: StartOptions = {}): Promise<EmbeddedTarget> => {
  const { port, host, ...embedded } = options;
  const { policy, choices } = embedded;
  const timeScale = policy?.timeScale ?? embeddedTimeScale;
  // a timeout from the options gets no minimum
  const timeoutFloorMs = policy?.webhooks?.timeoutSeconds === undefined ? receiverFloorMs : 0;
  const floored = { ...choices, webhooks: { timeoutFloorMs, maxInFlight, ...choices?.webhooks } };
  const platform = await startPlatform({
    ...embeddedSettings({ ...embedded, choices: floored }, timeScale),
    ...omitUndefined({ port, host }),
  });
  const profile = embeddedProfile(platform, embedded, timeScale);
  return {
    platform,
    profile,
    secrets: [profile.accessHeader.value, ...profile.companies.map(({ token }) => token)],
    [Symbol.asyncDispose]: () => platform[Symbol.asyncDispose](),
  };
};
