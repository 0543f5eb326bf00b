import type { LoadResult, Second, SlowRequest, Spread } from '../../../core/load-result.ts';
import type { JourneyFact, OrderFact, RequestFact } from '../../facts.ts';
import { sendingOrders } from '../../gate/objectives.ts';
import { LatencyRecorder, latencyBinsOf, percentilesOf } from '../../gate/statistics/histogram.ts';
import { warmUp } from '../../shapes.ts';
import { traceIdOf, traceparentOf } from '../../trace.ts';
import { entryOf } from './entry-of.ts';
import { createOccupancyRecorder, type OccupancyRecorder } from './occupancy.ts';

const keptRequests = 10;

/** Keeps the slowest requests. */
interface Slowest {
  journey(company: string, requests: readonly RequestFact[], order: OrderFact | null): void;
  /** The slowest first. */
  list(): SlowRequest[];
}

export const createSlowest = (): Slowest => {
  const slowest: { company: string; request: RequestFact; number: number; externalId: string | undefined }[] = [];
  return {
    journey(company, requests, order) {
      for (const [index, request] of requests.entries()) {
        const last = slowest.at(-1);
        if (slowest.length === keptRequests && last !== undefined && request[2] <= last.request[2]) continue;
        slowest.push({ company, request, number: index + 1, externalId: order?.[0] });
        slowest.sort((one, other) => other.request[2] - one.request[2]);
        slowest.length = Math.min(keptRequests, slowest.length);
      }
    },

    list: () =>
      slowest.map(({ company, request: [name, beganMs, ms, status], number, externalId }) => ({
        name,
        company,
        sentAt: new Date(beganMs).toISOString(),
        ms,
        status,
        order:
          externalId === undefined ? null : { externalId, traceparent: traceparentOf(traceIdOf(externalId), number) },
      })),
  };
};

type SecondOfRequests = Pick<
  Second,
  'at' | 'requests' | 'errors' | 'orders' | 'latencyP50' | 'latencyP95' | 'latencyP99' | 'latencyBins'
>;

/** Counts the journeys and requests of a run. */
export interface Traffic {
  /** A k6 process is ready to send. */
  begin(): void;
  /** The number of k6 processes that were ready. */
  readonly beginnings: number;
  journey(fact: JourneyFact): void;
  /** Start of the first request, in ms since the epoch; undefined before any. */
  readonly startedMs: number | undefined;
  /** Start of the first request of a scenario; undefined before any. */
  beganMs(scenario: string): number | undefined;
  readonly journeys: number;
  /** Requests without a response or with a 5xx. */
  readonly errors: number;
  /** Requests with a 429. */
  readonly limited: number;
  /** Delay of the start of journeys, relative to the earliest of their scenario. */
  lag(): Spread;
  occupancy: OccupancyRecorder;
  /** The slowest requests, without those of the warm-up. */
  slowest(): SlowRequest[];
  orders: Omit<LoadResult['orders'], 'ambiguousFound'>;
  /** Latencies are of requests that began before `untilMs`. */
  requests(untilMs?: number): LoadResult['requests'];
  series(): SecondOfRequests[];
  /** What began in whole seconds: from the one with `fromMs` until before the one with `toMs`. */
  window(fromMs: number, toMs: number): Window;
}

interface Window {
  seconds: number;
  journeys: number;
  errors: number;
  latency: LatencyRecorder;
  /** The latency of requests that send an order. */
  sending: LatencyRecorder;
}

interface Endpoint {
  count: number;
  byStatus: Map<number, number>;
}

interface OpenSecond {
  journeys: number;
  requests: number;
  errors: number;
  orders: number;
  latencies: number[];
  /** Latencies by name of the request, without those of the warm-up. */
  measured: Map<string, number[]>;
}

export const isError = (status: number): boolean => status === 0 || status >= 500;

