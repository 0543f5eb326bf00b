import { isObject } from '../../core/json.ts';
import type { Profile } from '../../fixtures/profile/profile.ts';
import { credentialHeaders } from '../../fixtures/run/credentials.ts';
import type { RequestFact } from '../../load/facts.ts';
import { journeyAt } from '../../load/journey-weights.ts';
import { phoneAt } from '../../load/phones.ts';
import type { LoadPlan } from '../../load/plan.ts';
import { companiesUnderLoad, type LoadRequest, planOf } from '../../load/run/prepare/prepare-plan.ts';
import type { RunRecord } from '../../load/run/record/journals.ts';
import type { Shop } from '../../load/scripts/shop.ts';
import { plannedMs, type ScenarioPlan } from '../../load/shapes.ts';
import type { Handle } from '../../platform/http/call.ts';
import { callOf } from '../../platform/http/read-call.ts';
import { seededChance } from '../../simulation/chance.ts';
import { createSimulatedWorld } from '../../simulation/simulated-world.ts';
import { createVirtualClock, type VirtualClock } from '../../simulation/virtual-clock.ts';

export const startMs = Date.UTC(2026, 0, 1);
export const tokens = { main: 'token-main', second: 'token-second', third: 'token-third' };
export const runId = 'simulated';
const places = { runId, summaryFile: '' };

/**
 * The journeys of the load script. They read their plan when they are imported, but only the parts that all cases share:
 * the templates of bodies and the path of the list of orders.
 */
const importJourneys = async () => {
  const clock = createVirtualClock(startMs);
  const described = await clock.run(
    async () => createSimulatedWorld({ platform: { tokens } }, clock, seededChance('journeys')).described,
  );
  const request: LoadRequest = { script: 'mixed', shape: 'steady', rate: 1, seconds: 1, seed: 1, jitter: false };
  const plan = planOf(described, request, places);
  const variables = [plan.accessHeader.env, ...plan.companies.map(({ tokenEnv }) => tokenEnv)];
  Object.assign(globalThis, {
    __ENV: { SELO_LOAD_PLAN: 'plan.json', ...Object.fromEntries(variables.map((name) => [name, `value of ${name}`])) },
    open: () => JSON.stringify(plan),
  });
  const { journeys } = await import('../../load/scripts/journeys.ts');
  const { Visit } = await import('../../load/scripts/visit.ts');
  return { described, journeys, Visit };
};

const { journeys, Visit, ...template } = await importJourneys();

/** What the profiles of all cases have in common. */
export const { described } = template;

interface Sending {
  plan: LoadPlan;
  profile: Profile;
  api: Handle;
  record: RunRecord;
  clock: VirtualClock;
}

/** The plan of a run, and the scenario of it that is measured. */
export const measuredPlan = (profile: Profile, request: Omit<LoadRequest, 'seed' | 'jitter'>) => {
  const plan = planOf(profile, { ...request, seed: 1, jitter: false }, places);
  const main = plan.scenarios.at(-1);
  if (main === undefined) throw new Error('the plan measures nothing');
  return { plan, main };
};

/** Sends the requests of a journey in place of k6; an answer takes no time. */
const openShop = ({ plan, profile, api, clock }: Sending, index: number): Shop => {
  const requests: RequestFact[] = [];
  const company = plan.companies[index];
  const ofProfile = companiesUnderLoad(profile)[index];
  if (company === undefined || ofProfile === undefined) throw new Error(`the plan has no company ${index}`);
  const headers = { ...credentialHeaders(profile, ofProfile), 'content-type': 'application/json' };
  const named = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return {
    company,
    requests,
    send({ method, name, path, body = '' }) {
      const answer = api(callOf(method, path, named, body));
      if (answer instanceof Promise) throw new Error('the platform of a simulated journey answers at once');
      const { status, body: given } = answer;
      requests.push([name, clock.now(), 1, status]);
      const parsed: unknown = given === undefined ? undefined : JSON.parse(JSON.stringify(given));
      return {
        status,
        atMs: clock.now(),
        isServed: status >= 200 && status < 300,
        body: () => parsed,
        id: () => (isObject(parsed) ? parsed.id : undefined),
      };
    },
  };
};

/** Begins the journeys of a scenario at their planned times. Returns how many. */
export const sendJourneys = async (sending: Sending, { name: scenario, segments }: ScenarioPlan): Promise<number> => {
  const { plan, clock } = sending;
  const { ledger, traffic } = sending.record;
  const beganMs = clock.now();
  let made = 0;
  for (let dueMs = plannedMs(segments, 0); dueMs !== undefined; dueMs = plannedMs(segments, made)) {
    await clock.pause(beganMs + dueMs - clock.now());
    const index = made++;
    const name = journeyAt(plan.weights, index);
    const shop = openShop(sending, index % plan.companies.length);
    const visit = new Visit(shop, {
      externalId: `selo-${runId}-${scenario}-${index}`,
      phone: phoneAt(plan.phonePattern, index),
    });
    journeys[name](visit);
    const order = visit.fact();
    traffic.journey(['j', scenario, shop.company.name, name, 0, shop.requests, order]);
    if (order !== null) ledger.order(shop.company.name, order);
  }
  return made;
};
