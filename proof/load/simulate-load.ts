import { isObject } from '../../core/json.ts';
import { drillOf } from '../../core/load-kinds.ts';
import type { RunFigures } from '../../core/load-result.ts';
import { parsedJson } from '../../fixtures/reading/parsed-json.ts';
import { credentialHeaders } from '../../fixtures/run/credentials.ts';
import { registrar } from '../../fixtures/run/registration.ts';
import { createRefusals } from '../../load/capture/refusals.ts';
import type { RequestFact } from '../../load/facts.ts';
import { journeyAt } from '../../load/journeys.ts';
import type { DrillRun } from '../../load/ledger/deadlines.ts';
import { phoneAt } from '../../load/phones.ts';
import { figuresOf } from '../../load/run/figures/build-figures.ts';
import { companiesUnderLoad, type LoadRequest, planOf } from '../../load/run/prepare/prepare-plan.ts';
import { drainSecondsOf, refuseTimes, timingOf } from '../../load/run/prepare/timing.ts';
import { createRunRecord } from '../../load/run/record/run-record.ts';
import { settle } from '../../load/run/settle/settle.ts';
import type { Shop } from '../../load/scripts/shop.ts';
import { plannedMs } from '../../load/shapes.ts';
import type { Handle } from '../../platform/http/call.ts';
import { callOf } from '../../platform/http/read-call.ts';
import type { Sender } from '../../platform/webhooks/sender.ts';
import { seededChance } from '../../simulation/chance.ts';
import { createSimulatedWorld } from '../../simulation/simulated-world.ts';
import { createVirtualClock } from '../../simulation/virtual-clock.ts';
import type { LoadCase } from './cases.ts';
import { type Fault, faults } from './faults.ts';

const startMs = Date.UTC(2026, 0, 1);
const latencyMs = 2;
const runId = 'simulated';
const tokens = { main: 'token-main', second: 'token-second', third: 'token-third' };

/**
 * The journeys of the load script. They read their plan when they are imported, but only the parts that all cases share:
 * the templates of bodies and the path of the list of orders.
 */
const importJourneys = async () => {
  const clock = createVirtualClock(startMs);
  const profile = await clock.run(
    async () => createSimulatedWorld({ platform: { tokens } }, clock, seededChance('journeys')).described,
  );
  const request: LoadRequest = { script: 'mixed', shape: 'steady', rate: 1, seconds: 1, seed: 1, jitter: false };
  const plan = planOf(profile, request, { runId, summaryFile: '' });
  const variables = [plan.accessHeader.env, ...plan.companies.map(({ tokenEnv }) => tokenEnv)];
  Object.assign(globalThis, {
    __ENV: { SELO_LOAD_PLAN: 'plan.json', ...Object.fromEntries(variables.map((name) => [name, `value of ${name}`])) },
    open: () => JSON.stringify(plan),
  });
  const { journeys } = await import('../../load/scripts/journeys.ts');
  const { Visit } = await import('../../load/scripts/visit.ts');
  return { journeys, Visit };
};

const { journeys, Visit } = await importJourneys();

export interface Simulated {
  figures: RunFigures;
  wrong: number;
}

/**
 * Runs a case on a virtual clock, with the platform and its fault, the journeys of the load script, receivers that refuse as
 * the capture does, and the ledger. Leaves out what needs processes: k6, the target, the capture's server, the journals.
 */
