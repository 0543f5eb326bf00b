import { runSession, type Session, type SessionOptions } from '../certify/session/run-session.ts';
import type { ArrivedRequest, ServedAnswer } from '../certify/stage/arrived-request.ts';
import { AnswerLost, type PartnerAnswer, type PartnerRequest, type Surroundings } from '../certify/surroundings.ts';
import type { Surroundings as PartnerSurroundings } from '../examples/shop/surroundings.ts';
import type { Runtime } from '../fixtures/runtime.ts';
import { newUuid } from '../platform/ids.ts';
import { type Chance, seededChance } from './chance.ts';
import { type SimulatedPartner, type SimulatedSoftware, simulatedShop, softwareUrl } from './simulated-partners.ts';
import { startOf } from './simulated-run.ts';
import { createVirtualClock } from './virtual-clock.ts';

export interface SimulatedSessionOptions extends Partial<Omit<SessionOptions, 'seed' | 'surroundings'>> {
  /** The seed of everything random. */
  seed: number;
  /** The partner to certify; the example shop when absent. */
  sample?: SimulatedPartner;
  /** Environment variables of the sample. */
  environment?: Readonly<Record<string, string>>;
  /** The requests that time out because the machine is too busy. */
  isTooBusy?: (request: PartnerRequest) => boolean;
}

const stageUrl = 'http://stage.simulated';

/** One way, drawn once for a session, so that requests arrive in the order in which they were sent. */
const latencyMs = { least: 1, most: 5 };

interface Sides {
  runtime: Runtime;
  chance: Chance;
  /** The platform of the stage, once it listens. */
  serve?: (request: ArrivedRequest) => Promise<ServedAnswer>;
  /** The partner's software, once it knows the platform. */
  software?: SimulatedSoftware;
}

interface Limits {
  runtime: Pick<Runtime, 'setTimer'>;
  timeoutMs: number;
  signal: AbortSignal | undefined;
}

/** Settles like the work. If that is late or aborted, rejects with the result of `lost`. */
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

/** Waits for a request or its answer on its way. */
type Travel = () => Promise<void>;

/** Sends a request to the partner's software. */
const askPartner = async (
  sides: Sides,
  travel: Travel,
  { url, method, headers, body = '' }: PartnerRequest,
): Promise<PartnerAnswer> => {
  await travel();
  const { software } = sides;
  const { origin, pathname } = new URL(url);
  if (origin !== softwareUrl || software === undefined) throw new AnswerLost('refused', `connect ECONNREFUSED ${url}`);
  const reply = await software.answer({ method, path: pathname, authorization: headers.authorization, text: body });
  if (reply === 'silence') return await new Promise(() => {});
  await travel();
  if (reply === 'hang-up') throw new AnswerLost('reset', 'read ECONNRESET');
  return {
    status: reply.status,
    readText: () => Promise.resolve(reply.body === undefined ? '' : JSON.stringify(reply.body)),
    discard: () => Promise.resolve(),
  };
};

const stageSurroundings = (
  sides: Sides,
  travel: Travel,
  isTooBusy: NonNullable<SimulatedSessionOptions['isTooBusy']>,
): Surroundings => ({
  runtime: sides.runtime,
  async listen(serve) {
    sides.serve = serve;
    return { port: 80, url: stageUrl, async [Symbol.asyncDispose]() {} };
  },
  reachPartner(request) {
    const lost = (): AnswerLost => new AnswerLost('time-out', 'no answer came in time');
    const asked = isTooBusy(request) ? new Promise<PartnerAnswer>(() => {}) : askPartner(sides, travel, request);
    return within({ runtime: sides.runtime, timeoutMs: request.timeoutMs, signal: request.signal }, asked, lost);
  },
});

type PartnerSending = Parameters<PartnerSurroundings['exchange']>[0];
type PartnerReceived = Awaited<ReturnType<PartnerSurroundings['exchange']>>;

/** Sends a request of the partner to the platform of the stage. */
const askStage = async (
  sides: Sides,
  travel: Travel,
  { method, url, headers, text, gone }: PartnerSending & { gone: AbortSignal },
): Promise<PartnerReceived> => {
  await travel();
  const { serve } = sides;
  if (serve === undefined) return { lost: `connect ECONNREFUSED ${url}` };
  const named = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const framing = text !== undefined && named['content-length'] === undefined;
  const answer = await serve({
    method,
    url: url.slice(stageUrl.length),
    headers: { ...named, ...(framing ? { 'transfer-encoding': 'chunked' } : {}), host: new URL(url).host },
    readBody: () => Promise.resolve(text ?? ''),
    gone,
  });
  await travel();
  if (answer === 'cut') return { lost: 'socket hang up' };
  return { status: answer.status, text: answer.body };
};

const partnerSurroundings = (sides: Sides, travel: Travel): PartnerSurroundings => {
  const { runtime, chance } = sides;
  const { randomBytes } = chance.of('shop');
  return {
    now: runtime.now,
    pause: runtime.pause,
    newUuid: () => newUuid(4, { now: runtime.now, randomBytes }),
    randomBytes,
    exchange(request, { timeoutMs, signal }) {
      // a request that was ended before it was sent never leaves
      if (signal.aborted) return Promise.reject(signal.reason);
      const gone = new AbortController();
      const asked = askStage(sides, travel, { ...request, gone: gone.signal });
      const late = { lost: `no answer within ${timeoutMs} ms` };
      return within({ runtime, timeoutMs, signal }, asked, (how) => (how === 'late' ? late : signal.reason)).catch(
        (error: unknown) => {
          gone.abort();
          if (error === late) return late;
          throw error;
        },
      );
    },
  };
};

/** Plays a session with a sample partner on a virtual clock. The same seed gives the same record. */
export const simulateSession = async (options: SimulatedSessionOptions): Promise<Session> => {
  const {
    seed,
    sample = simulatedShop,
    environment = {},
    isTooBusy = () => false,
    onReady = () => {},
    ...given
  } = options;
  const chance = seededChance(`certify ${seed}`);
  const clock = createVirtualClock(startOf(chance));
  const sides: Sides = { runtime: { ...clock, ...chance.of('stage') }, chance };
  const { least, most } = latencyMs;
  const oneWayMs = least + Math.floor(chance.of('latency').random() * (most - least + 1));
  const travel = (): Promise<void> => clock.pause(oneWayMs);
  const partner = partnerSurroundings(sides, travel);
  return await clock.run(async () => {
    const session = await runSession({
      partner: sample.config,
      partnerFolder: '.',
      host: 'stage.simulated',
      port: 80,
      publicUrl: stageUrl,
      timeScale: 0.02,
      // enough to show a storm of retries, and fewer to simulate than by default
      maxCalls: 2_000,
      signal: new AbortController().signal,
      ask: () => Promise.resolve({ said: 'nothing' }),
      onScenario: () => {},
      note: () => {},
      ...given,
      seed: String(seed),
      surroundings: stageSurroundings(sides, travel, isTooBusy),
      onReady(stage) {
        sides.software = sample.open(stage.access, partner, environment);
        onReady(stage);
      },
    });
    sides.software?.stop();
    return session;
  });
};
