import type { LoadResult, Second } from '../../../core/load-result.ts';
import { LatencyRecorder, percentilesOf } from '../../gate/statistics/histogram.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { DeliveryView, OrderView } from '../../ledger/views.ts';
import { entryOf } from '../record/entry-of.ts';

type SecondOfWebhooks = Pick<Second, 'at' | 'delivered' | 'webhookP50' | 'webhookP95' | 'webhookP99' | 'backlog'>;

export interface Notifications {
  latency: LatencyRecorder;
  byCompany: Map<string, LatencyRecorder>;
  ordersByCompany: Map<string, number>;
  attemptsPerDelivery: LoadResult['webhooks']['attemptsPerDelivery'];
  drainSeconds: number | null;
  /** An entry for each second, from 0. */
  series: SecondOfWebhooks[];
}

/** From acceptance to the first attempt; undefined if it is not certain which response made the notification due. */
const latencyOf = ({ firstMs }: DeliveryView, { acceptedMs, due, may }: OrderView): number | undefined =>
  due === 1 && may === 0 ? Math.max(0, firstMs - acceptedMs) : undefined;

/** The figures of a ledger. `startedMs` is the start of the first request. Latencies are of orders accepted before `untilMs`. */
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
      entryOf(byCompany, order.company, () => new LatencyRecorder()).record(waitedMs);
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
    const { p50, p95, p99 } = percentilesOf(latencies[at] ?? []);
    const delivered = acknowledged[at] ?? 0;
    series.push({ at, delivered, webhookP50: p50, webhookP95: p95, webhookP99: p99, backlog });
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
