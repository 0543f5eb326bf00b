import { fileURLToPath } from 'node:url';
import { capabilities } from '../../core/partner-record.ts';
import { freePort } from '../../fixtures/processes/free-port.ts';
import type { PartnerConfig } from '../partner-config.ts';
import { runSession, type Session, type SessionOptions } from './run-session.ts';

const main = fileURLToPath(new URL('../../examples/shop/main.ts', import.meta.url));

/** The example shop as a partner, with these environment variables. */
export const exampleShop = async (env: Record<string, string> = {}): Promise<PartnerConfig> => {
  const port = await freePort('127.0.0.1');
  return {
    name: 'Example shop',
    version: '1.0.0',
    capabilities: capabilities.filter((capability) => capability !== 'several-companies'),
    triggers: { kind: 'http', url: `http://127.0.0.1:${port}/hooks` },
    start: {
      command: 'node',
      args: [main],
      env: { SHOP_PORT: String(port), SHOP_RETRY_PAUSE_MS: '50', PLATFORM_TIMEOUT_MS: '2000', ...env },
    },
  };
};

/** Plays a session on a small time scale. */
export const playWith = (partner: PartnerConfig, options: Partial<SessionOptions> = {}): Promise<Session> =>
  runSession({
    partner,
    partnerFolder: process.cwd(),
    host: '127.0.0.1',
    port: 0,
    timeScale: 0.05,
    signal: new AbortController().signal,
    ask: () => Promise.resolve({ said: 'nothing' }),
    onReady: () => {},
    onScenario: () => {},
    seed: '1',
    note: () => {},
    ...options,
  });
