import type { Saturation, Step } from '../../../core/load-result.ts';
import type { LoadSettings } from '../../../fixtures/profile/schema.ts';
import { sendingOrders } from '../../gate/objectives.ts';
import { maxGeneratorCpu, maxNetworkShare, saturationOf } from '../../gate/saturation.ts';
import { slopeOf } from '../../gate/statistics/slope.ts';
import type { CpuShare } from '../../k6/cpu-watch.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { LoadPlan } from '../../plan.ts';
import { type Segment, secondsOf } from '../../shapes.ts';
import { type RunRecord, readEveryMs } from '../record/journals.ts';
import type { Traffic } from '../record/traffic.ts';

/** What k6 counted. */
export interface Iterations {
  counted: number;
  /** Iterations for which no virtual user was free. */
  dropped: number;
  /** Share of the time of requests for connecting and transferring; null if k6 does not report it. */
  networkShare: number | null;
  thresholds: { text: string; crossed: boolean }[];
}

// metrics of k6
const networkMetrics = ['http_req_connecting', 'http_req_tls_handshaking', 'http_req_sending', 'http_req_receiving'];
const targetMetric = 'http_req_waiting';

/** Reads the summary that a load script wrote. */
export const iterationsIn = (summary: string): Iterations => {
  const { metrics } = JSON.parse(summary) as {
    metrics: Record<
      string,
      { values: Record<string, number>; thresholds?: Record<string, { ok: boolean }> } | undefined
    >;
  };
  const countOf = (name: string): number => metrics[name]?.values.count ?? 0;
  const meanOf = (name: string): number => metrics[name]?.values.avg ?? 0;
  const network = networkMetrics.reduce((sum, name) => sum + meanOf(name), 0);
  const whole = network + meanOf(targetMetric);
  return {
    counted: countOf('iterations'),
    dropped: countOf('dropped_iterations'),
    networkShare: whole === 0 ? null : network / whole,
    thresholds: Object.entries(metrics).flatMap(([name, metric]) =>
      Object.entries(metric?.thresholds ?? {}).map(([text, { ok }]) => ({ text: `${name} ${text}`, crossed: !ok })),
    ),
  };
};

/** The sum over several k6 processes; undefined without any. */
export const sumOfIterations = ([first, ...others]: readonly Iterations[]): Iterations | undefined =>
  first &&
  others.reduce(
    (sum, { counted, dropped, networkShare, thresholds }) => ({
      counted: sum.counted + counted,
      dropped: sum.dropped + dropped,
      thresholds: [...sum.thresholds, ...thresholds],
      networkShare: sum.networkShare === null ? networkShare : Math.max(sum.networkShare, networkShare ?? 0),
    }),
    first,
  );

const slotMs = 250;
/** Share of the journeys of a step that may be missing at its edges. */
const acceptableDrops = 0.02;
/** A backlog that grows by less than this share of the rate takes an hour to matter. */
const negligibleGrowth = 0.01;

/** Due notifications that were not acknowledged, at the end of each slot. */
const backlogBetween = (ledger: Ledger, fromMs: number, toMs: number): number[] => {
  const slots = Math.max(0, Math.floor((toMs - fromMs) / slotMs));
  const changes = new Float64Array(slots + 1);
  const note = (atMs: number, change: number): void => {
    const slot = Math.max(0, Math.floor((atMs - fromMs) / slotMs));
    if (slot < slots) changes[slot] = (changes[slot] ?? 0) + change;
  };
  ledger.eachOrder(({ acceptedMs, due }) => note(acceptedMs, due));
  ledger.eachDelivery(({ acknowledgedMs }) => {
    if (acknowledgedMs !== undefined) note(acknowledgedMs, -1);
  });
  let backlog = 0;
  return Array.from({ length: slots }, (_, slot) => {
    backlog += changes[slot] ?? 0;
    return backlog;
  });
};

