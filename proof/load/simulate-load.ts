import type { RunFigures } from '../../core/load-result.ts';
import type { Profile } from '../../fixtures/profile/profile.ts';
import { registrar } from '../../fixtures/run/registration.ts';
import type { LoadPlan } from '../../load/plan.ts';
import { figuresOf, type Gathered } from '../../load/run/figures/build-figures.ts';
import { companiesUnderLoad, drainSecondsOf, timingOf } from '../../load/run/prepare/prepare-plan.ts';
import { createRunRecord } from '../../load/run/record/journals.ts';
import { settle } from '../../load/run/settle/settle.ts';
import type { EmbeddedOptions } from '../../platform/embedded/start-embedded.ts';
import type { Handle } from '../../platform/http/call.ts';
import type { Sender } from '../../platform/webhooks/sender.ts';
import { seededChance } from '../../simulation/chance.ts';
import { createSimulatedWorld } from '../../simulation/simulated-world.ts';
import { createVirtualClock, type VirtualClock } from '../../simulation/virtual-clock.ts';
import type { LoadCase } from './cases.ts';
import { type Fault, faults } from './faults.ts';
import { described, measuredPlan, runId, sendJourneys, startMs, tokens } from './simulated-journeys.ts';
import { createReceivers, receiverUrl } from './simulated-receivers.ts';

interface Simulated {
  figures: RunFigures;
  wrong: number;
}

const profileOf = (target: Profile, { timeScale, refuseEvery, dispatchSeconds }: LoadCase): Profile => ({
  ...target,
  timeScale,
  // all ten attempts are awaited
  load: { ...target.load, refuseEvery, dispatchSeconds, drainSeconds: 4_000 },
});

/** The platform with its fault, and its API without HTTP. */
const openWorld = ({ name, timeScale }: LoadCase, fault: Fault, sender: Sender, clock: VirtualClock) => {
  let api: Handle | undefined;
  const platform: EmbeddedOptions = {
    tokens,
    policy: { ...fault.policy, timeScale },
    choices: fault.choices ?? {},
    wrap(handle, scaled) {
      api = fault.wrap?.(handle, scaled) ?? handle;
      return api;
    },
    wrapSender: () => fault.wrapSender?.(sender) ?? sender,
  };
  const world = createSimulatedWorld({ platform }, clock, seededChance(name));
  if (api === undefined) throw new Error('the platform wraps its API as it starts');
  return { world, api };
};

/** Waits for what is due; nothing of a simulated run is in journals. */
const settleAll = (
  profile: Profile,
  parts: Pick<Parameters<typeof settle>[0]['prepared'], 'client' | 'record' | 'timing'>,
  clock: VirtualClock,
  failingReceivers: readonly string[],
) =>
  settle({
    profile,
    prepared: {
      ...parts,
      drainSeconds: drainSecondsOf(profile, parts.timing),
      capture: undefined,
      journals: { read: async () => {}, files: [], follow() {}, async [Symbol.asyncDispose]() {} },
    },
    runtime: clock,
    failingReceivers,
    prefix: `selo-${runId}-`,
    signal: new AbortController().signal,
    onWait: () => {},
  });

/** What a run without k6 reports of itself. */
const aboutRun = (
  { request: { script, shape, rate, seconds }, timeScale, refuseEvery }: LoadCase,
  profile: Profile,
  plan: LoadPlan,
  beganMs: number,
): Pick<Gathered, 'run' | 'target' | 'plan' | 'k6'> => {
  const machine = { platform: 'simulated', cpu: 'simulated', cores: 1, memoryGiB: 1 };
  return {
    run: {
      id: runId,
      startedAt: new Date(beganMs).toISOString(),
      script,
      shape,
      seed: 1,
      ended: 'complete',
      selo: 'proof',
      k6: 'simulated',
      node: 'simulated',
      machine,
      configuration: 'simulated',
    },
    target: { name: profile.name, baseUrl: profile.baseUrl, isEmbedded: true, timeScale },
    plan: {
      rate,
      seconds,
      warmUpSeconds: 3,
      users: plan.users,
      arrivals: 'even',
      sampleEvery: 0,
      refuseEvery,
      companies: plan.companies.map((company) => company.name),
      weights: plan.weights,
    },
    k6: { code: 0, errors: [], cpuShare: 0.1, cpuBetween: () => 0.1 },
  };
};

/**
 * Runs a case on a virtual clock, with the platform and its fault, the journeys of the load script, receivers that refuse as
 * the capture does, and the ledger. Leaves out what needs processes: k6, the target, the capture's server, the journals.
 */
export const simulateLoad = (each: LoadCase): Promise<Simulated> => {
  const { failingReceivers } = each;
  const clock = createVirtualClock(startMs);
  let wrong = 0;
  const count = (): void => {
    wrong += 1;
  };
  const fault: Fault = each.fault ? faults[each.fault](count) : {};

  return clock.run(async () => {
    const timing = timingOf(profileOf(described, each));
    const record = createRunRecord(timing);
    const receivers = createReceivers(each, record, clock);
    const { world, api } = openWorld(each, fault, receivers.sender, clock);
    const profile = profileOf(world.described, each);
    const client = world.openClient(profile, { redact: (text) => text, onExchange: () => {} });
    const register = registrar(client, profile, 'load');
    for (const company of companiesUnderLoad(profile)) await register(company, { url: receiverUrl(company.name) });

    const { plan, main } = measuredPlan(profile, each.request);
    const beganMs = clock.now();
    const drilled = receivers.drill();
    const counted = await sendJourneys({ plan, profile, api, record, clock }, main);
    const drills = await drilled;
    const settled = await settleAll(profile, { client, record, timing }, clock, failingReceivers);
    world.platform.close();
    const figures = figuresOf({
      ...aboutRun(each, profile, plan, beganMs),
      record,
      failingReceivers,
      settlement: settled.settlement,
      captureHealth: settled.captureHealth,
      sent: { steps: [], drills },
      ambiguousFound: settled.lookups.ambiguousFound,
      iterations: { counted, dropped: 0, networkShare: 0, thresholds: [] },
      mainMs: beganMs,
      segments: main.segments,
    });
    return { figures, wrong };
  });
};
