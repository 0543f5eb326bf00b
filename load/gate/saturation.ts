import { mean, median } from 'simple-statistics';
import type { GateReason, RunFigures, Saturation } from '../../core/load-result.ts';
import { blockMean } from './statistics/block-mean.ts';

/** The journeys of a stretch with even arrivals, in slots of time. */
export interface Occupancy {
  slotSeconds: number;
  /** The number of running journeys at the end of each slot. */
  underWay: readonly number[];
  begun: readonly number[];
  ended: readonly number[];
  /** Mean duration of the first journeys of the run, before any queue; 0 without journeys. */
  firstDurationMs: number;
  /** Mean duration of the journeys that began in each slot; null if none did. */
  durationMs: readonly (number | null)[];
}

export interface Sender {
  /** Planned rate at the start of the stretch. */
  from: number;
  /** At its end. */
  to: number;
  /** The limit of concurrent journeys. */
  users: number;
  /** Journeys that did not begin because every user was busy. */
  dropped: number;
  /** Share of the machine, 0 to 1; null if it is not known. */
  cpu: number | null;
  /** Share of the time of requests for connecting and transferring, 0 to 1; null if k6 does not report it. */
  networkShare: number | null;
}

/** A busier generator measures itself. */
export const maxGeneratorCpu = 0.8;
/** With a larger share of busy users, often none is free. */
const allBusy = 0.9;
/** With a larger share of the time of requests, the network is the bottleneck. */
export const maxNetworkShare = 0.5;
/** A journey that takes this many times as long as the first ones waited in a queue. */
const queued = 2;
/** A queue during a smaller share of the time may still become empty. */
const minQueueShare = 0.2;
/** The share of a rate that counts as all of it. */
const asGoodAsServed = 0.995;
/** It is not known that a target keeps up if its queue may grow by more than this share of the rate. */
const unseenGrowth = 0.1;
/** Nearer to its capacity than this share of the rate, a target takes too long to judge. */
const minCapacityGap = 0.02;
const minSeconds = 20;

const partOf = <T>(values: readonly T[], from: number, to: number): readonly T[] =>
  values.slice(Math.floor(values.length * from), Math.max(Math.ceil(values.length * to), 1));

const middle = (values: readonly number[]): number => (values.length === 0 ? 0 : median([...values]));

const ratesOf = ({ underWay }: Occupancy, { from, to }: Pick<Sender, 'from' | 'to'>): number[] =>
  underWay.map((_, slot) => from + ((to - from) * (slot + 0.5)) / underWay.length);

/** Whether the queue is empty with this many journeys under way at this rate (Little's law). */
const isWithoutQueue = (count: number, rate: number, { firstDurationMs }: Occupancy): boolean =>
  count <= (1.1 * rate * firstDurationMs) / 1000 + 1;

/** The number of slots since the queue was last empty. */
const sinceEmpty = (occupancy: Occupancy, rates: readonly number[]): number =>
  occupancy.underWay.length -
  1 -
  occupancy.underWay.findLastIndex((count, slot) => isWithoutQueue(count, rates[slot] ?? 0, occupancy));

/** Seconds until the queue was empty at this rate; null if it never was. */
export const secondsUntilEmpty = (occupancy: Occupancy, rate: number): number | null => {
  const slot = occupancy.underWay.findIndex((count) => isWithoutQueue(count, rate, occupancy));
  return slot === -1 ? null : (slot + 1) * occupancy.slotSeconds;
};

/** Whether a target keeps up. */
interface Seen {
  is: 'all' | 'less' | 'unknown';
  /** What it served while there was a queue. */
  served: Saturation['served'];
  /** The planned rate. */
  rate: number;
  /** How many times as long the run must be to decide. */
  longer: number;
}

/** How many times as many observations reduce half an interval to this distance, doubled since both are estimates. */
const timesFor = (half: number, distance: number, rate: number): number =>
  2 * (half / Math.max(Math.abs(distance), minCapacityGap * rate)) ** 2;

