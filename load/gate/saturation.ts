import { mean, median } from 'simple-statistics';
import type { GateReason, RunFigures, Saturation } from '../../core/load-result.ts';
import { blockMean } from './statistics/block-mean.ts';

/** How full a target was over a stretch of even arrivals, slot by slot. */
export interface Occupancy {
  slotSeconds: number;
  /** Journeys under way at the end of each slot. */
  underWay: readonly number[];
  /** Journeys that began in each slot. */
  begun: readonly number[];
  /** Journeys that ended in each slot. */
  ended: readonly number[];
  /** Mean duration in ms of the journeys with which the whole run began, before any queue; 0 without any. */
  firstDurationMs: number;
  /** Mean duration in ms of the journeys that began in each slot; null where none did. */
  durationMs: readonly (number | null)[];
}

/** What is known of the side that sends. */
export interface Sender {
  /** Journeys planned for a second, at the beginning of the stretch and at its end. */
  from: number;
  to: number;
  /** Journeys that can be under way at once. */
  users: number;
  /** Journeys that could not begin, because every user was busy. */
  dropped: number;
  /** Of the machine, 0 to 1; null where the system does not report it. */
  cpu: number | null;
  /** Share of the requests' time that went into connecting and transferring, 0 to 1; null where k6 does not report it. */
  networkShare: number | null;
}

/** Beyond this a generator measures itself. */
export const mostGeneratorCpu = 0.8;
/** Of the users: with more of them under way, none is free often enough. */
const allBusy = 0.9;
/** Of the time of the requests: beyond it the way to the target is what takes long. */
export const mostNetworkShare = 0.5;
/** A journey that takes this many times as long as the first ones waits in a queue. */
const queued = 2;
/** A queue that lasts for less of the time may still empty by itself. */
const shortestQueue = 0.2;
/** A rate that is served to this share is served. */
const asGoodAsServed = 0.995;
/** Of the rate: a target that may fall behind by more than this, as far as the run shows, is not known to keep up. */
const unseenGrowth = 0.1;
/** Of the rate: a target that is nearer to its capacity than this takes too long to say. */
const nearestToCapacity = 0.02;
const shortestSeconds = 20;

const partOf = <T>(values: readonly T[], from: number, to: number): readonly T[] =>
  values.slice(Math.floor(values.length * from), Math.max(Math.ceil(values.length * to), 1));

const middle = (values: readonly number[]): number => (values.length === 0 ? 0 : median([...values]));

/** The planned rate in each slot. */
const ratesOf = ({ underWay }: Occupancy, { from, to }: Pick<Sender, 'from' | 'to'>): number[] =>
  underWay.map((_, slot) => from + ((to - from) * (slot + 0.5)) / underWay.length);

/** Whether this many journeys under way mean that none waits at this rate (Little's law). */
const isWithoutQueue = (count: number, rate: number, { firstDurationMs }: Occupancy): boolean =>
  count <= (1.1 * rate * firstDurationMs) / 1000 + 1;

/** The slots since a queue was last seen empty. */
const sinceEmpty = (occupancy: Occupancy, rates: readonly number[]): number =>
  occupancy.underWay.length -
  1 -
  occupancy.underWay.findLastIndex((count, slot) => isWithoutQueue(count, rates[slot] ?? 0, occupancy));

/** Seconds until a queue was first seen empty at this rate; null where it never was. */
export const secondsUntilEmpty = (occupancy: Occupancy, rate: number): number | null => {
  const slot = occupancy.underWay.findIndex((count) => isWithoutQueue(count, rate, occupancy));
  return slot === -1 ? null : (slot + 1) * occupancy.slotSeconds;
};

/** What the run shows of a target: that it keeps up, that it does not, or neither yet. */
interface Seen {
  is: 'all' | 'less' | 'unknown';
  /** What it served while a queue lasted, of this planned rate. */
  served: Saturation['served'];
  rate: number;
  /** How many times as long a run must be until its bounds decide. */
  longer: number;
}

/** How many times as many observations narrow half an interval to this distance, twice over: both are estimates. */
const timesFor = (half: number, distance: number, rate: number): number =>
  2 * (half / Math.max(Math.abs(distance), nearestToCapacity * rate)) ** 2;

/**
 * Whether a target keeps up. While a queue lasts, what ends in a second is what the target can do, whatever arrives: a
 * capacity whose upper bound is below the rate is too small, and a queue that surely does not grow is served. Where the
 * queue empties, journeys under way may not grow by more than a tenth of the rate.
 */
