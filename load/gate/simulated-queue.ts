import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { Saturation } from '../result.ts';
import { createOccupancyRecorder } from '../run/occupancy.ts';
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
  seed?: number;
}

/** Sends journeys at this rate, as long as a user is free, and tells what bounded it. */
export const judged = (
  { workers, serviceMs, latencyMs = 0, isPaused = () => false }: Target,
  load: Load,
): Saturation => {
  const { rate, seconds, isRandom = false, users = rate * 10, cpu = 0.1, networkShare = 0.05, seed = 1 } = load;
  const chance = xoroshiro128plus(seed);
  const draw = (): number => uniformFloat64(chance);
  const occupancy = createOccupancyRecorder();
  const freeMs = Array.from({ length: workers }, () => 0);
  let ends: number[] = [];
  let dropped = 0;
  let beganMs = 0;
  for (let index = 0; beganMs < seconds * 1000; index += 1) {
    beganMs = isRandom ? beganMs - (Math.log(1 - draw()) * 1000) / rate : (index * 1000) / rate;
    if (beganMs >= seconds * 1000) break;
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
    occupancy.journey(beganMs, endedMs);
  }
  const sender: Sender = { rate, users, dropped, cpu, networkShare };
  return saturationOf(occupancy.between(warmUpMs, seconds * 1000), sender);
};
