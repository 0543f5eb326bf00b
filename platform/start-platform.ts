import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { awkwardChoices, type Choices } from './choices.ts';
import { type CompanySeed, foundCompany } from './found-company.ts';
import { createApi } from './http/api.ts';
import type { Handle } from './http/call.ts';
import { createHttpServer, panelPrefix } from './http/server.ts';
import { type DeepPartial, withOverrides } from './overrides.ts';
import { createPanel } from './panel/panel.ts';
import { type CompanyView, companyView } from './panel/panel-views.ts';
import { documentedPolicy, type Policy } from './policy/policy.ts';
import { createWorld } from './world.ts';

export interface PlatformOptions {
  /** Any free one when absent. */
  port?: number;
  /** 127.0.0.1 when absent. */
  host?: string;
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
  /** Put around the whole API, edge included; the panel is outside. */
  wrap?: (handle: Handle) => Handle;
}

export interface Platform extends AsyncDisposable {
  baseUrl: string;
  panelUrl: string;
  panelToken: string;
  accessKey: string;
  /** As they are now, with those that the panel added. */
  readonly companies: CompanyView[];
}

/** Starts a platform in memory. Rejects when the port is taken, with TypeError on an override that does not exist, with CompanyTaken on equal tokens. */
export async function startPlatform(options: PlatformOptions = {}): Promise<Platform> {
  const { port = 0, host = '127.0.0.1', wrap = (handle) => handle } = options;
  const accessKey = options.accessKey ?? randomBytes(16).toString('hex');
  const panelToken = options.panelToken ?? randomBytes(24).toString('base64url');
  const policy = withOverrides(documentedPolicy, options.policy, 'policy');
  const choices = withOverrides(awkwardChoices, options.choices, 'choices');
  const world = createWorld({ policy, choices, accessKey, panelToken });
  for (const seed of options.companies ?? [{ name: 'Company' }]) foundCompany(world, seed);

  const server = createHttpServer(world, {
    api: wrap(createApi(world)),
    panel: createPanel(world),
  });
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error(`No port to listen on at ${host}`);
  const baseUrl = `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`;

  return {
    baseUrl,
    panelUrl: `${baseUrl}${panelPrefix}`,
    panelToken,
    accessKey,
    get companies() {
      return [...world.companiesById.values()].map((company) => companyView(world, company));
    },
    async [Symbol.asyncDispose]() {
      world.later.close();
      world.deliveries.close();
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