const seenOf = (occupancy: Occupancy, planned: Pick<Sender, 'from' | 'to'>): Seen => {
  const { underWay, ended, slotSeconds, firstDurationMs } = occupancy;
  const perSecond = (value: number): number => value / slotSeconds;
  const rates = ratesOf(occupancy, planned);
  const queueSlots = sinceEmpty(occupancy, rates);
  const unknown: Seen = { is: 'unknown', served: null, rate: (planned.from + planned.to) / 2, longer: 0 };
  if (queueSlots >= shortestQueue * underWay.length) {
    const from = ended.length - queueSlots;
    const found = blockMean(ended.slice(from).map(perSecond));
    if (found === null) return unknown;
    const rate = mean(rates.slice(from));
    const served = { rate: found.estimate, low: Math.max(0, found.low), high: found.high };
    if (found.high < asGoodAsServed * rate) return { is: 'less', served, rate, longer: 0 };
    const growing = blockMean(
      underWay.slice(from).map((count, at) => perSecond(count - (underWay[from + at - 1] ?? count))),
    );
    if (growing !== null && growing.high < nearestToCapacity * rate) return { ...unknown, is: 'all' };
    return { ...unknown, rate, longer: timesFor(found.high - found.estimate, rate - found.estimate, rate) };
  }
  // a queue that is there at the end is too short to decide anything
  const waiting = underWay
    .slice(0, underWay.length - queueSlots)
    .map((count, slot) => count - ((rates[slot] ?? 0) * firstDurationMs) / 1000);
  const growth = blockMean(waiting.map((count, at) => perSecond(count - (waiting[at - 1] ?? count))));
  if (growth === null) return unknown;
  // the bounds of 95 % suffice: to find that a target keeps up blames nobody
  const half = 0.65 * (growth.high - growth.estimate);
  const most = unseenGrowth * unknown.rate;
  if (growth.estimate + half < most) return { ...unknown, is: 'all' };
  return { ...unknown, longer: timesFor(half, most - growth.estimate, unknown.rate) };
};

/** Seconds after which the same run would decide; at least twice as many as it had. */
const neededSeconds = (seconds: number, longer: number): number =>
  Math.ceil(Math.max(2 * seconds, shortestSeconds, seconds * longer) / 10) * 10;

/** Whether journeys came to take several times as long as at first. */
const slowedDown = ({ firstDurationMs, durationMs }: Occupancy): boolean => {
  const known = durationMs.flatMap((duration) => (duration === null ? [] : [duration]));
  return firstDurationMs > 0 && middle(partOf(known, 4 / 5, 1)) >= queued * firstDurationMs;
};

/** What ends while every user waits in a queue, where its bounds are surely below the rate. */
const servedToAll = (occupancy: Occupancy, rate: number): Saturation['served'] => {
  const lately = blockMean(partOf(occupancy.ended, 1 / 2, 1).map((count) => count / occupancy.slotSeconds));
  if (lately === null || lately.high >= asGoodAsServed * rate) return null;
  return { rate: lately.estimate, low: Math.max(0, lately.low), high: lately.high };
};

/**
 * What bounded the rate: the target, the network to it, the generator, too few virtual users for a target that is slow
 * at any rate or for a while, or nothing. By Little's law the journeys under way are the arrival rate times the time that
 * each takes: at an even rate they grow for as long as fewer end than begin, until every user waits. `unknown` where the
 * run is too short to decide, with the seconds that would do.
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
    if (cpu !== null && cpu > mostGeneratorCpu) return { ...found, bottleneck: 'generator' };
    const isNetwork = networkShare !== null && networkShare > mostNetworkShare;
    return { ...found, served, bottleneck: isNetwork ? 'network' : 'target' };
  }
  if (dropped > 0 && Math.max(0, ...underWay) >= allBusy * users) return { ...found, bottleneck: 'too few users' };
  if (dropped > 0) return { ...found, bottleneck: 'generator' };
  if (seen.is === 'all') return { ...found, bottleneck: 'none' };
  return { ...found, bottleneck: 'unknown', neededSeconds: neededSeconds(ended.length * slotSeconds, seen.longer) };
};

/** A stretch of the load, and what bounded it. */
export interface Stretch {
  seconds: number;
  found: Saturation;
}

/**
 * What bounded a load of several stretches: that of the first which target, network or generator did not stand, else that
 * of the highest rate. The length that a run must have is that of all its stretches together.
 */
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

/** Whether the target, or the network to it, did not stand the planned rate. */
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

/** What the run shows of the capacity of target and network: one reason, none where the shape does not show it. */
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
