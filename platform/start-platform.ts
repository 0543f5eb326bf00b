import { once } from 'node:events';
import { createPlatform, type PlatformSettings } from './create-platform.ts';
import { panelPrefix } from './http/respond.ts';
import { createHttpServer } from './http/server.ts';
import type { CompanyView } from './panel/panel-views.ts';
import { systemRuntime } from './runtime.ts';

export interface PlatformOptions extends PlatformSettings {
  /** Any free one when absent. */
  port?: number;
  /** 127.0.0.1 when absent. */
  host?: string;
}

export interface Platform extends AsyncDisposable {
  baseUrl: string;
  panelUrl: string;
  panelToken: string;
  accessKey: string;
  /** The current companies, with those that the panel added. */
  readonly companies: CompanyView[];
}

/** Starts a platform in memory. Rejects when the port is in use, and when `createPlatform` throws. */
export async function startPlatform(options: PlatformOptions = {}): Promise<Platform> {
  const { port = 0, host = '127.0.0.1', ...settings } = options;
  const core = createPlatform(settings, systemRuntime);
  const server = createHttpServer(core.world, core.respond);
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error(`No port to listen on at ${host}`);
  const baseUrl = `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`;

  return {
    baseUrl,
    panelUrl: `${baseUrl}${panelPrefix}`,
    panelToken: core.panelToken,
    accessKey: core.accessKey,
    get companies() {
      return core.companies();
    },
    async [Symbol.asyncDispose]() {
      core.close();
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
