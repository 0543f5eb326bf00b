import { type LoadResult, loadResultVersion, type Second } from '../../../core/load-result.ts';
import type { CaptureHealth } from '../../capture/start-load-capture.ts';
import { emptySecond } from '../../empty-second.ts';
import type { RunFigures } from '../../gate/run-figures.ts';
import { LatencyRecorder } from '../../gate/statistics/histogram.ts';
import { jainFairness } from '../../gate/statistics/jain-fairness.ts';
import type { K6End } from '../../k6/start-k6.ts';
import type { Settlement } from '../../ledger/settlement.ts';
import { type Segment, secondsOf } from '../../schedule.ts';
import type { RunRecord } from '../record/run-record.ts';
import type { Iterations } from '../send/iterations.ts';
import type { K6Run } from '../send/run-k6.ts';
import { growthBetween, rangeOf, withEnd } from '../send/steps.ts';
import { drillFigures } from './drill-figures.ts';
import { notificationsOf } from './notifications.ts';
import { saturationIn } from './saturation-in.ts';
import type { SentOrder } from './sent-orders.ts';

/** All that a run has gathered when it ends. */
export interface Gathered {
  run: Omit<RunFigures['run'], 'durationSeconds' | 'loadSeconds'>;
  target: RunFigures['target'];
  plan: RunFigures['plan'];
  record: RunRecord;
  /** Rates that were tried, and drills. */
  sent: Pick<K6Run, 'steps' | 'drills'>;
  settlement: Settlement;
  /** Orders that were found although their sender never learned it. */
  ambiguousFound: number;
  k6: K6End;
  /** Iterations that k6 counted, and those that it had to drop; undefined when it left no summary. */
  iterations: Iterations | undefined;
  captureHealth: CaptureHealth;
  failingReceivers: readonly string[];
  /** Of the examples of the settlement, as far as journals report them. */
  sentOrders?: ReadonlyMap<string, SentOrder>;
  /** When the scenario that is measured began, in ms since the epoch. */
  mainMs: number;
  /** Of that scenario. */
  segments: readonly Segment[];
}

const exampleOf = (
  order: string,
  what: string,
  sentOrders: Gathered['sentOrders'],
): LoadResult['examples'][string][number] => {
  const sent = sentOrders?.get(order);
  return { order, what, ...(sent && { sent }) };
};

/** What the generator was busy with, second by second from its first request on. */
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

/** The figures of a run, from what it gathered. */
export const figuresOf = (gathered: Gathered): RunFigures => {
  const { run, target, plan, record, settlement, k6, iterations, mainMs, sentOrders } = gathered;
  const { ledger, traffic, attempts, readBack } = record;
  const { steps, drills } = gathered.sent;
  const startedMs = traffic.startedMs ?? Date.parse(run.startedAt);

  // what a breakpoint run overloads by plan says nothing of the latency that the target has below
  const overloaded = steps.find(({ stable }) => stable === false);
  const overloadedMs = overloaded && mainMs + overloaded.from * 1000;
  const notifications = notificationsOf(ledger, { startedMs, untilMs: overloadedMs });
  const requestSeries = new Map(traffic.series().map((second) => [second.at, second]));
  const webhookSeries = new Map(notifications.series.map((second) => [second.at, second]));
  const attemptSeries = attempts.bySecond(startedMs);
  const lastAttempt = Math.max(-1, ...attemptSeries.keys());
  const seconds = Math.max(lastAttempt, ...requestSeries.keys(), ...webhookSeries.keys(), 0) + 1;
  const generator = generatorSeries(gathered, startedMs, seconds);
  const { conservation, irregularities, examples } = settlement;
  const companies = [...notifications.ordersByCompany].map(([name, orders]) => ({
    name,
    failingReceiver: gathered.failingReceivers.includes(name),
    orders,
    webhookMs: (notifications.byCompany.get(name) ?? new LatencyRecorder()).spread(),
  }));
  const medians = companies.flatMap(({ failingReceiver, webhookMs }) =>
    failingReceiver || webhookMs.p50 === null ? [] : [webhookMs.p50],
  );
  const ended =
    iterations &&
    steps.map((step, index) =>
      run.shape === 'breakpoint' && index === steps.length - 1 ? withEnd(step, iterations) : step,
    );
  const [first] = gathered.segments;
  const isLevel = gathered.segments.length === 1 && first?.from === first?.to;
  const mostMs = mainMs + secondsOf(gathered.segments) * 1000;

  return {
    schema: loadResultVersion,
    run: { ...run, durationSeconds: seconds, loadSeconds: Math.max(0, ...requestSeries.keys()) + 1 },
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
    conservation,
    irregularities,
    examples: {
      ...Object.fromEntries(
        Object.entries(examples).map(([kind, ids]) => [kind, ids.map((order) => exampleOf(order, kind, sentOrders))]),
      ),
      ...(readBack.examples.length > 0 ? { readBack: readBack.examples } : {}),
    },
    webhooks: {
      latencyMs: notifications.latency.spread(),
      attempts: [...attemptSeries.values()].reduce((sum, { all }) => sum + all, 0),
      attemptsPerDelivery: notifications.attemptsPerDelivery,
      drainSeconds: notifications.drainSeconds,
      // the backlog of another shape follows its rate
      backlogSlope: isLevel ? growthBetween(ledger, mainMs, mostMs) : null,
    },
    rules: record.rules.list(),
    readBack: { judged: readBack.judged, wrong: readBack.wrong },
    series: Array.from({ length: seconds }, (_, at) => ({
      ...emptySecond(at),
      ...generator[at],
      ...requestSeries.get(at),
      ...webhookSeries.get(at),
      attempts: attemptSeries.get(at)?.all ?? 0,
      retries: attemptSeries.get(at)?.retries ?? 0,
      // a second after the last delivery has what was left then
      backlog: webhookSeries.get(at)?.backlog ?? notifications.series.at(-1)?.backlog ?? 0,
    })),
    drills: drills.map((drill) => drillFigures(drill, { traffic, notifications, attempts, startedMs })),
    companies,
    fairness: jainFairness(medians),
    saturation:
      steps.length > 0 || run.shape === 'breakpoint' || run.shape === 'search' ? null : saturationIn(gathered),
    steps: ended ?? steps,
    ...rangeOf(steps),
  };
};