/** Growth of the backlog in notifications a second; null if the time is too short. */
export const growthBetween = (ledger: Ledger, fromMs: number, toMs: number) => {
  const slope = slopeOf(backlogBetween(ledger, fromMs, toMs));
  if (slope === null) return null;
  const perSecond = 1000 / slotMs;
  return { perSecond: slope.estimate * perSecond, low: slope.low * perSecond, high: slope.high * perSecond };
};

/** The resources of what sends. */
interface Generator {
  users: number;
  cpuBetween: CpuShare;
}

interface StepOptions {
  traffic: Traffic;
  ledger: Ledger;
  /** Start of the first step, in ms since the epoch. */
  beganMs: number;
  objectives: LoadSettings['objectives'];
  generator: Generator;
  /** Dropped journeys, if the step had its own k6. Then nothing else was sent within a second of it. */
  dropped?: number;
}

/** A step; times in seconds after the start of the first one. */
type PlannedStep = Pick<Step, 'rate' | 'from' | 'to'>;

const stepsIn = (segments: readonly Segment[]): PlannedStep[] =>
  segments.map(({ from: rate, seconds }, number) => {
    const from = secondsOf(segments.slice(0, number));
    return { rate, from, to: from + seconds };
  });

/** Judges the steps of a finished breakpoint run, up to the first unstable one. */
export const judgeSteps = (segments: readonly Segment[], options: StepOptions): Step[] => {
  const steps: Step[] = [];
  for (const planned of stepsIn(segments)) {
    const step = judgeStep(planned, options);
    steps.push(step);
    if (step.stable === false) break;
  }
  return steps;
};

const describeBottleneck = (found: Saturation, { users }: Generator): string[] => {
  switch (found.bottleneck) {
    case 'target':
      return [`journeys under way went from ${Math.round(found.underWayFirst)} to ${Math.round(found.underWayLast)}`];
    case 'generator':
      return ['the generator was short of processor time'];
    case 'too few users':
      return [`all ${users} virtual users waited for answers`];
    default:
      return [];
  }
};

/** Judges whether the target kept up with the rate of a step. */
export const judgeStep = ({ rate, from, to }: PlannedStep, options: StepOptions): Step => {
  const { traffic, ledger, beganMs, objectives, generator } = options;
  const [fromMs, toMs] = [beganMs + from * 1000, beganMs + to * 1000];
  const hasOwnK6 = options.dropped !== undefined;
  const window = traffic.window(fromMs, toMs + (hasOwnK6 ? 1000 : 0));
  const growth = growthBetween(ledger, fromMs, toMs) ?? { perSecond: 0, low: 0, high: 0 };
  const planned = rate * Math.min(to - from, window.seconds);
  const dropped = options.dropped ?? Math.max(0, Math.round(planned * (1 - acceptableDrops)) - window.journeys);
  const cpu = generator.cpuBetween(fromMs, toMs);
  const sender = { from: rate, to: rate, users: generator.users, dropped, cpu, networkShare: null };
  const judged = saturationOf(traffic.occupancy.between(fromMs, toMs), sender);
  // a journey is known when it ends, so one that is under way looks as if it did not begin: only processor time shows a
  // slow generator
  const isLate = !hasOwnK6 && judged.bottleneck === 'generator' && (cpu === null || cpu <= maxGeneratorCpu);
  const found: Saturation = isLate ? { ...judged, bottleneck: 'unknown' } : judged;
  const latencyP95 = window.sending.spread().p95;
  const latencyLimitMs = objectives.latency?.[sendingOrders]?.p95;

  const troubles = [
    ...(window.errors > 0 ? [`${window.errors} requests failed`] : []),
    ...(dropped > 0 ? [`${dropped} journeys did not begin, or did not end in time`] : []),
    ...describeBottleneck(found, generator),
    ...(growth.low > negligibleGrowth * rate ? [`the backlog grew by ${growth.perSecond.toFixed(1)} a second`] : []),
    ...(latencyLimitMs !== undefined && latencyP95 !== null && latencyP95 > latencyLimitMs
      ? [`p95 of ${sendingOrders} was ${latencyP95.toFixed(0)} ms, over ${latencyLimitMs} ms`]
      : []),
  ];
  const step = {
    rate,
    from,
    to,
    latencyP95,
    errors: window.errors,
    dropped,
    slope: growth.perSecond,
    slopeLow: growth.low,
    slopeHigh: growth.high,
    bottleneck: found.bottleneck,
    served: found.served,
  };
  if (troubles.length > 0) return { ...step, stable: false, reason: troubles.join(', ') };
  if (found.bottleneck === 'none')
    return { ...step, stable: true, reason: 'journeys under way and the backlog did not grow, and nothing failed' };
  return {
    ...step,
    stable: null,
    reason: `nothing failed, and it would take ${found.neededSeconds} s to say whether the target keeps up`,
  };
};

