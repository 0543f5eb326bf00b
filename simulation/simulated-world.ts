import { type Client, type ClientOptions, openClient } from '../fixtures/client/client.ts';
import type { Transport } from '../fixtures/client/transport.ts';
import type { Profile } from '../fixtures/profile/profile.ts';
import { clientSettings } from '../fixtures/run/client-settings.ts';
import type { Runtime } from '../fixtures/runtime.ts';
import { createPlatform, type PlatformCore } from '../platform/create-platform.ts';
import { type EmbeddedOptions, embeddedProfile, embeddedSettings } from '../platform/embedded/start-embedded.ts';
import { type AnswerInMemory, answerInMemory } from '../platform/http/in-memory.ts';
import type { Runtime as PlatformRuntime } from '../platform/runtime.ts';
import type { Sender } from '../platform/webhooks/sender.ts';
import type { Chance } from './chance.ts';
import { laggingReads, type ReadLag } from './lagging-reads.ts';
import { lateRegistrations } from './late-registrations.ts';
import { calm, type NetworkConditions, receiverTransport, simulatedSender, simulatedTransport } from './network.ts';
import { type ProcessClock, type Processes, processClock } from './process-clock.ts';
import { createSimulatedCapture, type SimulatedCapture } from './simulated-capture.ts';
import { stalledCapture, stalledPlatform, stalledSender, stalledTransport } from './stalled-parts.ts';
import { drawStalls, type Side, type StallConditions } from './stalls.ts';
import type { VirtualClock } from './virtual-clock.ts';

export interface WorldOptions {
  /** The platform under test. */
  platform?: EmbeddedOptions;
  /** Between client and platform, and between platform and receivers; calm when absent. */
  network?: Partial<Record<'calls' | 'deliveries', NetworkConditions>>;
  /** How much later the platform's clock is than ours; 0 when absent. */
  clockSkewMs?: number;
  /** The stalls of the processes; none when absent. */
  stalls?: StallConditions;
  /** Reads that return the state of a while ago; none when absent. */
  readLag?: ReadLag;
  /** Milliseconds until a change of a webhook registration takes effect; none when absent. */
  registrationLagMs?: number;
  /** The URL of the capture; a separate host when absent. */
  captureUrl?: string;
}

type OpenedClient = Pick<ClientOptions, 'redact' | 'onExchange'>;

/** The platform, the network and the capture of a run. */
export interface SimulatedWorld {
  platform: PlatformCore;
  capture: SimulatedCapture;
  /** The runtime of the checks. */
  runtime: Runtime;
  /** The profile that the platform's owner would write. */
  described: Profile;
  openClient(profile: Profile, given: OpenedClient): Client;
  /** The network of notifications, for our own test requests. */
  openTransport(connections: number, timeoutSeconds: number): Transport;
}

const platformUrl = new URL('http://platform.simulated');
export const usualCaptureUrl = 'http://capture.simulated';

/** The platform, and how it answers behind its lags and stalls. */
const startPlatform = (
  { clockSkewMs = 0, readLag, registrationLagMs, platform: given, stalls }: WorldOptions,
  { clock, chance, processes }: { clock: VirtualClock; chance: Chance; processes: Processes },
  openSender: PlatformRuntime['openSender'],
): { platform: PlatformCore; embedded: EmbeddedOptions; timeScale: number; answer: AnswerInMemory } => {
  const registrations = registrationLagMs === undefined ? undefined : lateRegistrations(registrationLagMs, clock);
  const embedded = registrations ? registrations.withLateQueue(given) : (given ?? {});
  const timeScale = embedded.policy?.timeScale ?? 1;
  const start = (runtime: Pick<PlatformRuntime, 'now' | 'openSender'>): PlatformCore =>
    createPlatform(embeddedSettings(embedded, timeScale), {
      ...processes.platform,
      ...chance.of('platform'),
      now: () => runtime.now() + clockSkewMs,
      openSender: runtime.openSender,
    });
  const answersOf = ({ world, respond }: PlatformCore): AnswerInMemory => answerInMemory(world, respond);

  const platform = start({ now: clock.now, openSender });
  let answer = answersOf(platform);
  if (registrations) answer = registrations.watched(platform.world, answer);
  if (readLag) answer = laggingReads(readLag, answer, clock, (copy) => answersOf(start(copy)));
  if (stalls) answer = stalledPlatform(answer, processes);
  return { platform, embedded, timeScale, answer };
};

/** Creates a world on a clock that is running. */
export const createSimulatedWorld = (options: WorldOptions, clock: VirtualClock, chance: Chance): SimulatedWorld => {
  const { network = {}, stalls } = options;
  const captureUrl = new URL(options.captureUrl ?? usualCaptureUrl);
  const timeline = stalls && drawStalls(stalls, chance.of('stalls'), clock.now());
  const clockOf = (side: Side): ProcessClock =>
    timeline ? processClock(clock, timeline, side) : { ...clock, awake: async () => {} };
  const processes: Processes = {
    checks: clockOf('checks'),
    receiver: clockOf('receiver'),
    platform: clockOf('platform'),
  };
  const runtime: Runtime = { ...processes.checks, ...chance.of('run') };

  const receiving = createSimulatedCapture(captureUrl, processes.receiver, processes.checks);
  const capture = timeline ? stalledCapture(receiving, processes) : receiving;
  const deliveries = {
    capture,
    chance: chance.of('deliveries'),
    conditions: network.deliveries ?? calm,
    clock: processes.platform,
  };
  const openSender = (): Sender => {
    const sender = simulatedSender(deliveries);
    return timeline ? stalledSender(sender, processes) : sender;
  };
  const { platform, embedded, timeScale, answer } = startPlatform(options, { clock, chance, processes }, openSender);
  const reached = { baseUrl: platformUrl.origin, accessKey: platform.accessKey, companies: platform.companies() };
  return {
    platform,
    capture,
    runtime,
    described: {
      ...embeddedProfile(reached, embedded, timeScale),
      // the ones of a real target
      tolerances: { dispatchSeconds: 60, slackMs: 500, settleSeconds: 0 },
    },
    openClient(profile, given) {
      const settings = clientSettings(profile);
      const transport = simulatedTransport({
        baseUrl: new URL(settings.baseUrl),
        answer,
        timeoutMs: settings.timeoutSeconds * 1000,
        clock,
        chance: chance.of('calls'),
        conditions: network.calls ?? calm,
      });
      return openClient({
        ...settings,
        runtime,
        transport: timeline ? stalledTransport(transport, processes) : transport,
        ...given,
      });
    },
    openTransport: (_, timeoutSeconds) => receiverTransport(simulatedSender(deliveries), timeoutSeconds),
  };
};
