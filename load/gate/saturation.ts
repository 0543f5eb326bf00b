import { median } from 'simple-statistics';
import type { GateReason, Saturation } from '../result.ts';
import type { RunFigures } from './run-figures.ts';
import { blockMean } from './statistics/block-means.ts';

/** How full a target was over a stretch of even arrivals, slot by slot. */
export interface Occupancy {
  slotSeconds: number;
  /** Journeys under way at the end of each slot. */
  underWay: readonly number[];
  /** Journeys that ended in each slot. */
  ended: readonly number[];
  /** Mean duration in ms of the journeys with which the whole run began, before any queue; 0 without any. */
  firstDurationMs: number;
  /** Mean duration in ms of the journeys that began in each slot; null where none did. */
  durationMs: readonly (number | null)[];
}

/** What is known of the side that sends. */
export interface Sender {
  /** Journeys planned for a second. */
  rate: number;
  /** Journeys that can be under way at once. */
  users: number;
  /** Journeys that could not begin, because every user was busy. */
  dropped: number;
  /** Of the machine, 0 to 1; null where the system does not say. */
  cpu: number | null;
  /** Share of the requests' time that went into connecting and transferring, 0 to 1; null where k6 does not say. */
  networkShare: number | null;
}

/** Beyond this a generator measures itself. */
export const mostGeneratorCpu = 0.8;
/** Of the users: with more of them under way, none is free often enough. */
const allBusy = 0.9;
const mostNetworkShare = 0.5;
/** A journey that takes this many times as long as the first ones waits in a queue. */
const queued = 2;
/** A queue that lasts for less of the time may still empty by itself. */
const shortestQueue = 0.2;
/** A rate that is served to this share is served. */
const asGoodAsServed = 0.995;
/** Of the rate: a target that may fall behind by more than this, as far as the run shows, is not known to keep up. */
const unseenGrowth = 0.1;
/** Bounds that are this share of the rate away from the mean are near enough. */
const preciseEnough = 0.05;
const shortestSeconds = 20;

const partOf = <T>(values: readonly T[], from: number, to: number): readonly T[] =>
  values.slice(Math.floor(values.length * from), Math.max(Math.ceil(values.length * to), 1));

const middle = (values: readonly number[]): number => (values.length === 0 ? 0 : median([...values]));

/** The slots since a queue was last seen empty: as many under way as at the beginning, when nothing waited (Little's law). */
const sinceEmpty = ({ underWay, firstDurationMs }: Occupancy, rate: number): number => {
  const withoutQueue = (1.1 * rate * firstDurationMs) / 1000 + 1;
  return underWay.length - 1 - underWay.findLastIndex((count) => count <= withoutQueue);
};

/** What a target was seen to serve, and whether that shows that it keeps up. */
type Served = { is: 'less' | 'all' } & Pick<Saturation, 'served'>;

/**
 * Whether a target keeps up. While a queue lasts, what ends in a second is what the target can do, whatever arrives: a
 * capacity whose upper bound is below the rate is too small. Where the queue empties, journeys under way may not grow by
 * more than a tenth of the rate. Undefined where the run is too short for either.
 */
const servedOf = (occupancy: Occupancy, rate: number): Served | undefined => {
  const { underWay, ended, slotSeconds } = occupancy;
  const perSecond = (value: number): number => value / slotSeconds;
  const queueSlots = sinceEmpty(occupancy, rate);
  if (queueSlots >= shortestQueue * underWay.length) {
    const found = blockMean(ended.slice(ended.length - queueSlots).map(perSecond));
    if (found === null || found.high >= asGoodAsServed * rate) return undefined;
    return { is: 'less', served: { rate: found.estimate, low: Math.max(0, found.low), high: found.high } };
  }
  // a queue that is there at the end is too short to say anything
  const untilEmpty = underWay.slice(0, underWay.length - queueSlots);
  const growth = blockMean(untilEmpty.map((count, at) => perSecond(count - (untilEmpty[at - 1] ?? count))));
  if (growth === null) return undefined;
  // the bounds of 95 % suffice: that a target keeps up accuses nobody
  const high = growth.estimate + 0.65 * (growth.high - growth.estimate);
  return high < unseenGrowth * rate ? { is: 'all', served: null } : undefined;
};

