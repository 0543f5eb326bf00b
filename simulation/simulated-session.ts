import type { PartnerConfig } from '../certify/partner-config.ts';
import { runSession, type Session, type SessionOptions } from '../certify/session/run-session.ts';
import type { ArrivedRequest, ServedAnswer } from '../certify/stage/arrived-request.ts';
import type { Access } from '../certify/stage/open-stage.ts';
import { AnswerLost, type PartnerAnswer, type PartnerRequest, type Surroundings } from '../certify/surroundings.ts';
import { capabilities } from '../core/partner-record.ts';
import { settingsFrom } from '../examples/shop/settings.ts';
import { createShop, type Shop } from '../examples/shop/shop.ts';
import { memoryStorage } from '../examples/shop/state.ts';
import type { Surroundings as ShopSurroundings } from '../examples/shop/surroundings.ts';
import type { Runtime } from '../fixtures/runtime.ts';
import { newUuid } from '../platform/ids.ts';
import { type Chance, seededChance } from './chance.ts';
import { startOf } from './simulated-run.ts';
import { createVirtualClock } from './virtual-clock.ts';

export interface SimulatedSessionOptions extends Partial<Omit<SessionOptions, 'seed' | 'surroundings'>> {
  /** Decides everything that is left to chance. */
  seed: number;
  /** Environment variables of the example shop. */
  environment?: Readonly<Record<string, string>>;
  /** Whether the machine is too busy for a request of ours to be answered in time. */
  isTooBusy?: (request: PartnerRequest) => boolean;
}

const stageUrl = 'http://stage.simulated';
const shopUrl = 'http://shop.simulated';

/**
 * One way, drawn for a session. Nothing overtakes anything, as over loopback: what is sent first arrives first.
 */
const latencyMs = { least: 1, most: 5 };

interface Sides {
  runtime: Runtime;
  chance: Chance;
  /** What the partner reaches, as soon as it is there. */
  serve?: (request: ArrivedRequest) => Promise<ServedAnswer>;
  /** What is certified, as soon as it knows the platform. */
  shop?: Shop;
}

interface Limits {
  runtime: Pick<Runtime, 'setTimer'>;
  timeoutMs: number;
  signal: AbortSignal | undefined;
}

/** Settles as the work does, unless that is late or somebody ends it: then it rejects with what `lost` makes. */
const within = <Result>(
  { runtime, timeoutMs, signal }: Limits,
  work: Promise<Result>,
  lost: (how: 'late' | 'ended') => unknown,
): Promise<Result> =>
  new Promise((resolve, reject) => {
    const end = (): void => reject(lost('ended'));
    const cancel = runtime.setTimer(timeoutMs, () => reject(lost('late')));
    signal?.addEventListener('abort', end);
    if (signal?.aborted) end();
    void work.then(resolve, reject).finally(() => {
      cancel();
      signal?.removeEventListener('abort', end);
    });
  });

