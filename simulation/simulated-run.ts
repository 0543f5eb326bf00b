import { omitUndefined } from '../core/omit-undefined.ts';
import type { Depth } from '../core/result.ts';
import type { Client, ClientOptions } from '../fixtures/client/client.ts';
import type { Profile } from '../fixtures/profile/profile.ts';
import { receivingCompanies, registerReceivers } from '../fixtures/run/register-receivers.ts';
import type { RunHandle } from '../fixtures/run/run-handle.ts';
import type { Runtime } from '../fixtures/runtime.ts';
import { withShortTexts } from '../suites/judge/short-texts.ts';
import type { EvidenceStore } from '../suites/session/evidence-folder.ts';
import { createSession, type Session } from '../suites/session/session.ts';
import { asWritten } from '../suites/subject.ts';
import { type Chance, seededChance } from './chance.ts';
import { createSimulatedWorld, type SimulatedWorld, usualCaptureUrl, type WorldOptions } from './simulated-world.ts';
import { createVirtualClock } from './virtual-clock.ts';

export interface SimulationOptions extends WorldOptions {
  /** The seed of everything random. */
  seed: number;
  /** The hour in UTC at which the run begins; random when absent. */
  startHour?: number;
  depth: Depth;
  /** Changes the profile that describes the platform. */
  profile?: (profile: Profile) => Profile;
  /** Acts on the platform before the run, and returns a change of the profile. */
  before?: (target: SimulatedTarget) => Promise<(profile: Profile) => Profile>;
  /** Kept nowhere when absent. */
  evidence?: (handle: RunHandle) => EvidenceStore;
  /** The folder of evidence that is kept in files. */
  folder?: string;
}

export interface SimulatedTarget {
  profile: Profile;
  openClient(options: Pick<ClientOptions, 'redact' | 'onExchange'>): Client;
  runtime: Runtime;
}

const address = { controlUrl: `${usualCaptureUrl}/control`, controlToken: 'simulated' };

const yearStartMs = Date.UTC(2026, 0, 1);
const hourMs = 3600 * 1000;
const dayMs = 24 * hourMs;
const yearMs = 365 * dayMs;

/** A random time of the year, in epoch milliseconds. */
export const startOf = (chance: Chance): number => yearStartMs + Math.floor(chance.of('start').random() * yearMs);

/** Only the number of cases limits a simulated search, because it takes no real time. */
const unhurried = 10 ** 9;

const keptNowhere: EvidenceStore = {
  isKept: false,
  exchange() {},
  journal() {},
  keepCase() {},
  redact: (verdict) => asWritten(withShortTexts(verdict)),
  [Symbol.dispose]() {},
};

/** The profile of the target, after the actions before the run. */
const profileOf = async (
  { profile: describe = (described) => described, before }: SimulationOptions,
  { described, openClient, runtime }: SimulatedWorld,
): Promise<Profile> => {
  const profile = describe(described);
  const { limits } = profile;
  const searching = { ...profile, limits: { ...limits, search: { seconds: unhurried, ...limits.search } } };
  const change = await before?.({ profile: searching, runtime, openClient: (given) => openClient(searching, given) });
  return change?.(searching) ?? searching;
};

/**
 * Simulates a platform, the network, the capture and a run, without sockets, real timers and real chance. Resolves with
 * the result of `act`.
 */
export const simulate = async <T>(options: SimulationOptions, act: (session: Session) => Promise<T>): Promise<T> => {
  const { seed, startHour, depth, evidence = () => keptNowhere, folder = '' } = options;
  const chance = seededChance(String(seed));
  const drawnMs = startOf(chance);
  const startMs = startHour === undefined ? drawnMs : drawnMs - (drawnMs % dayMs) + startHour * hourMs;
  const clock = createVirtualClock(startMs);

  return await clock.run(async () => {
    const world = createSimulatedWorld(options, clock, chance);
    const { runtime, platform } = world;
    const profile = await profileOf(options, world);
    const runId = chance.of('run id').randomBytes(4).toString('hex');
    const isReceiving = profile.capture !== undefined && receivingCompanies(profile).length > 0;
    const capture = isReceiving ? world.capture.client : undefined;
    const client = world.openClient(profile, { redact: (text) => text, onExchange: () => {} });
    const receivers = capture
      ? await registerReceivers({ profile, runId, client, capture, holders: new Map(), runtime })
      : undefined;
    const { publicUrl } = profile.capture ?? {};
    const { mailboxes = {}, unregistered = {}, refusedRegistration, bearers = [] } = receivers ?? {};
    const handle: RunHandle = {
      runId,
      seed,
      depth,
      profile,
      mailboxes,
      unregistered,
      folder,
      ...omitUndefined({ refusedRegistration }),
      ...(capture ? { capture: { ...address, ...(publicUrl ? { publicUrl } : {}) } } : {}),
      secrets: [profile.accessHeader.value, ...profile.companies.map(({ token }) => token), ...bearers],
    };
    await using session = createSession({
      handle,
      runtime,
      capture,
      openTransport: world.openTransport,
      openClient: (given) => world.openClient(profile, given),
      evidence: evidence(handle),
    });
    try {
      return await act(session);
    } finally {
      await receivers?.restore();
      platform.close();
    }
  });
};