const stepGraceMs = 5_000;

/** Whether missing journeys of a step are dropped by now. Before, they may be under way. */
export const isJudgeable = (
  { dropped }: Pick<Step, 'dropped'>,
  sinceEndMs: number,
  { timeoutSeconds, longestMs }: { timeoutSeconds: number; longestMs: number },
): boolean => dropped === 0 || sinceEndMs >= Math.min(timeoutSeconds * 1000, Math.max(stepGraceMs, 2 * longestMs));

interface StepJudgeOptions {
  plan: Pick<LoadPlan, 'users' | 'timeoutSeconds'>;
  record: Pick<RunRecord, 'traffic' | 'ledger'>;
  objectives: LoadSettings['objectives'];
  cpuBetween: CpuShare;
}

/** Returns a function that judges the next step of a breakpoint run if that step is over. After k6 ended, all is known. */
export const createStepJudge = (
  segments: readonly Segment[],
  { plan, record, objectives, cpuBetween }: StepJudgeOptions,
): ((beganMs: number, hasEnded: boolean) => Step | undefined) => {
  const { traffic, ledger } = record;
  const generator = { users: plan.users, cpuBetween };
  const planned = stepsIn(segments);
  return (beganMs, hasEnded) => {
    const [next] = planned;
    if (next === undefined) return undefined;
    const sinceEndMs = Date.now() - beganMs - next.to * 1000;
    if (sinceEndMs < (hasEnded ? 0 : readEveryMs)) return undefined;
    const step = judgeStep(next, { traffic, ledger, beganMs, objectives, generator });
    const { longestMs } = traffic.occupancy;
    if (!hasEnded && !isJudgeable(step, sinceEndMs, { ...plan, longestMs })) return undefined;
    planned.shift();
    return step;
  };
};

/** The lowest unstable rate, and the highest stable rate below it; null if there is none. */
export const rangeOf = (steps: readonly Step[]): { stableRate: number | null; unstableRate: number | null } => {
  const unstable = steps.filter(({ stable }) => stable === false).map(({ rate }) => rate);
  const unstableRate = unstable.length === 0 ? null : Math.min(...unstable);
  const below = steps.filter(
    ({ rate, stable }) => stable === true && rate < (unstableRate ?? Number.POSITIVE_INFINITY),
  );
  return { stableRate: below.length === 0 ? null : Math.max(...below.map(({ rate }) => rate)), unstableRate };
};

/** The last step of a run, with the bottleneck that the summary of k6 shows. */
export const withEnd = (step: Step, { dropped, networkShare }: Pick<Iterations, 'dropped' | 'networkShare'>): Step => {
  if (step.bottleneck === 'unknown' && step.dropped > 0 && dropped > 0) return { ...step, bottleneck: 'generator' };
  const isNetwork = networkShare !== null && networkShare > maxNetworkShare;
  return step.bottleneck === 'target' && isNetwork ? { ...step, bottleneck: 'network' } : step;
};
