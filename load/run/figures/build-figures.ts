import { mean, rootMeanSquare } from 'simple-statistics';
import {
  type Drill,
  type LoadResult,
  loadResultVersion,
  type RunFigures,
  type Second,
} from '../../../core/load-result.ts';
import type { CaptureHealth } from '../../capture/start-load-capture.ts';
import { type Occupancy, saturationOf, saturationOfAll, secondsUntilEmpty } from '../../gate/saturation.ts';
import { LatencyRecorder, latencyBinsOf, percentilesOf } from '../../gate/statistics/histogram.ts';
import type { K6End } from '../../k6/start-k6.ts';
import type { DrillRun } from '../../ledger/deadlines.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Settlement } from '../../ledger/settlement.ts';
import type { DeliveryView, OrderView } from '../../ledger/views.ts';
import { isConstant, type Segment, secondsOf } from '../../shapes.ts';
import type { AttemptCounts, RunRecord, SentOrder } from '../record/journals.ts';
import { entryOf, type Traffic } from '../record/traffic.ts';
import type { K6Run } from '../send/run-k6.ts';
import { growthBetween, type Iterations, rangeOf, withEnd } from '../send/steps.ts';

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

/** Jain's index: 1 for equal shares, down to one over their number; null for fewer than two. */
export const jainFairness = (shares: readonly number[]): number | null => {
  if (shares.length < 2) return null;
  const spread = rootMeanSquare([...shares]);
  return spread === 0 ? 1 : (mean([...shares]) / spread) ** 2;
};

export const emptySecond = (at: number): Second => ({
  at,
  requests: 0,
  errors: 0,
  orders: 0,
  latencyP50: null,
  latencyP95: null,
  latencyP99: null,
  latencyBins: latencyBinsOf([]),
  underWay: 0,
  generatorCpu: null,
  attempts: 0,
  retries: 0,
  delivered: 0,
  webhookP50: null,
  webhookP95: null,
  webhookP99: null,
  backlog: 0,
});

interface DrillSources {
  traffic: Traffic;
  notifications: Notifications;
  attempts: AttemptCounts;
  startedMs: number;
}

/** Seconds before a drill that show the usual state. */
const secondsBefore = 5;

const meanOrZero = (values: number[]): number => (values.length === 0 ? 0 : mean(values));

/** The effect of a drill, from the seconds before, during and after it. */
export const drillFigures = ({ kind, fromMs, toMs }: DrillRun, sources: DrillSources): Drill => {
  const { traffic, notifications, attempts, startedMs } = sources;
  const { series } = notifications;
  const from = Math.max(0, (fromMs - startedMs) / 1000);
  const to = Math.max(0, (toMs - startedMs) / 1000);
  const counts = attempts.bySecond(startedMs);
  const attemptsAt = (second: number): number => counts.get(second)?.all ?? 0;

  const first = Math.max(0, Math.floor(from) - secondsBefore);
  const before = Array.from({ length: Math.floor(from) - first }, (_, index) => first + index);
  const usualBacklog = Math.max(0, ...before.map((at) => series[at]?.backlog ?? 0));
  const after = series.filter(({ at }) => at >= Math.floor(to));
  const recovered = after.find(({ at, backlog }) => at >= Math.ceil(to) && backlog <= usualBacklog);
  const isBeforeRecovery = ({ at }: Pick<Second, 'at'>): boolean => recovered === undefined || at <= recovered.at;
  const draining = after.filter(isBeforeRecovery);
  const usualAttempts = meanOrZero(before.map(attemptsAt));
  const peak = Math.max(0, ...after.map(({ at }) => attemptsAt(at)));
  const since = series.filter(({ at }) => at >= Math.floor(from));
  const disturbed = since.filter(isBeforeRecovery);
  const attemptsMade = disturbed.reduce((sum, { at }) => sum + attemptsAt(at), 0);
  const delivered = disturbed.reduce((sum, second) => sum + second.delivered, 0);

  return {
    kind,
    from,
    to,
    backlogPeak: Math.max(0, ...since.map(({ backlog }) => backlog)),
    peakAfter: usualAttempts === 0 ? null : peak / usualAttempts,
    drainRate: draining.length === 0 ? null : meanOrZero(draining.map((second) => second.delivered)),
    // the backlog of a second is that at its end
    recoverySeconds: recovered === undefined ? null : Math.max(0, recovered.at + 1 - to),
    latencyBefore: traffic.window(fromMs - secondsBefore * 1000, fromMs).latency.spread(),
    latencyDuring: traffic.window(fromMs, toMs).latency.spread(),
    attemptsPerDelivery: delivered === 0 ? null : attemptsMade / delivered,
  };
};

