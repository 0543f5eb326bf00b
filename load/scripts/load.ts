import { sleep } from 'k6';
import exec from 'k6/execution';
import { Trend } from 'k6/metrics';
import type { Options, Scenario } from 'k6/options';
import { journeyAt } from '../journey-weights.ts';
import { phoneAt, phonesOf } from '../phones.ts';
import { isConstant, plannedMs, type ScenarioPlan } from '../shapes.ts';
import { traceIdOf } from '../trace.ts';
import { clientCertificate, plan } from './environment.ts';
import { record } from './journal.ts';
import { journeys } from './journeys.ts';
import { withOwnOptions } from './own-options.ts';
import { readBack } from './read-back.ts';
import { openShop } from './shop.ts';
import { Visit } from './visit.ts';

const scheduleLag = new Trend('schedule_lag', true);

/** k6 takes whole numbers, so rates are per minute. */
const perMinute = (rate: number): number => Math.max(1, Math.round(rate * 60));

const gracefulStop = `${plan.timeoutSeconds * 3}s`;

const executorOf = ({ startSeconds, segments }: ScenarioPlan): Scenario => {
  const common = {
    exec: 'journey',
    startTime: `${startSeconds}s`,
    timeUnit: '1m',
    preAllocatedVUs: plan.users,
    gracefulStop,
  };
  const [first] = segments;
  if (first !== undefined && isConstant(segments)) {
    return {
      ...common,
      executor: 'constant-arrival-rate',
      rate: perMinute(first.from),
      duration: `${first.seconds}s`,
    };
  }
  return {
    ...common,
    executor: 'ramping-arrival-rate',
    startRate: perMinute(first?.from ?? 1),
    stages: segments.flatMap(({ from, to, seconds }, index) => [
      ...(index > 0 && segments[index - 1]?.to !== from ? [{ target: perMinute(from), duration: '0s' }] : []),
      { target: perMinute(to), duration: `${seconds}s` },
    ]),
  };
};

const planned: Options = {
  scenarios: Object.fromEntries(plan.scenarios.map((scenario) => [scenario.name, executorOf(scenario)])),
  summaryTrendStats: ['min', 'avg', 'med', 'p(90)', 'p(95)', 'p(99)', 'p(99.9)', 'max', 'count'],
  // by which dashboards distinguish runs
  tags: { testid: plan.runId },
  // without `url`, which is different for each order
  systemTags: ['name', 'method', 'status', 'scenario', 'expected_response', 'error_code'],
  ...(clientCertificate ? { tlsAuth: [clientCertificate] } : {}),
};

export const optionsWith = (own: Options): Options => withOwnOptions(planned, own);

export const options: Options = planned;

const segmentsOf = Object.fromEntries(plan.scenarios.map(({ name, segments }) => [name, segments]));
const placeOf = Object.fromEntries(plan.scenarios.map(({ name }, index) => [name, index]));
/** Phones of each scenario. One share is left for the probes. */
const share = Math.floor(phonesOf(plan.phonePattern) / (plan.scenarios.length + 1));

/** A phone for each journey, unique within the run. */
const phoneOf = (scenario: string, index: number): string =>
  phoneAt(plan.phonePattern, (placeOf[scenario] ?? 0) * share + (((plan.seed % share) + index) % share));

/** Cached, since k6 creates the object on each access, which is slow. Its properties are always current. */
let current: typeof exec.scenario | undefined;

interface Journey {
  name: string;
  run(visit: Visit): void;
}

/** Runs a journey and records it. */
const runJourney = (journeyOf: (index: number) => Journey): void => {
  current ??= exec.scenario;
  const { name: scenario, iterationInTest: index, startTime } = current;
  const lagMs = Date.now() - startTime - (plannedMs(segmentsOf[scenario] ?? [], index) ?? 0);
  scheduleLag.add(lagMs);
  if (plan.jitter) sleep(Math.random());
  const { name, run } = journeyOf(index);
  const externalId = `selo-${plan.runId}-${scenario}-${index}`;
  const shop = openShop(index % plan.companies.length, traceIdOf(externalId));
  const visit = new Visit(shop, { externalId, phone: phoneOf(scenario, index) });
  run(visit);
  if (plan.sampleEvery > 0 && index % plan.sampleEvery === 0) readBack(visit);
  record(['j', scenario, shop.company.name, name, lagMs, shop.requests, visit.fact()]);
};

export const journey = (): void =>
  runJourney((index) => {
    const name = journeyAt(plan.weights, index);
    return { name, run: journeys[name] };
  });

/** Runs the journey that a user's script exports. */
export const ownJourney = (exported: unknown): (() => void) => {
  if (typeof exported !== 'function') {
    throw new Error('The script exports no function "journey". Export one: export const journey = (shop) => { … }');
  }
  const own: Journey = { name: 'own', run: (visit) => void exported(visit) };
  return () => runJourney(() => own);
};

/** k6 calls it once, when all virtual users are ready. */
export const setup = (): void => record(['s', Date.now()]);

export const handleSummary = (data: unknown): Record<string, string> => ({ [plan.summaryFile]: JSON.stringify(data) });
