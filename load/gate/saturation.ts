import { median, quantile } from 'simple-statistics';
import type { GateReason, Saturation } from '../result.ts';
import type { RunFigures } from './run-figures.ts';
import { slopeOf } from './statistics/slope.ts';

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
/** So many more journeys under way are no accident of the machine. */
const fewestMore = 4;
/** Of the users: with more of them under way, none is free often enough. */
const allBusy = 0.9;
const mostNetworkShare = 0.5;
/** A journey that takes so many times as long as the first ones waits in a queue. */
const queued = 2;

const partOf = <T>(values: readonly T[], from: number, to: number): readonly T[] =>
  values.slice(Math.floor(values.length * from), Math.max(Math.ceil(values.length * to), 1));

const middle = (values: readonly number[]): number => (values.length === 0 ? 0 : median([...values]));

/**
 * Whether what is under way grew without coming back. A queue that a target keeps up with empties again and again, so
 * its fullest moment at the beginning is above its emptiest at the end.
 */
const grewFor = ({ underWay }: Occupancy): boolean => {
  const first = partOf(underWay, 0, 1 / 3);
  const last = partOf(underWay, 4 / 5, 1);
  if (first.length === 0 || last.length === 0) return false;
  const [before, after] = [middle(first), middle(last)];
  if (after < 2 * before || after - before < fewestMore) return false;
  if (quantile([...last], 0.05) <= quantile([...first], 0.95)) return false;
  const slope = slopeOf(underWay);
  return slope === null || slope.estimate > 0;
};

/** Whether journeys came to take several times as long as at first. */
const slowedDown = ({ firstDurationMs, durationMs }: Occupancy): boolean => {
  const known = durationMs.flatMap((duration) => (duration === null ? [] : [duration]));
  return firstDurationMs > 0 && middle(partOf(known, 4 / 5, 1)) >= queued * firstDurationMs;
};

/**
 * Tells what bounded the rate: the target, the network to it, the generator, or too few virtual users for a target that
 * is slow at any rate. By Little's law the journeys under way are the arrival rate times the time that each takes: at
 * an even rate they grow for as long as fewer end than begin, until every user waits.
 */
export const saturationOf = (occupancy: Occupancy, { users, dropped, cpu, networkShare }: Sender): Saturation => {
  const { underWay, ended, slotSeconds } = occupancy;
  const underWayFirst = middle(partOf(underWay, 0, 1 / 3));
  const underWayLast = middle(partOf(underWay, 4 / 5, 1));
  const isFull = dropped > 0 && underWayLast >= allBusy * users;
  const isQueued = grewFor(occupancy) || (isFull && slowedDown(occupancy));
  const found = { servedRate: null, underWayFirst, underWayLast };
  if (isQueued) {
    if (cpu !== null && cpu > mostGeneratorCpu) return { ...found, bottleneck: 'generator' };
    const lately = partOf(ended, 1 / 2, 1);
    const servedRate = lately.reduce((sum, count) => sum + count, 0) / (lately.length * slotSeconds);
    const isNetwork = networkShare !== null && networkShare > mostNetworkShare;
    return { ...found, servedRate, bottleneck: isNetwork ? 'network' : 'target' };
  }
  if (isFull) return { ...found, bottleneck: 'too few users' };
  if (dropped > 0) return { ...found, bottleneck: 'generator' };
  return { ...found, bottleneck: 'none' };
};

/** Whether the target, or the network to it, did not stand the planned rate. */
export const isSaturated = ({ saturation }: Pick<RunFigures, 'saturation'>): boolean =>
  saturation?.bottleneck === 'target' || saturation?.bottleneck === 'network';

const adviceFor = {
  target: 'give the target more capacity, or release it for the rate that it serves',
  network: 'run the generator nearer to the target, or see what slows connections between them',
} as const;

/** What the run shows of the capacity of target and network: one reason, none where the shape does not tell. */
export const saturationReasons = ({ saturation, plan }: Pick<RunFigures, 'saturation' | 'plan'>): GateReason[] => {
  const step = 'saturation';
  if (saturation === null) return [];
  const { bottleneck, servedRate, underWayFirst, underWayLast } = saturation;
  const grown = `journeys under way went from ${Math.round(underWayFirst)} to ${Math.round(underWayLast)}`;
  if (bottleneck === 'target' || bottleneck === 'network') {
    const served = Number((servedRate ?? 0).toPrecision(3));
    const text = `the ${bottleneck} is saturated: ${served} of the ${plan.rate} planned journeys a second were served, and ${grown}`;
    return [{ step, outcome: 'broken', text, advice: adviceFor[bottleneck] }];
  }
  if (bottleneck !== 'none') return [];
  return [{ step, outcome: 'held', text: `the target kept up with ${plan.rate} journeys a second` }];
};