/**
 * Whether a target keeps up. While there is a queue, the journeys that end in a second are the capacity of the target. It
 * is too small if its upper bound is below the rate, and sufficient if the queue certainly does not grow. Without a queue,
 * the journeys under way must not grow by more than a tenth of the rate.
 */
const seenOf = (occupancy: Occupancy, planned: Pick<Sender, 'from' | 'to'>): Seen => {
  const { underWay, ended, slotSeconds, firstDurationMs } = occupancy;
  const perSecond = (value: number): number => value / slotSeconds;
  const rates = ratesOf(occupancy, planned);
  const queueSlots = sinceEmpty(occupancy, rates);
  const unknown: Seen = { is: 'unknown', served: null, rate: (planned.from + planned.to) / 2, longer: 0 };
  if (queueSlots >= minQueueShare * underWay.length) {
    const from = ended.length - queueSlots;
    const found = blockMean(ended.slice(from).map(perSecond));
    if (found === null) return unknown;
    const rate = mean(rates.slice(from));
    const served = { rate: found.estimate, low: Math.max(0, found.low), high: found.high };
    if (found.high < asGoodAsServed * rate) return { is: 'less', served, rate, longer: 0 };
    const growing = blockMean(
      underWay.slice(from).map((count, at) => perSecond(count - (underWay[from + at - 1] ?? count))),
    );
    if (growing !== null && growing.high < minCapacityGap * rate) return { ...unknown, is: 'all' };
    return { ...unknown, rate, longer: timesFor(found.high - found.estimate, rate - found.estimate, rate) };
  }
  // without a queue at the end, which is too short to decide anything
  const waiting = underWay
    .slice(0, underWay.length - queueSlots)
    .map((count, slot) => count - ((rates[slot] ?? 0) * firstDurationMs) / 1000);
  const growth = blockMean(waiting.map((count, at) => perSecond(count - (waiting[at - 1] ?? count))));
  if (growth === null) return unknown;
  // a bound that is 95 % sure instead of 99 %, since to find that a target keeps up is never a false positive
  const half = 0.65 * (growth.high - growth.estimate);
  const most = unseenGrowth * unknown.rate;
  if (growth.estimate + half < most) return { ...unknown, is: 'all' };
  return { ...unknown, longer: timesFor(half, most - growth.estimate, unknown.rate) };
};

/** The duration of a run that decides, at least twice the present one. */
const neededSeconds = (seconds: number, longer: number): number =>
  Math.ceil(Math.max(2 * seconds, minSeconds, seconds * longer) / 10) * 10;

/** Whether late journeys took several times as long as the first ones. */
const slowedDown = ({ firstDurationMs, durationMs }: Occupancy): boolean => {
  const known = durationMs.flatMap((duration) => (duration === null ? [] : [duration]));
  return firstDurationMs > 0 && middle(partOf(known, 4 / 5, 1)) >= queued * firstDurationMs;
};

/** The capacity while every user waits in a queue; null if it may not be below the rate. */
const servedToAll = (occupancy: Occupancy, rate: number): Saturation['served'] => {
  const lately = blockMean(partOf(occupancy.ended, 1 / 2, 1).map((count) => count / occupancy.slotSeconds));
  if (lately === null || lately.high >= asGoodAsServed * rate) return null;
  return { rate: lately.estimate, low: Math.max(0, lately.low), high: lately.high };
};

/**
 * The bottleneck of a stretch: the target, the network, the generator, too few virtual users for a slow target, or none.
 * By Little's law, the journeys under way are the arrival rate times their duration, so at an even rate they grow only if
 * fewer end than begin. `unknown` if the run is too short to decide, with the duration that it needs.
 */