interface Observed {
  record: Pick<RunRecord, 'traffic'>;
  sent: Pick<K6Run, 'drills'>;
  plan: Pick<RunFigures['plan'], 'users'>;
  k6: Pick<K6End, 'cpuBetween'>;
  iterations: Pick<Iterations, 'dropped' | 'networkShare'> | undefined;
  /** Start of the first segment, in ms since the epoch. */
  mainMs: number;
  segments: readonly Segment[];
}

/** Share of the planned journeys that may be missing from a segment because its edges are within a slot. */
const missingAtEdges = 0.05;

/**
 * The bottleneck of a load, from its segments until the first drill, since a drill also holds journeys back. k6 does not
 * report when it dropped journeys. A segment has drops if fewer journeys began than planned.
 */
export const saturationIn = (observed: Observed): RunFigures['saturation'] => {
  const { plan, k6, iterations, mainMs, segments } = observed;
  const { traffic } = observed.record;
  const { drills } = observed.sent;
  const { dropped = 0, networkShare = null } = iterations ?? {};
  const lastMs = (traffic.startedMs ?? 0) + traffic.loadSeconds * 1000;
  const endMs = Math.min(lastMs, ...drills.map((drill) => drill.fromMs));
  const droppedIn = ({ from, to, seconds }: Segment, { begun }: Occupancy): number => {
    if (segments.length === 1) return dropped;
    const planned = ((from + to) / 2) * seconds;
    const missing = Math.round(planned - begun.reduce((sum, count) => sum + count, 0));
    return missing > missingAtEdges * planned + 1 ? Math.min(dropped, missing) : 0;
  };

  let fromMs = mainMs;
  const stretches = segments.flatMap((segment, index) => {
    const beganMs = fromMs;
    fromMs += segment.seconds * 1000;
    const untilMs = Math.min(fromMs, endMs);
    if (untilMs <= beganMs) return [];
    const occupancy = traffic.occupancy.between(beganMs, untilMs);
    const { from, to, seconds } = segment;
    const cpu = k6.cpuBetween(beganMs, untilMs);
    const sender = { from, to, users: plan.users, dropped: droppedIn(segment, occupancy), cpu, networkShare };
    const found = saturationOf(occupancy, sender);
    const after = segments[index + 1];
    if (found.served === null || after === undefined) return [{ seconds, found }];
    const recoverySeconds = secondsUntilEmpty(traffic.occupancy.between(untilMs, endMs), after.from);
    return [{ seconds, found: { ...found, recoverySeconds } }];
  });
  return saturationOfAll(stretches);
};

/** Everything that the figures of a run are computed from. */
export interface Gathered {
  run: Omit<RunFigures['run'], 'durationSeconds' | 'loadSeconds'>;
  target: RunFigures['target'];
  plan: RunFigures['plan'];
  record: RunRecord;
  sent: Pick<K6Run, 'steps' | 'drills'>;
  settlement: Settlement;
  /** Ambiguous orders that exist. */
  ambiguousFound: number;
  k6: K6End;
  /** What k6 counted; undefined if it left no summary. */
  iterations: Iterations | undefined;
  captureHealth: CaptureHealth;
  failingReceivers: readonly string[];
  /** The orders of the examples, if journals report them. */
  sentOrders?: ReadonlyMap<string, SentOrder>;
  /** Start of the measured scenario, in ms since the epoch. */
  mainMs: number;
  segments: readonly Segment[];
}

const examplesOf = ({ settlement, sentOrders, record: { readBack } }: Gathered): LoadResult['examples'] => {
  const exampleOf = (order: string, what: string): LoadResult['examples'][string][number] => {
    const sent = sentOrders?.get(order);
    return { order, what, ...(sent && { sent }) };
  };
  const kinds = Object.entries(settlement.examples);
  return {
    ...Object.fromEntries(kinds.map(([kind, orders]) => [kind, orders.map((order) => exampleOf(order, kind))])),
    ...(readBack.examples.length > 0 ? { readBack: readBack.examples } : {}),
  };
};

const companiesOf = (
  { ordersByCompany, byCompany }: Notifications,
  failingReceivers: readonly string[],
): LoadResult['companies'] =>
  [...ordersByCompany].map(([name, orders]) => ({
    name,
    failingReceiver: failingReceivers.includes(name),
    orders,
    webhookMs: (byCompany.get(name) ?? new LatencyRecorder()).spread(),
  }));

