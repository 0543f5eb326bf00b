import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { Saturation } from '../../core/load-result.ts';
import { OccupancyRecorder } from '../run/record/traffic.ts';
import { type Sender, saturationOf } from './saturation.ts';

const warmUpMs = 3000;
/** Realistic service times: mostly equal, some much longer. */
export const around = (meanMs: number) => (_: number, draw: () => number) => meanMs * (draw() < 0.1 ? 3 : 0.778);

/** A target of known capacity, whose workers serve journeys in their order. */
export interface Target {
  workers: number;
  /** The service time at this second of the run. */
  serviceMs: (second: number, draw: () => number) => number;
  /** Additional time that occupies no worker. */
  latencyMs?: number;
  /** Whether nothing is served at this second. */
  isPaused?: (second: number) => boolean;
}

export interface Load {
  rate: number;
  seconds: number;
  /** Arrivals are random instead of even. */
  isRandom?: boolean;
  users?: number;
  cpu?: number;
  networkShare?: number;
  /** The generator omits one arrival in this many although users are free. */
  omitsEvery?: number;
  seed?: number;
}

/** Serves journeys that arrive at these times if a user is free. Returns how many did not begin. */
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

/** The bottleneck of a load on a simulated target. */
export const judged = (target: Target, load: Load): Saturation => {
  const { rate, seconds, users = rate * 10, cpu = 0.1, networkShare = 0.05, omitsEvery, seed = 1 } = load;
  const chance = xoroshiro128plus(seed);
  const draw = (): number => uniformFloat64(chance);
  const occupancy = new OccupancyRecorder();
  let omitted = 0;
  const begun = function* (): Generator<number> {
    let number = 0;
    for (const atMs of arrivalsOf(load, draw)) {
      number += 1;
      if (omitsEvery !== undefined && number % omitsEvery === 0) omitted += 1;
      else yield atMs;
    }
  };
  const refused = serve(target, begun(), { users, draw }, (beganMs, endedMs) => occupancy.journey(beganMs, endedMs));
  const dropped = refused + omitted;
  const sender: Sender = { from: rate, to: rate, users, dropped, cpu, networkShare };
  return saturationOf(occupancy.between(warmUpMs, seconds * 1000), sender);
};
