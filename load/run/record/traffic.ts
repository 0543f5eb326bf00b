import type { LoadResult, SlowRequest, Spread } from '../../../core/load-result.ts';
import type { JourneyFact } from '../../facts.ts';
import { LatencyRecorder } from '../../gate/statistics/histogram.ts';
import { warmUp } from '../../shapes.ts';
import { entryOf } from './entry-of.ts';
import { createOccupancyRecorder, type OccupancyRecorder } from './occupancy.ts';
import { createSeconds, type Seconds } from './seconds.ts';
import { createSlowest } from './slowest.ts';

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
  series: Seconds['series'];
  window: Seconds['window'];
}

interface Endpoint {
  count: number;
  byStatus: Map<number, number>;
}

export const isError = (status: number): boolean => status === 0 || status >= 500;

export const createTraffic = (): Traffic => {
  const endpoints = new Map<string, Endpoint>();
  const seconds = createSeconds();
  const lags = new Map<string, number[]>();
  const occupancy = createOccupancyRecorder();
  const slowest = createSlowest();
  const orders = { accepted: 0, refused: 0, ambiguous: 0 };
  const began = new Map<string, number>();
  let beginnings = 0;
  let journeys = 0;
  let errors = 0;
  let limited = 0;

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
      return seconds.startedMs;
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
        seconds.at(first[1]).journeys += 1;
        occupancy.journey(first[1], Math.max(...requests.map(([, beganMs, durationMs]) => beganMs + durationMs)));
      }
      // after the requests, which set the start of the run
      if (order !== null) {
        orders[order[5]] += 1;
        if (order[5] === 'accepted') seconds.at(order[2]).orders += 1;
      }
      if (scenario !== warmUp) slowest.journey(company, requests, order);
      for (const [name, beganMs, durationMs, status] of requests) {
        const endpoint = entryOf(endpoints, name, () => ({ count: 0, byStatus: new Map() }));
        endpoint.count += 1;
        endpoint.byStatus.set(status, (endpoint.byStatus.get(status) ?? 0) + 1);
        const second = seconds.at(beganMs);
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
          latencyMs: seconds.latencyOf(name, untilMs).spread(),
        })),

    series: seconds.series,
    window: seconds.window,
  };
};
