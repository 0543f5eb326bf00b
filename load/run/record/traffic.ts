import type { LoadResult, Second, SlowRequest, Spread } from '../../../core/load-result.ts';
import type { JourneyFact, OrderFact, RequestFact } from '../../facts.ts';
import { sendingOrders } from '../../gate/objectives.ts';
import type { Occupancy } from '../../gate/saturation.ts';
import { LatencyRecorder, latencyBinsOf, percentilesOf } from '../../gate/statistics/histogram.ts';
import { warmUp } from '../../shapes.ts';
import { traceIdOf, traceparentOf } from '../../trace.ts';

/** The value of a key, which is created and stored if the map does not have it. */
export const entryOf = <Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value => {
  const known = map.get(key);
  if (known !== undefined) return known;
  const created = create();
  map.set(key, created);
  return created;
};

type SecondOfRequests = Pick<
  Second,
  'at' | 'requests' | 'errors' | 'orders' | 'latencyP50' | 'latencyP95' | 'latencyP99' | 'latencyBins'
>;

interface Window {
  seconds: number;
  journeys: number;
  errors: number;
  latency: LatencyRecorder;
  /** The latency of requests that send an order. */
  sending: LatencyRecorder;
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

const emptySecond = (): OpenSecond => ({
  journeys: 0,
  requests: 0,
  errors: 0,
  orders: 0,
  latencies: [],
  measured: new Map(),
});

/** What began in each second of a run, counted from the first request. */
class Seconds {
  /** Start of the first request, in ms since the epoch; undefined before any. */
  startedMs: number | undefined;
  readonly #seconds = new Map<number, OpenSecond>();

  get length(): number {
    return Math.max(0, ...this.#seconds.keys()) + 1;
  }

  /** The second of a moment. The first moment starts the run. */
  at(atMs: number): OpenSecond {
    this.startedMs ??= atMs;
    return entryOf(this.#seconds, Math.max(0, Math.floor((atMs - this.startedMs) / 1000)), emptySecond);
  }

  /** The latency of requests with that name that began before `untilMs`. */
  latencyOf(name: string, untilMs: number): LatencyRecorder {
    const latency = new LatencyRecorder();
    for (const [at, { measured }] of this.#seconds) {
      if ((this.startedMs ?? 0) + at * 1000 >= untilMs) continue;
      for (const each of measured.get(name) ?? []) latency.record(each);
    }
    return latency;
  }

  series(): SecondOfRequests[] {
    return [...this.#seconds]
      .toSorted(([one], [other]) => one - other)
      .map(([at, { latencies, requests, errors, orders }]) => {
        const { p50, p95, p99 } = percentilesOf(latencies);
        const latencyBins = latencyBinsOf(latencies);
        return { at, requests, errors, orders, latencyP50: p50, latencyP95: p95, latencyP99: p99, latencyBins };
      });
  }

  window(fromMs: number, toMs: number): Window {
    const startedMs = this.startedMs ?? 0;
    const first = Math.floor((fromMs - startedMs) / 1000);
    const last = Math.max(Math.floor((toMs - startedMs) / 1000) - 1, first);
    const [latency, sending] = [new LatencyRecorder(), new LatencyRecorder()];
    const window = { seconds: last - first + 1, journeys: 0, errors: 0, latency, sending };
    for (let at = first; at <= last; at += 1) {
      const second = this.#seconds.get(at);
      if (second === undefined) continue;
      window.journeys += second.journeys;
      window.errors += second.errors;
      for (const each of second.latencies) latency.record(each);
      for (const each of second.measured.get(sendingOrders) ?? []) sending.record(each);
    }
    return window;
  }
}

const slotMs = 250;
/** The slots with the first journeys of a run. */
const firstSlots = 2;

interface Slot {
  begun: number;
  ended: number;
  /** The sum over journeys that began in it. */
  durationMs: number;
}

const emptySlot = (): Slot => ({ begun: 0, ended: 0, durationMs: 0 });

/** Counts how many journeys are under way over time. */
export class OccupancyRecorder {
  /** Duration of the longest journey. */
  longestMs = 0;
  readonly #slots = new Map<number, Slot>();

  #slotOf(atMs: number): Slot {
    return entryOf(this.#slots, Math.floor(atMs / slotMs), emptySlot);
  }

  /** Both in ms since the epoch. */
  journey(beganMs: number, endedMs: number): void {
    this.longestMs = Math.max(this.longestMs, endedMs - beganMs);
    const slot = this.#slotOf(beganMs);
    slot.begun += 1;
    slot.durationMs += endedMs - beganMs;
    this.#slotOf(endedMs).ended += 1;
  }

  /** Mean duration of the first journeys of the run; 0 without journeys. */
  #firstDurationMs(): number {
    const first = [...this.#slots]
      .filter(([, { begun }]) => begun > 0)
      .toSorted(([one], [other]) => one - other)
      .slice(0, firstSlots)
      .map(([, slot]) => slot);
    const journeys = first.reduce((sum, { begun }) => sum + begun, 0);
    return journeys === 0 ? 0 : first.reduce((sum, { durationMs }) => sum + durationMs, 0) / journeys;
  }

  between(fromMs: number, toMs: number): Occupancy {
    const first = Math.floor(fromMs / slotMs);
    let underWay = 0;
    for (const [number, { begun, ended }] of this.#slots) if (number < first) underWay += begun - ended;
    const length = Math.max(0, Math.floor(toMs / slotMs) - first);
    const found = Array.from({ length }, (_, at) => this.#slots.get(first + at) ?? emptySlot());
    return {
      slotSeconds: slotMs / 1000,
      firstDurationMs: this.#firstDurationMs(),
      underWay: found.map(({ begun, ended }) => {
        underWay += begun - ended;
        return underWay;
      }),
      begun: found.map(({ begun }) => begun),
      ended: found.map(({ ended }) => ended),
      durationMs: found.map(({ begun, durationMs }) => (begun === 0 ? null : durationMs / begun)),
    };
  }
}

const keptRequests = 10;

interface KeptRequest {
  company: string;
  request: RequestFact;
  /** Within its journey, from 1. */
  number: number;
  externalId: string | undefined;
}

/** Keeps the slowest requests. */
class SlowestRequests {
  readonly #kept: KeptRequest[] = [];

  /** Adds the requests of a journey. */
  add(company: string, requests: readonly RequestFact[], order: OrderFact | null): void {
    for (const [index, request] of requests.entries()) {
      const last = this.#kept.at(-1);
      if (this.#kept.length === keptRequests && last !== undefined && request[2] <= last.request[2]) continue;
      this.#kept.push({ company, request, number: index + 1, externalId: order?.[0] });
      this.#kept.sort((one, other) => other.request[2] - one.request[2]);
      this.#kept.length = Math.min(keptRequests, this.#kept.length);
    }
  }

  /** The slowest first. */
  list(): SlowRequest[] {
    return this.#kept.map(({ company, request: [name, beganMs, ms, status], number, externalId }) => ({
      name,
      company,
      sentAt: new Date(beganMs).toISOString(),
      ms,
      status,
      order:
        externalId === undefined ? null : { externalId, traceparent: traceparentOf(traceIdOf(externalId), number) },
    }));
  }
}

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
