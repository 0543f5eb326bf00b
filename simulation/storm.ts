import type { Chance } from './chance.ts';
import { accidents, type NetworkConditions } from './network.ts';

/** The largest share of requests that meets one kind of accident. */
const maxOfEach = 0.01;
const maxLatencyMs = 200;
/** Clocks that are set by hand are wrong by minutes. */
const maxSkewMs = 10 * 60_000;

/** Random conditions: rare accidents of some kinds, and latencies that reorder requests. */
const drawConditions = (chance: Chance): NetworkConditions => ({
  latencyMs: [1, 1 + chance.random() * maxLatencyMs],
  accidents: Object.fromEntries(
    accidents.flatMap((accident) => (chance.random() < 0.5 ? [[accident, chance.random() * maxOfEach]] : [])),
  ),
});

interface Storm {
  network: Record<'calls' | 'deliveries', NetworkConditions>;
  clockSkewMs: number;
}

/** A bad network in both directions, and a platform with a wrong clock. */
export const drawStorm = (chance: Chance): Storm => ({
  network: { calls: drawConditions(chance.of('calls')), deliveries: drawConditions(chance.of('deliveries')) },
  clockSkewMs: Math.round((2 * chance.of('skew').random() - 1) * maxSkewMs),
});