/** The load of the generator in each second. */
const generatorSeries = (
  { record: { traffic }, k6 }: Gathered,
  startedMs: number,
  seconds: number,
): Pick<Second, 'underWay' | 'generatorCpu'>[] => {
  const { underWay, slotSeconds } = traffic.occupancy.between(startedMs, startedMs + seconds * 1000);
  const slots = Math.round(1 / slotSeconds);
  return Array.from({ length: seconds }, (_, at) => ({
    underWay: Math.max(0, ...underWay.slice(at * slots, (at + 1) * slots)),
    generatorCpu: k6.cpuBetween(startedMs + at * 1000, startedMs + (at + 1) * 1000),
  }));
};

/** Everything that a run did in each second, until the last attempt. */
const seriesOf = (gathered: Gathered, notifications: Notifications, startedMs: number): Second[] => {
  const { traffic, attempts } = gathered.record;
  const requests = new Map(traffic.series().map((second) => [second.at, second]));
  const webhooks = new Map(notifications.series.map((second) => [second.at, second]));
  const attempted = attempts.bySecond(startedMs);
  const length = Math.max(0, ...requests.keys(), ...webhooks.keys(), ...attempted.keys()) + 1;
  const generator = generatorSeries(gathered, startedMs, length);
  return Array.from({ length }, (_, at) => ({
    ...emptySecond(at),
    ...generator[at],
    ...requests.get(at),
    ...webhooks.get(at),
    attempts: attempted.get(at)?.all ?? 0,
    retries: attempted.get(at)?.retries ?? 0,
    // after the last delivery, the backlog stays
    backlog: (webhooks.get(at) ?? notifications.series.at(-1))?.backlog ?? 0,
  }));
};

export const figuresOf = (gathered: Gathered): RunFigures => {
  const { run, target, plan, record, sent, settlement, k6, iterations, mainMs, segments } = gathered;
  const { ledger, traffic, attempts, readBack } = record;
  const { steps, drills } = sent;
  const startedMs = traffic.startedMs ?? Date.parse(run.startedAt);

  // latencies of a breakpoint run are those below the rate that overloads the target
  const overloaded = steps.find(({ stable }) => stable === false);
  const overloadedMs = overloaded && mainMs + overloaded.from * 1000;
  const notifications = notificationsOf(ledger, { startedMs, untilMs: overloadedMs });
  const series = seriesOf(gathered, notifications, startedMs);
  const companies = companiesOf(notifications, gathered.failingReceivers);
  const medians = companies.flatMap(({ failingReceiver, webhookMs }) =>
    failingReceiver || webhookMs.p50 === null ? [] : [webhookMs.p50],
  );
  const endMs = mainMs + secondsOf(segments) * 1000;

  return {
    schema: loadResultVersion,
    run: {
      ...run,
      durationSeconds: series.length,
      loadSeconds: traffic.loadSeconds,
    },
    target,
    plan,
    health: {
      journeys: traffic.journeys,
      dropped: iterations?.dropped ?? 0,
      interrupted: Math.max(0, (iterations?.counted ?? 0) - traffic.journeys),
      scheduleLagMs: traffic.lag(),
      generatorCpu: k6.cpuShare,
      errors: k6.errors,
      capture: gathered.captureHealth,
    },
    ...(iterations && iterations.thresholds.length > 0 ? { thresholds: iterations.thresholds } : {}),
    requests: traffic.requests(overloadedMs),
    slowest: traffic.slowest(),
    orders: { ...traffic.orders, ambiguousFound: gathered.ambiguousFound },
    conservation: settlement.conservation,
    irregularities: settlement.irregularities,
    examples: examplesOf(gathered),
    webhooks: {
      latencyMs: notifications.latency.spread(),
      attempts: attempts.total,
      attemptsPerDelivery: notifications.attemptsPerDelivery,
      drainSeconds: notifications.drainSeconds,
      // if the rate changes, so does the backlog
      backlogSlope: isConstant(segments) ? growthBetween(ledger, mainMs, endMs) : null,
    },
    rules: record.rules.list(),
    readBack: { judged: readBack.judged, wrong: readBack.wrong },
    series,
    drills: drills.map((drill) => drillFigures(drill, { traffic, notifications, attempts, startedMs })),
    companies,
    fairness: jainFairness(medians),
    saturation:
      steps.length > 0 || run.shape === 'breakpoint' || run.shape === 'search' ? null : saturationIn(gathered),
    steps: steps.map((step) =>
      iterations && run.shape === 'breakpoint' && step === steps.at(-1) ? withEnd(step, iterations) : step,
    ),
    ...rangeOf(steps),
  };
};
