import type { Saturation } from '../../core/load-result.ts';
import { around, type Load, type Target } from '../../load/gate/simulated-queue.ts';

/** A target or a generator with a known bottleneck. */
export interface Cause {
  name: string;
  target: Target;
  load: Omit<Load, 'seed'>;
  bottleneck: Saturation['bottleneck'];
  /** Journeys a second that the target serves; absent if that changes. */
  capacity?: number;
}

const load = { rate: 100, seconds: 33, users: 6000 };

const serving = (capacity: number): Target => ({ workers: 1, serviceMs: around(1000 / capacity) });
const eightWorkers = (capacity: number): Target => ({ workers: 8, serviceMs: around(8000 / capacity) });
const limiting = (capacity: number): Target => ({ workers: 1, serviceMs: () => 1000 / capacity });
const pausing = (capacity: number): Target => ({
  workers: 2,
  serviceMs: around((0.92 * 2000) / capacity),
  isPaused: (second) => second % 5 < 0.4,
});
const slow = (capacity: number): Target => ({ ...serving(capacity), latencyMs: 1500 });
/** Answers take longer with each second. */
const leaking = (growth: number): Target => ({
  workers: 1,
  serviceMs: (second, draw) => around(5 + growth * second)(second, draw),
});

/** Targets that serve this many journeys a second. */
export const targets: Readonly<Record<string, (capacity: number) => Target>> = {
  'one queue': serving,
  'eight workers': eightWorkers,
  'a rate limiter that makes wait': limiting,
  'pauses of a collector': pausing,
  'slow at any rate': slow,
};

/** Bottlenecks, each so far from its limit that a run of half a minute shows it. */
export const causes: readonly Cause[] = [
  { name: 'one queue that is half full', target: serving(200), load, bottleneck: 'none' },
  { name: 'eight workers with time to spare', target: eightWorkers(140), load, bottleneck: 'none' },
  { name: 'pauses that are caught up', target: pausing(160), load, bottleneck: 'none' },
  { name: 'a limit above the rate', target: limiting(125), load, bottleneck: 'none' },
  { name: 'a leak that costs nothing yet', target: leaking(0.05), load, bottleneck: 'none' },
  { name: 'slow at any rate', target: slow(200), load, bottleneck: 'none' },
  { name: 'one queue that is too long', target: serving(75), load, bottleneck: 'target', capacity: 75 },
  { name: 'eight workers too few', target: eightWorkers(80), load, bottleneck: 'target', capacity: 80 },
  { name: 'pauses that cost what it lacks', target: pausing(80), load, bottleneck: 'target', capacity: 80 },
  { name: 'a limit below the rate', target: limiting(60), load, bottleneck: 'target', capacity: 60 },
  { name: 'a leak that overtakes it', target: leaking(0.4), load, bottleneck: 'target' },
  {
    name: 'one queue, until every user waits in it',
    target: serving(75),
    load: { ...load, users: 150 },
    bottleneck: 'target',
    capacity: 75,
  },
  {
    name: 'a generator without processor time, whose queue is its own',
    target: serving(75),
    load: { ...load, cpu: 0.95 },
    bottleneck: 'generator',
  },
  {
    name: 'a generator that leaves journeys out though users are free',
    target: serving(200),
    load: { ...load, omitsEvery: 40 },
    bottleneck: 'generator',
  },
  {
    name: 'a network that takes most of the time',
    target: serving(75),
    load: { ...load, networkShare: 0.8 },
    bottleneck: 'network',
  },
  {
    name: 'too few users for a target that is slow at any rate',
    target: { workers: 400, serviceMs: around(1), latencyMs: 3000 },
    load: { ...load, users: 150 },
    bottleneck: 'too few users',
  },
  {
    name: 'too few users for a pause',
    target: { ...serving(400), isPaused: (second) => second > 12 && second < 14 },
    load: { ...load, users: 100 },
    bottleneck: 'too few users',
  },
];