export const saturationOf = (occupancy: Occupancy, sender: Sender): Saturation => {
  const { users, dropped, cpu, networkShare } = sender;
  const { underWay, ended, slotSeconds } = occupancy;
  const underWayFirst = middle(partOf(underWay, 0, 1 / 3));
  const underWayLast = middle(partOf(underWay, 4 / 5, 1));
  const seen = seenOf(occupancy, sender);
  const found = { rate: seen.rate, served: null, neededSeconds: null, underWayFirst, underWayLast };
  const isFull = dropped > 0 && underWayLast >= allBusy * users;
  const served = seen.served ?? (isFull && slowedDown(occupancy) ? servedToAll(occupancy, seen.rate) : null);
  if (served !== null) {
    if (cpu !== null && cpu > maxGeneratorCpu) return { ...found, bottleneck: 'generator' };
    const isNetwork = networkShare !== null && networkShare > maxNetworkShare;
    return { ...found, served, bottleneck: isNetwork ? 'network' : 'target' };
  }
  if (dropped > 0 && Math.max(0, ...underWay) >= allBusy * users) return { ...found, bottleneck: 'too few users' };
  if (dropped > 0) return { ...found, bottleneck: 'generator' };
  if (seen.is === 'all') return { ...found, bottleneck: 'none' };
  return { ...found, bottleneck: 'unknown', neededSeconds: neededSeconds(ended.length * slotSeconds, seen.longer) };
};

/** A stretch of the load with its bottleneck. */
interface Stretch {
  seconds: number;
  found: Saturation;
}

/** The first bottleneck of several stretches, else the finding at the highest rate. `neededSeconds` is of the whole run. */
export const saturationOfAll = (stretches: readonly Stretch[]): Saturation | null => {
  const bounded = stretches.find(({ found }) => found.bottleneck !== 'none' && found.bottleneck !== 'unknown');
  const highest = stretches.toSorted((one, other) => other.found.rate - one.found.rate)[0];
  const decisive = bounded ?? highest;
  if (decisive === undefined) return null;
  const { neededSeconds: needed } = decisive.found;
  if (needed === null) return decisive.found;
  const whole = stretches.reduce((sum, { seconds }) => sum + seconds, 0);
  return { ...decisive.found, neededSeconds: Math.ceil((needed * whole) / decisive.seconds / 10) * 10 };
};

/** Whether the target or the network did not keep up with the planned rate. */
export const isSaturated = ({ saturation }: Pick<RunFigures, 'saturation'>): boolean =>
  saturation?.bottleneck === 'target' || saturation?.bottleneck === 'network';

const adviceFor = {
  target: 'give the target more capacity, or release it for the rate that it serves',
  network: 'run the generator nearer to the target, or find what slows the connections between them',
} as const;

const rounded = (value: number): number => Number(value.toPrecision(3));

const describeServed = (served: Saturation['served']): string => {
  if (served === null) return 'some';
  const [rate, low, high] = [served.rate, served.low, served.high].map(rounded);
  return low === high ? `${rate}` : `${rate} (${low} to ${high})`;
};

const describeRecovery = ({ recoverySeconds: seconds }: Saturation): string => {
  if (seconds === undefined) return '';
  return seconds === null ? '; the queue never emptied after that' : `; the queue was empty ${seconds} s after that`;
};

/** A reason about the capacity of target and network; none if the shape does not show it. */
export const saturationReasons = ({ saturation }: Pick<RunFigures, 'saturation'>): GateReason[] => {
  const step = 'saturation';
  if (saturation === null) return [];
  const { bottleneck, served, neededSeconds: seconds, underWayFirst, underWayLast } = saturation;
  const rate = rounded(saturation.rate);
  const grown = `journeys under way went from ${Math.round(underWayFirst)} to ${Math.round(underWayLast)}`;
  if (bottleneck === 'target' || bottleneck === 'network') {
    const text = `the ${bottleneck} is saturated: ${describeServed(served)} of the ${rate} planned journeys a second were served, and ${grown}${describeRecovery(saturation)}`;
    return [{ step, outcome: 'fail', text, advice: adviceFor[bottleneck] }];
  }
  if (bottleneck === 'unknown') {
    const text = `the run is too short to decide whether the target keeps up with ${rate} journeys a second`;
    return [{ step, outcome: 'unverified', text, advice: `run it for at least ${seconds} s: --duration ${seconds}` }];
  }
  if (bottleneck !== 'none') return [];
  return [{ step, outcome: 'pass', text: `the target kept up with ${rate} journeys a second` }];
};