/** Seconds after which the same run would tell; at least half as many again as it had. */
const neededSeconds = ({ ended, slotSeconds }: Occupancy, rate: number): number => {
  const seconds = ended.length * slotSeconds;
  const found = blockMean(ended.map((count) => count / slotSeconds));
  const half = found === null ? 0 : found.high - found.estimate;
  const needed = Math.max(1.5 * seconds, shortestSeconds, seconds * (half / (preciseEnough * rate)) ** 2);
  return Math.ceil(needed / 10) * 10;
};

/** Whether journeys came to take several times as long as at first. */
const slowedDown = ({ firstDurationMs, durationMs }: Occupancy): boolean => {
  const known = durationMs.flatMap((duration) => (duration === null ? [] : [duration]));
  return firstDurationMs > 0 && middle(partOf(known, 4 / 5, 1)) >= queued * firstDurationMs;
};

/**
 * What bounded the rate: the target, the network to it, the generator, too few virtual users for a target that is slow
 * at any rate, or nothing. By Little's law the journeys under way are the arrival rate times the time that each takes:
 * at an even rate they grow for as long as fewer end than begin, until every user waits. `unknown` where the run is too
 * short to say, with the seconds that would do.
 */
export const saturationOf = (occupancy: Occupancy, sender: Sender): Saturation => {
  const { rate, users, dropped, cpu, networkShare } = sender;
  const { underWay, ended, slotSeconds } = occupancy;
  const underWayFirst = middle(partOf(underWay, 0, 1 / 3));
  const underWayLast = middle(partOf(underWay, 4 / 5, 1));
  const found = { served: null, neededSeconds: null, underWayFirst, underWayLast };
  const isFull = dropped > 0 && underWayLast >= allBusy * users;
  const known = servedOf(occupancy, rate);
  if (known?.is === 'less' || (isFull && slowedDown(occupancy))) {
    if (cpu !== null && cpu > mostGeneratorCpu) return { ...found, bottleneck: 'generator' };
    const lately = blockMean(partOf(ended, 1 / 2, 1).map((count) => count / slotSeconds));
    const served = known?.served ?? (lately && { rate: lately.estimate, low: lately.low, high: lately.high });
    const isNetwork = networkShare !== null && networkShare > mostNetworkShare;
    return { ...found, served, bottleneck: isNetwork ? 'network' : 'target' };
  }
  if (isFull) return { ...found, bottleneck: 'too few users' };
  if (dropped > 0) return { ...found, bottleneck: 'generator' };
  if (known) return { ...found, bottleneck: 'none' };
  return { ...found, bottleneck: 'unknown', neededSeconds: neededSeconds(occupancy, rate) };
};

/** Whether the target, or the network to it, did not stand the planned rate. */
export const isSaturated = ({ saturation }: Pick<RunFigures, 'saturation'>): boolean =>
  saturation?.bottleneck === 'target' || saturation?.bottleneck === 'network';

const adviceFor = {
  target: 'give the target more capacity, or release it for the rate that it serves',
  network: 'run the generator nearer to the target, or see what slows connections between them',
} as const;

const rounded = (value: number): number => Number(value.toPrecision(3));

const describeServed = (served: Saturation['served']): string => {
  if (served === null) return 'some';
  const [rate, low, high] = [served.rate, served.low, served.high].map(rounded);
  return low === high ? `${rate}` : `${rate} (${low} to ${high})`;
};

/** What the run shows of the capacity of target and network: one reason, none where the shape does not tell. */
export const saturationReasons = ({ saturation, plan }: Pick<RunFigures, 'saturation' | 'plan'>): GateReason[] => {
  const step = 'saturation';
  if (saturation === null) return [];
  const { bottleneck, served, neededSeconds: seconds, underWayFirst, underWayLast } = saturation;
  const grown = `journeys under way went from ${Math.round(underWayFirst)} to ${Math.round(underWayLast)}`;
  if (bottleneck === 'target' || bottleneck === 'network') {
    const text = `the ${bottleneck} is saturated: ${describeServed(served)} of the ${plan.rate} planned journeys a second were served, and ${grown}`;
    return [{ step, outcome: 'broken', text, advice: adviceFor[bottleneck] }];
  }
  if (bottleneck === 'unknown') {
    const text = `the run is too short to say whether the target keeps up with ${plan.rate} journeys a second`;
    return [{ step, outcome: 'not judged', text, advice: `run it for at least ${seconds} s: --duration ${seconds}` }];
  }
  if (bottleneck !== 'none') return [];
  return [{ step, outcome: 'held', text: `the target kept up with ${plan.rate} journeys a second` }];
};