export const createTraffic = (): Traffic => {
  const endpoints = new Map<string, Endpoint>();
  const seconds = new Map<number, OpenSecond>();
  const lags = new Map<string, number[]>();
  const occupancy = createOccupancyRecorder();
  const slowest = createSlowest();
  const orders = { accepted: 0, refused: 0, ambiguous: 0 };
  const began = new Map<string, number>();
  let beginnings = 0;
  let startedMs: number | undefined;
  let journeys = 0;
  let errors = 0;
  let limited = 0;

  const secondOf = (atMs: number): OpenSecond => {
    startedMs ??= atMs;
    const at = Math.max(0, Math.floor((atMs - startedMs) / 1000));
    return entryOf(seconds, at, () => ({
      journeys: 0,
      requests: 0,
      errors: 0,
      orders: 0,
      latencies: [],
      measured: new Map(),
    }));
  };

  const latencyOf = (name: string, untilMs: number): LatencyRecorder => {
    const latency = new LatencyRecorder();
    for (const [at, { measured }] of seconds) {
      if ((startedMs ?? 0) + at * 1000 >= untilMs) continue;
      for (const each of measured.get(name) ?? []) latency.record(each);
    }
    return latency;
  };

  return {
    // k6 reports the start of a changing rate before its users are ready, so all journeys of the scenario are shifted
    lag() {
      const lag = new LatencyRecorder();
      for (const each of lags.values()) {
        const shift = each.reduce((least, one) => Math.min(least, one), Number.POSITIVE_INFINITY);
        for (const one of each) lag.record(one - Math.max(0, shift));
      }
      return lag.spread();
    },
    occupancy,
    orders,
    get beginnings() {
      return beginnings;
    },
    get startedMs() {
      return startedMs;
    },
    beganMs: (scenario) => began.get(scenario),
    get journeys() {
      return journeys;
    },
    get errors() {
      return errors;
    },
    get limited() {
      return limited;
    },

    begin() {
      beginnings += 1;
    },

    slowest: slowest.list,

    journey([, scenario, company, , lagMs, requests, order]) {
      journeys += 1;
      entryOf(lags, scenario, () => []).push(lagMs);
      const [first] = requests;
      if (first !== undefined) {
        began.set(scenario, Math.min(first[1], began.get(scenario) ?? first[1]));
        secondOf(first[1]).journeys += 1;
        occupancy.journey(first[1], Math.max(...requests.map(([, beganMs, durationMs]) => beganMs + durationMs)));
      }
      // after the requests, which set the start of the run
      if (order !== null) {
        orders[order[5]] += 1;
        if (order[5] === 'accepted') secondOf(order[2]).orders += 1;
      }
      if (scenario !== warmUp) slowest.journey(company, requests, order);
      for (const [name, beganMs, durationMs, status] of requests) {
        const endpoint = entryOf(endpoints, name, () => ({ count: 0, byStatus: new Map() }));
        endpoint.count += 1;
        endpoint.byStatus.set(status, (endpoint.byStatus.get(status) ?? 0) + 1);
        const second = secondOf(beganMs);
        second.requests += 1;
        second.latencies.push(durationMs);
        if (scenario !== warmUp) entryOf(second.measured, name, () => []).push(durationMs);
        if (status === 429) limited += 1;
        if (isError(status)) {
          second.errors += 1;
          errors += 1;
        }
      }
    },

    requests: (untilMs = Number.POSITIVE_INFINITY) =>
      [...endpoints]
        .toSorted(([one], [other]) => one.localeCompare(other, 'en'))
        .map(([name, { count, byStatus }]) => ({
          name,
          count,
          byStatus: Object.fromEntries(byStatus),
          latencyMs: latencyOf(name, untilMs).spread(),
        })),

    series: () =>
      [...seconds]
        .toSorted(([one], [other]) => one - other)
        .map(([at, { latencies, requests, errors: failed, orders: accepted }]) => {
          const { p50, p95, p99 } = percentilesOf(latencies);
          return {
            at,
            requests,
            errors: failed,
            orders: accepted,
            latencyP50: p50,
            latencyP95: p95,
            latencyP99: p99,
            latencyBins: latencyBinsOf(latencies),
          };
        }),

    window(fromMs, toMs) {
      const [latency, sending] = [new LatencyRecorder(), new LatencyRecorder()];
      const counted = { journeys: 0, errors: 0 };
      const began = startedMs ?? 0;
      const first = Math.floor((fromMs - began) / 1000);
      const last = Math.max(Math.floor((toMs - began) / 1000) - 1, first);
      for (let at = first; at <= last; at += 1) {
        const second = seconds.get(at);
        counted.journeys += second?.journeys ?? 0;
        counted.errors += second?.errors ?? 0;
        for (const each of second?.latencies ?? []) latency.record(each);
        for (const each of second?.measured.get(sendingOrders) ?? []) sending.record(each);
      }
      return { seconds: last - first + 1, ...counted, latency, sending };
    },
  };
};
