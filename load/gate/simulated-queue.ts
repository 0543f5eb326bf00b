import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { Saturation } from '../../core/load-result.ts';
import { createOccupancyRecorder } from '../run/record/occupancy.ts';
import { type Sender, saturationOf } from './saturation.ts';

/** A run begins before its plateau. */
const warmUpMs = 3000;
/** Service times as real ones: mostly alike, some much longer. */
export const around = (meanMs: number) => (_: number, draw: () => number) => meanMs * (draw() < 0.1 ? 3 : 0.778);

/** A target of known capacity: workers that take journeys in their order, each for some time. */
export interface Target {
  workers: number;
  /** Time of one journey in ms, at this second of the run. */
  serviceMs: (second: number, draw: () => number) => number;
  /** Beside the work, without occupying a worker. */
  latencyMs?: number;
  /** Nothing is served in the seconds for which it is true. */
  isPaused?: (second: number) => boolean;
}

export interface Load {
  rate: number;
  seconds: number;
  /** At random times instead of evenly. */
  isRandom?: boolean;
  users?: number;
  cpu?: number;
  networkShare?: number;
  /** One arrival in this many the generator itself leaves out, though users are free. */
  omitsEvery?: number;
  seed?: number;
}

/**
 * Serves journeys that arrive at these times while a user is free, and returns how many could not begin.
 */
export const serve = (
  { workers, serviceMs, latencyMs = 0, isPaused = () => false }: Target,
  arrivalsMs: Iterable<number>,
  { users, draw }: { users: number; draw: () => number },
  onJourney: (beganMs: number, endedMs: number) => void,
): number => {
  const freeMs = Array.from({ length: workers }, () => 0);
  let ends: number[] = [];
  let dropped = 0;
  for (const beganMs of arrivalsMs) {
    if (ends.length >= users) ends = ends.filter((endMs) => endMs > beganMs);
    if (ends.length >= users) {
      dropped += 1;
      continue;
    }
    const worker = freeMs.indexOf(Math.min(...freeMs));
    let startMs = Math.max(beganMs, freeMs[worker] ?? 0);
    while (isPaused(startMs / 1000)) startMs += 50;
    const doneMs = startMs + serviceMs(startMs / 1000, draw);
    freeMs[worker] = doneMs;
    const endedMs = doneMs + latencyMs * (0.8 + 0.4 * draw());
    ends.push(endedMs);
    onJourney(beganMs, endedMs);
  }
  return dropped;
};

const arrivalsOf = function* ({ rate, seconds, isRandom = false }: Load, draw: () => number): Generator<number> {
  for (let index = 0, atMs = 0; ; index += 1) {
    atMs = isRandom ? atMs - (Math.log(1 - draw()) * 1000) / rate : (index * 1000) / rate;
    if (atMs >= seconds * 1000) return;
    yield atMs;
  }
};

/** Sends journeys at this rate, as long as a user is free, and shows what bounded it. */
export const judged = (target: Target, load: Load): Saturation => {
  const { rate, seconds, users = rate * 10, cpu = 0.1, networkShare = 0.05, omitsEvery, seed = 1 } = load;
  const chance = xoroshiro128plus(seed);
  const draw = (): number => uniformFloat64(chance);
  const occupancy = createOccupancyRecorder();
  let omitted = 0;
  const begun = function* (): Generator<number> {
    let number = 0;
    for (const atMs of arrivalsOf(load, draw)) {
      number += 1;
      if (omitsEvery !== undefined && number % omitsEvery === 0) omitted += 1;
      else yield atMs;
    }
  };
  const refused = serve(target, begun(), { users, draw }, occupancy.journey);
  const dropped = refused + omitted;
  const sender: Sender = { from: rate, to: rate, users, dropped, cpu, networkShare };
  return saturationOf(occupancy.between(warmUpMs, seconds * 1000), sender);
};
