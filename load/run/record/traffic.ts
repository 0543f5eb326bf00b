import type { LoadResult, SlowRequest, Spread } from '../../../core/load-result.ts';
import type { JourneyFact, OrderFact, RequestFact } from '../../facts.ts';
import { LatencyRecorder } from '../../gate/statistics/histogram.ts';
import { warmUp } from '../../shapes.ts';
import { entryOf } from './entry-of.ts';
import { OccupancyRecorder } from './occupancy.ts';
import { type SecondOfRequests, Seconds, type Window } from './seconds.ts';
import { SlowestRequests } from './slowest.ts';

export const isError = (status: number): boolean => status === 0 || status >= 500;

/** Counts the journeys and requests of a run. */
export class Traffic {
  /** The number of k6 processes that are ready to send. */
  beginnings = 0;
  journeys = 0;
  /** Requests without a response or with a 5xx. */
  errors = 0;
  /** Requests with a 429. */
  limited = 0;
  readonly orders = { accepted: 0, refused: 0, ambiguous: 0 };
  readonly occupancy = new OccupancyRecorder();
  readonly #seconds = new Seconds();
  readonly #slowest = new SlowestRequests();
  /** Counts of requests by endpoint and status. */
  readonly #byStatus = new Map<string, Map<number, number>>();
  readonly #lags = new Map<string, number[]>();
  readonly #began = new Map<string, number>();

  /** Start of the first request, in ms since the epoch; undefined before any. */
  get startedMs(): number | undefined {
    return this.#seconds.startedMs;
  }

  /** Seconds until the last request began, rounded up. */
  get loadSeconds(): number {
    return this.#seconds.length;
  }

  journey([, scenario, company, , lagMs, requests, order]: JourneyFact): void {
    this.journeys += 1;
    entryOf(this.#lags, scenario, () => []).push(lagMs);
    const [first] = requests;
    if (first !== undefined) this.#begin(scenario, first[1], requests);
    // after the requests, which set the start of the run
    if (order !== null) this.#countOrder(order);
    const isMeasured = scenario !== warmUp;
    if (isMeasured) this.#slowest.add(company, requests, order);
    for (const request of requests) this.#countRequest(request, isMeasured);
  }

  #begin(scenario: string, beganMs: number, requests: readonly RequestFact[]): void {
    this.#began.set(scenario, Math.min(beganMs, this.#began.get(scenario) ?? beganMs));
    this.#seconds.at(beganMs).journeys += 1;
    this.occupancy.journey(beganMs, Math.max(...requests.map(([, atMs, durationMs]) => atMs + durationMs)));
  }

  #countOrder([, , acceptedMs, , , state]: OrderFact): void {
    this.orders[state] += 1;
    if (state === 'accepted') this.#seconds.at(acceptedMs).orders += 1;
  }

  #countRequest([name, beganMs, durationMs, status]: RequestFact, isMeasured: boolean): void {
    const counts = entryOf(this.#byStatus, name, () => new Map<number, number>());
    counts.set(status, (counts.get(status) ?? 0) + 1);
    const second = this.#seconds.at(beganMs);
    second.requests += 1;
    second.latencies.push(durationMs);
    if (isMeasured) entryOf(second.measured, name, () => []).push(durationMs);
    if (status === 429) this.limited += 1;
    if (isError(status)) {
      second.errors += 1;
      this.errors += 1;
    }
  }

  /** Start of the first request of a scenario; undefined before any. */
  beganMs(scenario: string): number | undefined {
    return this.#began.get(scenario);
  }

  /** Delay of the start of journeys, relative to the earliest of their scenario. */
  lag(): Spread {
    const lag = new LatencyRecorder();
    for (const each of this.#lags.values()) {
      // k6 reports the start of a changing rate before its users are ready, so all journeys of the scenario are shifted
      const shift = each.reduce((least, one) => Math.min(least, one), Number.POSITIVE_INFINITY);
      for (const one of each) lag.record(one - Math.max(0, shift));
    }
    return lag.spread();
  }

  /** The slowest requests, without those of the warm-up. */
  slowest(): SlowRequest[] {
    return this.#slowest.list();
  }

  /** Latencies are of requests that began before `untilMs`. */
  requests(untilMs = Number.POSITIVE_INFINITY): LoadResult['requests'] {
    return [...this.#byStatus]
      .toSorted(([one], [other]) => one.localeCompare(other, 'en'))
      .map(([name, byStatus]) => ({
        name,
        count: [...byStatus.values()].reduce((sum, count) => sum + count, 0),
        byStatus: Object.fromEntries(byStatus),
        latencyMs: this.#seconds.latencyOf(name, untilMs).spread(),
      }));
  }

  series(): SecondOfRequests[] {
    return this.#seconds.series();
  }

  /** What began in whole seconds: from the one with `fromMs` until before the one with `toMs`. */
  window(fromMs: number, toMs: number): Window {
    return this.#seconds.window(fromMs, toMs);
  }
}
