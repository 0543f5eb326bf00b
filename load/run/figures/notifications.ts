import { quantileSorted } from 'simple-statistics';
import type { LoadResult, Second } from '../../../core/load-result.ts';
import { LatencyRecorder } from '../../gate/statistics/histogram.ts';
import type { DeliveryView, Ledger, OrderView } from '../../ledger/ledger.ts';

type SecondOfWebhooks = Pick<Second, 'at' | 'delivered' | 'webhookP50' | 'webhookP95' | 'webhookP99' | 'backlog'>;

/** What the deliveries of a run came to. */
export interface Notifications {
  latency: LatencyRecorder;
  byCompany: Map<string, LatencyRecorder>;
  ordersByCompany: Map<string, number>;
  attemptsPerDelivery: LoadResult['webhooks']['attemptsPerDelivery'];
  drainSeconds: number | null;
  /** From second 0 on, one each. */
  series: SecondOfWebhooks[];
}

const fewestFor = { p50: 2, p95: 20, p99: 100 } as const;

/** From acceptance to the first attempt; undefined where it is not certain which order's answer made it due. */
const latencyOf = ({ firstMs }: DeliveryView, { acceptedMs, due, may }: OrderView): number | undefined =>
  due === 1 && may === 0 ? Math.max(0, firstMs - acceptedMs) : undefined;

const recorderIn = (recorders: Map<string, LatencyRecorder>, name: string): LatencyRecorder => {
  const known = recorders.get(name);
  if (known !== undefined) return known;
  const recorder = new LatencyRecorder();
  recorders.set(name, recorder);
  return recorder;
};

/**
 * Reads the ledger into figures; `startedMs` is when the run's first request began. Latencies are those of the orders
 * that were accepted before `untilMs`, of all without it.
 */
export const notificationsOf = (
  ledger: Ledger,
  { startedMs, untilMs = Number.POSITIVE_INFINITY }: { startedMs: number; untilMs?: number | undefined },
): Notifications => {
  const latency = new LatencyRecorder();
  const byCompany = new Map<string, LatencyRecorder>();
  const ordersByCompany = new Map<string, number>();
  const attemptsPerDelivery: number[] = [];
  const accepted: number[] = [];
  const acknowledged: number[] = [];
  const latencies: number[][] = [];
  let lastAcceptedMs = 0;
  let lastAcknowledgedMs = 0;
  const secondOf = (atMs: number): number => Math.max(0, Math.floor((atMs - startedMs) / 1000));

  ledger.eachOrder(({ company, acceptedMs, due }) => {
    const at = secondOf(acceptedMs);
    accepted[at] = (accepted[at] ?? 0) + due;
    lastAcceptedMs = Math.max(lastAcceptedMs, acceptedMs);
    ordersByCompany.set(company, (ordersByCompany.get(company) ?? 0) + 1);
  });
  ledger.eachDelivery((delivery, order) => {
    attemptsPerDelivery[delivery.attempts - 1] = (attemptsPerDelivery[delivery.attempts - 1] ?? 0) + 1;
    const waitedMs = latencyOf(delivery, order);
    if (waitedMs !== undefined) {
      if (order.acceptedMs < untilMs) latency.record(waitedMs);
      recorderIn(byCompany, order.company).record(waitedMs);
      const at = secondOf(delivery.firstMs);
      latencies[at] ??= [];
      latencies[at].push(waitedMs);
    }
    if (delivery.acknowledgedMs === undefined) return;
    lastAcknowledgedMs = Math.max(lastAcknowledgedMs, delivery.acknowledgedMs);
    const at = secondOf(delivery.acknowledgedMs);
    acknowledged[at] = (acknowledged[at] ?? 0) + 1;
  });

  const series: SecondOfWebhooks[] = [];
  let backlog = 0;
  for (let at = 0; at < Math.max(accepted.length, acknowledged.length, latencies.length); at += 1) {
    backlog += (accepted[at] ?? 0) - (acknowledged[at] ?? 0);
    const sorted = (latencies[at] ?? []).toSorted((one, other) => one - other);
    const percentile = (share: number, fewest: number): number | null =>
      sorted.length < fewest ? null : quantileSorted(sorted, share);
    series.push({
      at,
      delivered: acknowledged[at] ?? 0,
      webhookP50: percentile(0.5, fewestFor.p50),
      webhookP95: percentile(0.95, fewestFor.p95),
      webhookP99: percentile(0.99, fewestFor.p99),
      backlog,
    });
  }
  return {
    latency,
    byCompany,
    ordersByCompany,
    attemptsPerDelivery: Array.from(attemptsPerDelivery, (count) => count ?? 0),
    drainSeconds: lastAcknowledgedMs === 0 ? null : Math.max(0, lastAcknowledgedMs - lastAcceptedMs) / 1000,
    series,
  };
};
