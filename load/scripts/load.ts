import { sleep } from 'k6';
import exec from 'k6/execution';
import { Trend } from 'k6/metrics';
import type { Options, Scenario } from 'k6/options';
import { journeyAt } from '../journeys.ts';
import { phoneAt, phonesOf } from '../phones.ts';
import type { ScenarioPlan } from '../shapes.ts';
import { isConstant, plannedMs } from '../shapes.ts';
import { traceIdOf } from '../trace.ts';
import { clientCertificate, plan } from './environment.ts';
import { record } from './journal.ts';
import { journeys } from './journeys.ts';
import { withOwnOptions } from './own-options.ts';
import { readBack } from './read-back.ts';
import { openShop } from './shop.ts';
import { Visit } from './visit.ts';

const scheduleLag = new Trend('schedule_lag', true);

/** Rates are whole numbers for k6; over a minute a sixtieth is one. */
const perMinute = (rate: number): number => Math.max(1, Math.round(rate * 60));

const lastingSeconds = plan.timeoutSeconds * 3;

const executorOf = ({ startSeconds, segments }: ScenarioPlan): Scenario => {
  const common = {
    exec: 'journey',
    startTime: `${startSeconds}s`,
    timeUnit: '1m',
    preAllocatedVUs: plan.users,
    gracefulStop: `${lastingSeconds}s`,
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
  // what dashboards distinguish runs  by
  tags: { testid: plan.runId },
  // metrics of single URLs would be as many as orders
  systemTags: ['name', 'method', 'status', 'scenario', 'expected_response', 'error_code'],
  ...(clientCertificate ? { tlsAuth: [clientCertificate] } : {}),
};

/** The planned load, with what a script adds to it. */
export const optionsWith = (own: Options): Options => withOwnOptions(planned, own);

export const options: Options = planned;

const segmentsOf = Object.fromEntries(plan.scenarios.map(({ name, segments }) => [name, segments]));
const placeOf = Object.fromEntries(plan.scenarios.map(({ name }, index) => [name, index]));
/** Each scenario has phones of its own, and one share is left for the probes before. */
const share = Math.floor(phonesOf(plan.phonePattern) / (plan.scenarios.length + 1));

/** A phone number of its own for each journey of the run, whichever generator makes it. */
const phoneOf = (scenario: string, index: number): string =>
  phoneAt(plan.phonePattern, (placeOf[scenario] ?? 0) * share + (((plan.seed % share) + index) % share));

/** Its properties say what is current, while it is itself made again, slowly, each time that it is asked for. */
let current: typeof exec.scenario | undefined;

/** A customer's way through the shop, as a script has it. */
interface Way {
  name: string;
  go(visit: Visit): void;
}

/** One customer's journey; one line says all that it was. */
const travel = (wayOf: (index: number) => Way): void => {
  current ??= exec.scenario;
  const { name: scenario, iterationInTest: index, startTime } = current;
  const lagMs = Date.now() - startTime - (plannedMs(segmentsOf[scenario] ?? [], index) ?? 0);
  scheduleLag.add(lagMs);
  if (plan.jitter) sleep(Math.random());
  const { name, go } = wayOf(index);
  const externalId = `selo-${plan.runId}-${scenario}-${index}`;
  const shop = openShop(index % plan.companies.length, traceIdOf(externalId));
  const visit = new Visit(shop, { externalId, phone: phoneOf(scenario, index) });
  go(visit);
  if (plan.sampleEvery > 0 && index % plan.sampleEvery === 0) readBack(visit);
  record(['j', scenario, shop.company.name, name, lagMs, shop.requests, visit.fact()]);
};

const plannedWay = (index: number): Way => {
  const name = journeyAt(plan.weights, index);
  return { name, go: journeys[name] };
};

export const journey = (): void => travel(plannedWay);

/** The journey that a script exports: it gets a shop with an order's ids and phone, and every order is followed. */
export const ownJourney = (go: unknown): (() => void) => {
  if (typeof go !== 'function') {
    throw new Error('The script exports no function "journey". Export one: export const journey = (shop) => { … }');
  }
  const way: Way = { name: 'own', go: (visit) => void go(visit) };
  return () => travel(() => way);
};

/** Runs once, when all virtual users are ready. */
export const setup = (): void => record(['s', Date.now()]);

export const handleSummary = (data: unknown): Record<string, string> => ({ [plan.summaryFile]: JSON.stringify(data) });
