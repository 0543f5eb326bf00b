import type { Drill, Second } from '../../core/load-result.ts';
import { chanceFrom, drawNormal } from '../gate/statistics/chance.ts';
import { latencyBinsOf } from '../gate/statistics/histogram.ts';

export interface SampleLoad {
  /** Orders a second. */
  rate: number;
  /** Duration of the load. */
  seconds: number;
  drainSeconds: number;
  drills: readonly Pick<Drill, 'kind' | 'from' | 'to'>[];
}

interface SampleSeries {
  series: Second[];
  /** How many deliveries took one attempt, two, three, … */
  attemptsPerDelivery: number[];
}

/** Seconds from the first attempt of a delivery to each attempt. */
const attemptOffsets = [0, 2, 6, 14, 30, 62, 126, 254, 510, 1022];
const requestsAnOrder = 3;

/** Percentiles as multiples of the median. */
const tail = { p95: 2.6, p99: 4.1 };

/** Simulates notifications. Receivers refuse some of them, and the retry curve repeats refused attempts. */
export const sampleSeries = ({ rate, seconds, drainSeconds, drills }: SampleLoad): SampleSeries => {
  const chance = chanceFrom(42);
  const about = (value: number, spread: number): number => value * (1 + (chance() - 0.5) * spread);
  const due = new Map<number, { attempt: number; bornAt: number; deliveries: number }[]>();
  const attemptsPerDelivery = attemptOffsets.map(() => 0);
  const isIn = (at: number, ...kinds: Drill['kind'][]): boolean =>
    drills.some(({ kind, from, to }) => kinds.includes(kind) && at >= from && at < to);
  let backlog = 0;
  const series = Array.from({ length: seconds + drainSeconds }, (_, at): Second => {
    const restarting = isIn(at, 'restart');
    const planned = at < seconds ? Math.round(about(rate, 0.06) * Math.min(1, (at + 1) / 4)) : 0;
    const orders = restarting ? Math.round(planned * 0.2) : planned;
    const requests = planned * requestsAnOrder;
    const errors = restarting ? Math.round(requests * 0.8) : 0;
    due.set(at, [...(due.get(at) ?? []), { attempt: 1, bornAt: at, deliveries: orders }]);
    backlog += orders;
    let attempts = 0;
    let retries = 0;
    let delivered = 0;
    for (const { attempt, bornAt, deliveries } of due.get(at) ?? []) {
      attempts += deliveries;
      if (attempt > 1) retries += deliveries;
      const refused = isIn(at, 'refusing') ? deliveries : Math.round(deliveries * 0.004);
      const next = attemptOffsets[attempt];
      const again = next === undefined ? 0 : refused;
      if (next !== undefined && again > 0) {
        const when = bornAt + next;
        due.set(when, [...(due.get(when) ?? []), { attempt: attempt + 1, bornAt, deliveries: again }]);
      }
      delivered += deliveries - again;
      attemptsPerDelivery[attempt - 1] = (attemptsPerDelivery[attempt - 1] ?? 0) + deliveries - again;
    }
    due.delete(at);
    backlog -= delivered;
    const slowed = restarting ? 25 : 1 + Math.min(2, attempts / Math.max(1, rate) / 6);
    const latency = about(9 * slowed, 0.3);
    const webhook = about(22 * slowed * (1 + retries / Math.max(1, rate)), 0.35);
    const ifEnough = (value: number, observations: number, share: number): number | null =>
      observations * (1 - share) >= 10 - 1e-9 ? Number(value.toFixed(2)) : null;
    return {
      at,
      requests,
      errors,
      orders,
      latencyP50: ifEnough(latency, requests, 0.5),
      latencyP95: ifEnough(about(latency * tail.p95, 0.3), requests, 0.95),
      latencyP99: ifEnough(about(latency * tail.p99, 0.5), requests, 0.99),
      latencyBins: latencyBinsOf(Array.from({ length: requests }, () => latency * Math.exp(0.55 * drawNormal(chance)))),
      underWay: Math.ceil((planned * latency * requestsAnOrder) / 1000),
      generatorCpu: Number(about(0.3, 0.2).toFixed(3)),
      attempts,
      retries,
      delivered,
      webhookP50: ifEnough(webhook, orders, 0.5),
      webhookP95: ifEnough(about(webhook * tail.p95, 0.3), orders, 0.95),
      webhookP99: ifEnough(about(webhook * tail.p99, 0.5), orders, 0.99),
      backlog,
    };
  });
  return { series, attemptsPerDelivery };
};
