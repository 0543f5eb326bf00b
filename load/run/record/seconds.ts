import type { Second } from '../../../core/load-result.ts';
import { sendingOrders } from '../../gate/objectives.ts';
import { LatencyRecorder, latencyBinsOf, percentilesOf } from '../../gate/statistics/histogram.ts';
import { entryOf } from './entry-of.ts';

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

/** What began in each second of a run, counted from the first request. */
export interface Seconds {
  /** Start of the first request, in ms since the epoch; undefined before any. */
  readonly startedMs: number | undefined;
  /** The second of a moment. The first moment starts the run. */
  at(atMs: number): OpenSecond;
  /** The latency of requests with that name that began before `untilMs`. */
  latencyOf(name: string, untilMs: number): LatencyRecorder;
  series(): SecondOfRequests[];
  /** What began in whole seconds: from the one with `fromMs` until before the one with `toMs`. */
  window(fromMs: number, toMs: number): Window;
}

export const createSeconds = (): Seconds => {
  const seconds = new Map<number, OpenSecond>();
  let startedMs: number | undefined;

  return {
    get startedMs() {
      return startedMs;
    },

    at(atMs) {
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
    },

    latencyOf(name, untilMs) {
      const latency = new LatencyRecorder();
      for (const [at, { measured }] of seconds) {
        if ((startedMs ?? 0) + at * 1000 >= untilMs) continue;
        for (const each of measured.get(name) ?? []) latency.record(each);
      }
      return latency;
    },

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