/** The network between the stage and the shop, as either of them sees it. */
const networkOf = (
  sides: Sides,
  isTooBusy: NonNullable<SimulatedSessionOptions['isTooBusy']>,
): { stage: Surroundings; shop: ShopSurroundings } => {
  const { runtime, chance } = sides;
  const { least, most } = latencyMs;
  const oneWayMs = least + Math.floor(chance.of('latency').random() * (most - least + 1));
  const travel = (): Promise<void> => runtime.pause(oneWayMs);

  const askedOfShop = async ({ url, method, headers, body = '' }: PartnerRequest): Promise<PartnerAnswer> => {
    await travel();
    const { origin, pathname } = new URL(url);
    if (origin !== shopUrl || sides.shop === undefined) throw new AnswerLost('refused', `connect ECONNREFUSED ${url}`);
    const reply = await sides.shop.answer({
      method,
      path: pathname,
      authorization: headers.authorization,
      text: body,
    });
    if (reply === 'silence') return await new Promise(() => {});
    await travel();
    if (reply === 'hang-up') throw new AnswerLost('reset', 'read ECONNRESET');
    return {
      status: reply.status,
      readText: () => Promise.resolve(reply.body === undefined ? '' : JSON.stringify(reply.body)),
      discard: () => Promise.resolve(),
    };
  };

  const shopChance = chance.of('shop');
  return {
    stage: {
      runtime,
      async listen(serve) {
        sides.serve = serve;
        return { port: 80, async [Symbol.asyncDispose]() {} };
      },
      reachPartner(request) {
        const lost = (): AnswerLost => new AnswerLost('time-out', 'no answer came in time');
        const asked = isTooBusy(request) ? new Promise<PartnerAnswer>(() => {}) : askedOfShop(request);
        return within({ runtime, timeoutMs: request.timeoutMs, signal: request.signal }, asked, lost);
      },
    },
    shop: {
      now: runtime.now,
      pause: runtime.pause,
      newUuid: () => newUuid(4, { now: runtime.now, randomBytes: shopChance.randomBytes }),
      randomBytes: shopChance.randomBytes,
      exchange({ method, url, headers, text }, { timeoutMs, signal }) {
        const gone = new AbortController();
        const sent = async (): Promise<{ status: number; text: string } | { lost: string }> => {
          await travel();
          const named = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
          const framing = text !== undefined && named['content-length'] === undefined;
          const { serve } = sides;
          if (serve === undefined) return { lost: `connect ECONNREFUSED ${url}` };
          const answer = await serve({
            method,
            url: url.slice(stageUrl.length),
            headers: { ...named, ...(framing ? { 'transfer-encoding': 'chunked' } : {}), host: new URL(url).host },
            readBody: () => Promise.resolve(text ?? ''),
            gone: gone.signal,
          });
          await travel();
          if (answer === 'cut') return { lost: 'socket hang up' };
          return { status: answer.status, text: answer.body };
        };
        const late = { lost: `no answer within ${timeoutMs} ms` };
        return within({ runtime, timeoutMs, signal }, sent(), (how) => (how === 'late' ? late : signal.reason)).catch(
          (error: unknown) => {
            gone.abort();
            if (error === late) return late;
            throw error;
          },
        );
      },
    },
  };
};

/** As a partner that runs already and is configured by hand. */
const shopAsPartner: PartnerConfig = {
  name: 'Example shop',
  version: '1.0.0',
  capabilities: [...capabilities],
  triggers: { kind: 'http', url: `${shopUrl}/hooks` },
};

const shopAt = (access: Access, surroundings: ShopSurroundings, environment: Readonly<Record<string, string>>): Shop =>
  createShop({
    settings: settingsFrom({
      PLATFORM_URL: access.baseUrl,
      PLATFORM_TOKEN: access.token.value,
      PLATFORM_ACCESS_HEADER: access.accessHeader,
      PLATFORM_ACCESS_KEY: access.accessKey.value,
      PLATFORM_TIMEOUT_MS: '2000',
      SHOP_RETRY_PAUSE_MS: '20',
      ...environment,
    }),
    surroundings,
    storage: memoryStorage(surroundings),
    webhookUrl: `${shopUrl}/webhook`,
    note: () => {},
  });

/** Plays a session with the example shop on a virtual clock: the same seed gives the same record. */
export const simulateSession = async (options: SimulatedSessionOptions): Promise<Session> => {
  const { seed, environment = {}, isTooBusy = () => false, onReady = () => {}, ...given } = options;
  const chance = seededChance(`certify ${seed}`);
  const clock = createVirtualClock(startOf(chance));
  const sides: Sides = { runtime: { ...clock, ...chance.of('stage') }, chance };
  return await clock.run(async () => {
    const { stage: surroundings, shop } = networkOf(sides, isTooBusy);
    const session = await runSession({
      partner: shopAsPartner,
      host: 'stage.simulated',
      port: 80,
      publicUrl: stageUrl,
      timeScale: 0.02,
      signal: new AbortController().signal,
      ask: () => Promise.resolve({ said: 'nothing' }),
      onScenario: () => {},
      note: () => {},
      ...given,
      seed: String(seed),
      surroundings,
      onReady(stage) {
        sides.shop = shopAt(stage.access, shop, environment);
        onReady(stage);
      },
    });
    sides.shop?.stop();
    return session;
  });
};
