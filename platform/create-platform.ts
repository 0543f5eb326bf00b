import { awkwardChoices, type Choices } from './choices.ts';
import { type CompanySeed, foundCompany } from './found-company.ts';
import { createApi } from './http/api.ts';
import type { Handle } from './http/call.ts';
import { createRespond, type Respond } from './http/respond.ts';
import { type DeepPartial, withOverrides } from './overrides.ts';
import { createPanel } from './panel/panel.ts';
import { type CompanyView, companyView } from './panel/panel-views.ts';
import { documentedPolicy, type Policy } from './policy/policy.ts';
import type { Runtime, ScaledRuntime } from './runtime.ts';
import type { Sender } from './webhooks/sender.ts';
import { createWorld, type World } from './world.ts';

/** Wraps the whole API of a platform, edge included. The panel is outside. */
export type Wrap = (handle: Handle, runtime: ScaledRuntime) => Handle;

export interface PlatformSettings {
  /** Value of the second header. Random when absent. */
  accessKey?: string;
  /** Random when absent. */
  panelToken?: string;
  /** One company with a random token when absent. */
  companies?: CompanySeed[];
  /** What the document specifies. */
  policy?: DeepPartial<Policy>;
  /** What the document leaves open. */
  choices?: DeepPartial<Choices>;
  wrap?: Wrap;
  /** Wraps the sender of notifications. */
  wrapSender?: (sender: Sender, runtime: ScaledRuntime) => Sender;
}

/** A platform without a server. */
export interface PlatformCore {
  world: World;
  respond: Respond;
  accessKey: string;
  panelToken: string;
  /** The current companies, with those that the panel added. */
  companies(): CompanyView[];
  /** Stops every delivery and every delayed effect. */
  close(): void;
}

/**
 * Creates a platform in memory that is not reachable yet. Throws TypeError on an override that does not exist, and
 * CompanyTaken on equal tokens.
 */
export function createPlatform(settings: PlatformSettings, runtime: Runtime): PlatformCore {
  const { wrap = (handle) => handle, wrapSender = (sender) => sender } = settings;
  const accessKey = settings.accessKey ?? runtime.randomBytes(16).toString('hex');
  const panelToken = settings.panelToken ?? runtime.randomBytes(24).toString('base64url');
  const policy = withOverrides(documentedPolicy, settings.policy, 'policy');
  const choices = withOverrides(awkwardChoices, settings.choices, 'choices');
  const scaled = { ...runtime, timeScale: policy.timeScale };
  const openSender: Runtime['openSender'] = (options) => wrapSender(runtime.openSender(options), scaled);
  const world = createWorld({ policy, choices, accessKey, panelToken, runtime: { ...runtime, openSender } });
  for (const seed of settings.companies ?? [{ name: 'Company' }]) foundCompany(world, seed);
  const api = wrap(createApi(world), scaled);
  return {
    world,
    respond: createRespond(world, { api, panel: createPanel(world) }),
    accessKey,
    panelToken,
    companies: () => [...world.companiesById.values()].map((company) => companyView(world, company)),
    close() {
      world.later.close();
      world.deliveries.close();
    },
  };
}
