import type { Second } from '../../../core/load-result.ts';
import { sendingOrders } from '../../gate/objectives.ts';
import { LatencyRecorder, latencyBinsOf, percentilesOf } from '../../gate/statistics/histogram.ts';
import { entryOf } from './entry-of.ts';

export type SecondOfRequests = Pick<
  Second,
  'at' | 'requests' | 'errors' | 'orders' | 'latencyP50' | 'latencyP95' | 'latencyP99' | 'latencyBins'
>;

export interface Window {
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
export class Seconds {
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
