import type { LoadSettings } from '../../fixtures/profile/schema.ts';
import { sendingOrders } from '../gate/objectives.ts';
import { saturationOf } from '../gate/saturation.ts';
import { slopeOf } from '../gate/statistics/slope.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Step } from '../result.ts';
import { type Segment, secondsOf } from '../schedule.ts';
import type { Traffic } from './traffic.ts';

/** A growing backlog shows within a step only when it is looked at often. */
const slotMs = 250;
/** Arrivals of a step that may be missing at its edges, as a share. */
const toleratedDrops = 0.02;
/** A backlog that grows by less than this share of what is due is none: it would take an hour to matter. */
const negligibleGrowth = 0.01;

/** Due notifications that were not taken, at the end of each slot of these ms since the epoch. */
const backlogBetween = (ledger: Ledger, fromMs: number, toMs: number): number[] => {
  const slots = Math.max(0, Math.floor((toMs - fromMs) / slotMs));
  const changes = new Float64Array(slots + 1);
  const note = (atMs: number, change: number): void => {
    const slot = Math.max(0, Math.floor((atMs - fromMs) / slotMs));
    if (slot < slots) changes[slot] = (changes[slot] ?? 0) + change;
  };
  ledger.eachOrder(({ acceptedMs, due }) => note(acceptedMs, due));
  ledger.eachDelivery(({ takenMs }) => {
    if (takenMs !== undefined) note(takenMs, -1);
  });
  let backlog = 0;
  return Array.from({ length: slots }, (_, slot) => {
    backlog += changes[slot] ?? 0;
    return backlog;
  });
};

/** Growth of the backlog in notifications a second; null when the time is too short to tell. */
export const growthBetween = (ledger: Ledger, fromMs: number, toMs: number) => {
  const slope = slopeOf(backlogBetween(ledger, fromMs, toMs));
  if (slope === null) return null;
  const perSecond = 1000 / slotMs;
  return { perSecond: slope.estimate * perSecond, low: slope.low * perSecond, high: slope.high * perSecond };
};

interface StepOptions {
  traffic: Traffic;
  ledger: Ledger;
  segments: readonly Segment[];
  /** When the first segment began, in ms since the epoch. */
  beganMs: number;
  objectives: LoadSettings['objectives'];
}

/** Judges the steps of a breakpoint run that is over, to the first that the target did not stand. */
export const judgeSteps = (options: StepOptions): Step[] => {
  const steps: Step[] = [];
  while (steps.length < options.segments.length && steps.at(-1)?.stable !== false) {
    steps.push(judgeStep(steps.length, options));
  }
  return steps;
};

/** Judges one step of a breakpoint run (from 0): whether the target stood that rate. */
export const judgeStep = (number: number, options: StepOptions): Step => {
  const { traffic, ledger, segments, beganMs, objectives } = options;
  const [segment] = segments.slice(number);
  if (segment === undefined) throw new Error(`there is no step ${number}`);
  const from = secondsOf(segments.slice(0, number));
  const to = from + segment.seconds;
  const [fromMs, toMs] = [beganMs + from * 1000, beganMs + to * 1000];
  const window = traffic.window(fromMs, toMs);
  const growth = growthBetween(ledger, fromMs, toMs) ?? { perSecond: 0, low: 0, high: 0 };
  const planned = segment.from * Math.min(segment.seconds, window.seconds);
  const dropped = Math.max(0, Math.round(planned * (1 - toleratedDrops)) - window.journeys);
  const { underWayFirst, underWayLast, bottleneck, neededSeconds } = saturationOf(
    traffic.occupancy.between(fromMs, toMs),
    {
      rate: segment.from,
      users: Number.POSITIVE_INFINITY,
      dropped: 0,
      cpu: null,
      networkShare: null,
    },
  );
  const latencyP95 = window.sending.spread().p95;
  const latencyLimitMs = objectives.latency?.[sendingOrders]?.p95;

  const troubles = [
    ...(window.errors > 0 ? [`${window.errors} requests failed`] : []),
    ...(dropped > 0 ? [`${dropped} journeys did not begin, or did not end in time`] : []),
    ...(bottleneck === 'target'
      ? [`journeys under way went from ${Math.round(underWayFirst)} to ${Math.round(underWayLast)}`]
      : []),
    ...(growth.low > negligibleGrowth * segment.from
      ? [`the backlog grew by ${growth.perSecond.toFixed(1)} a second`]
      : []),
    ...(latencyLimitMs !== undefined && latencyP95 !== null && latencyP95 > latencyLimitMs
      ? [`p95 of ${sendingOrders} was ${latencyP95.toFixed(0)} ms, over ${latencyLimitMs} ms`]
      : []),
  ];
  const unseen =
    bottleneck === 'unknown' ? `; whether it keeps up at this rate would take ${neededSeconds} s to tell` : '';
  return {
    rate: segment.from,
    from,
    to,
    latencyP95,
    errors: window.errors,
    dropped,
    slope: growth.perSecond,
    slopeLow: growth.low,
    slopeHigh: growth.high,
    stable: troubles.length === 0,
    reason: troubles.length === 0 ? `the backlog did not grow, and nothing failed${unseen}` : troubles.join(', '),
  };
};