export const simulateLoad = (each: LoadCase): Promise<Simulated> => {
  const { timeScale, dispatchSeconds, refuseEvery, request: asked, failingReceivers, drill } = each;
  const behavior = drill && drillOf(drill.kind).receivers;
  const clock = createVirtualClock(startMs);
  const chance = seededChance(each.name);
  let wrong = 0;
  const made: Fault = each.fault
    ? faults[each.fault](() => {
        wrong += 1;
      })
    : {};
  const refusals = createRefusals({ refuseEvery, refuseTimes });
  let api: Handle = () => ({ status: 503, body: '' });

  return clock.run(async () => {
    let isDrilled = false;
    let record = createRunRecord({ timeScale, dispatchMs: 0, timeoutMs: 0 });
    const statusOf = (company: string, couponId: string | null): number => {
      if (isDrilled) return typeof behavior === 'object' ? behavior.status : 0;
      if (failingReceivers.includes(company)) return 503;
      return couponId !== null && refusals.refuses(couponId) ? 503 : 204;
    };
    const receiver: Sender = {
      async send({ url, body, timeoutMs }) {
        await clock.pause(latencyMs);
        if (isDrilled && behavior === 'refuse connections') return { kind: 'failed', code: 'ECONNREFUSED' };
        const company = new URL(url).pathname.slice(1);
        const payload = parsedJson(body);
        const { id, orderId } = isObject(payload) ? payload : {};
        const couponId = typeof id === 'string' ? id : null;
        const arrivedMs = clock.now();
        const status = statusOf(company, couponId);
        const order = typeof orderId === 'string' ? orderId : null;
        record.attempts.arrived(
          arrivedMs,
          record.ledger.arrival(['a', arrivedMs, company, order, couponId, status]) > 1,
        );
        if (status > 0) {
          await clock.pause(latencyMs);
          return { kind: 'answered', status };
        }
        if (behavior === 'reset') return { kind: 'failed', code: 'ECONNRESET' };
        await clock.pause(timeoutMs - latencyMs);
        return { kind: 'timed-out' };
      },
      close() {},
    };
    const world = createSimulatedWorld(
      {
        platform: {
          tokens,
          policy: { ...made.policy, timeScale },
          choices: made.choices ?? {},
          wrap(handle, scaled) {
            api = made.wrap?.(handle, scaled) ?? handle;
            return api;
          },
          wrapSender: () => made.wrapSender?.(receiver) ?? receiver,
        },
      },
      clock,
      chance,
    );
    const profile = {
      ...world.described,
      timeScale,
      // all ten attempts are awaited
      load: { ...world.described.load, refuseEvery, dispatchSeconds, drainSeconds: 4_000 },
    };
    const timing = timingOf(profile);
    record = createRunRecord(timing);
    const { ledger, traffic } = record;
    const client = world.openClient(profile, { redact: (text) => text, onExchange: () => {} });
    const register = registrar(client, profile, 'load');
    const companies = companiesUnderLoad(profile);
    for (const company of companies) await register(company, { url: `http://receiver.simulated/${company.name}` });

    const plan = planOf(profile, { ...asked, seed: 1, jitter: false }, { runId, summaryFile: '' });
    const main = plan.scenarios.at(-1);
    if (main === undefined) throw new Error('the plan measures nothing');
    const beganMs = clock.now();

    /** Sends the requests of a journey in place of k6; an answer takes no time. */
    const openShop = (index: number): Shop => {
      const requests: RequestFact[] = [];
      const company = plan.companies[index];
      const ofProfile = companies[index];
      if (company === undefined || ofProfile === undefined) throw new Error(`the plan has no company ${index}`);
      const headers = { ...credentialHeaders(profile, ofProfile), 'content-type': 'application/json' };
      const named = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
      return {
        company,
        requests,
        send({ method, name, path, body = '' }) {
          const answer = api({ ...callOf(method, path, named), body });
          if (answer instanceof Promise) throw new Error('the platform of a simulated journey answers at once');
          const { status, body: given } = answer;
          requests.push([name, clock.now(), 1, status]);
          const parsed: unknown = given === undefined ? undefined : JSON.parse(JSON.stringify(given));
          return {
            ...{ status, atMs: clock.now(), isServed: status >= 200 && status < 300 },
            body: () => parsed,
            id: () => (isObject(parsed) ? parsed.id : undefined),
          };
        },
      };
    };

    const drills: DrillRun[] = [];
    const drilling = async (): Promise<void> => {
      if (drill === undefined) return;
      await clock.pause(drill.afterSeconds * 1000);
      const fromMs = clock.now();
      isDrilled = true;
      await clock.pause(drill.seconds * 1000);
      isDrilled = false;
      const held = { kind: drill.kind, fromMs, toMs: clock.now() };
      ledger.drilled(held);
      drills.push(held);
    };
    const drilled = drilling();
    let journeysMade = 0;
    for (let dueMs = plannedMs(main.segments, 0); dueMs !== undefined; dueMs = plannedMs(main.segments, journeysMade)) {
      await clock.pause(beganMs + dueMs - clock.now());
      const index = journeysMade++;
      const name = journeyAt(plan.weights, index);
      const shop = openShop(index % plan.companies.length);
      const visit = new Visit(shop, {
        externalId: `selo-${runId}-${main.name}-${index}`,
        phone: phoneAt(plan.phonePattern, index),
      });
      journeys[name](visit);
      const order = visit.fact();
      traffic.journey(['j', main.name, shop.company.name, name, 0, shop.requests, order]);
      if (order !== null) ledger.order(shop.company.name, order);
    }
    await drilled;
    const drainSeconds = drainSecondsOf(profile, timing);
    const { settlement, captureHealth, lookups } = await settle({
      profile,
      prepared: {
        client,
        ...{ record, timing, drainSeconds },
        capture: undefined,
        journals: { read: async () => {}, files: [], follow() {}, async [Symbol.asyncDispose]() {} },
      },
      runtime: clock,
      failingReceivers,
      prefix: `selo-${runId}-`,
      signal: new AbortController().signal,
      onWait: () => {},
    });
    world.platform.close();
    const { script, shape, rate, seconds } = asked;
    const machine = { platform: 'simulated', cpu: 'simulated', cores: 1, memoryGiB: 1 };
    const figures = figuresOf({
      run: {
        ...{ id: runId, startedAt: new Date(beganMs).toISOString(), script, shape, seed: 1, ended: 'complete' },
        ...{ selo: 'proof', k6: 'simulated', node: 'simulated', machine, configuration: 'simulated' },
      },
      target: { name: profile.name, baseUrl: profile.baseUrl, isEmbedded: true, timeScale },
      plan: {
        ...{ rate, seconds, warmUpSeconds: 3, users: plan.users, arrivals: 'even', sampleEvery: 0, refuseEvery },
        companies: plan.companies.map((company) => company.name),
        weights: Object.fromEntries(Object.entries(plan.weights)),
      },
      ...{ record, settlement, captureHealth, failingReceivers },
      sent: { steps: [], drills },
      ambiguousFound: lookups.ambiguousFound,
      k6: { code: 0, errors: [], cpuShare: 0.1, cpuBetween: () => 0.1 },
      iterations: { counted: journeysMade, dropped: 0, networkShare: 0, thresholds: [] },
      mainMs: beganMs,
      segments: main.segments,
    });
    return { figures, wrong };
  });
};
