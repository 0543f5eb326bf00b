import { parseArgs } from 'node:util';
import type { Saturation } from '../core/load-result.ts';
import { around, judged, type Target } from '../load/gate/simulated-queue.ts';
import { conclude, say } from './command-line.ts';
import { causes } from './load/saturation-causes.ts';

// Judges the saturation of simulated targets of known capacity, below and above it: how often one that keeps up is called
// saturated, how often one that does not is said to keep up, and how far the served rate is off. Then each cause that can
// bound a load by itself: how often another is named.
const { values } = parseArgs({
  options: {
    /** Runs of each target at each load; twice as many of each cause. */
    seeds: { type: 'string', default: '100' },
  },
});

/** Targets that serve this many journeys a second. */
const targets: Readonly<Record<string, (capacity: number) => Target>> = {
  'one queue': (capacity) => ({ workers: 1, serviceMs: around(1000 / capacity) }),
  'eight workers': (capacity) => ({ workers: 8, serviceMs: around(8000 / capacity) }),
  'a rate limiter that makes wait': (capacity) => ({ workers: 1, serviceMs: () => 1000 / capacity }),
  'pauses of a collector': (capacity) => ({
    workers: 2,
    serviceMs: around((0.92 * 2000) / capacity),
    isPaused: (second) => second % 5 < 0.4,
  }),
  'slow at any rate': (capacity) => ({ workers: 1, serviceMs: around(1000 / capacity), latencyMs: 1500 }),
};
/** Arrivals a second, and seconds with the three of the warm-up. */
const plans = [
  { rate: 100, seconds: 23 },
  { rate: 200, seconds: 13 },
  { rate: 20, seconds: 13 },
  { rate: 10, seconds: 33 },
];
const [below, above] = [
  [0.5, 0.85, 0.9, 0.95, 0.98],
  [1.1, 1.2, 1.5],
];

const runsAt = function* (filled: number): Generator<{ found: Saturation; capacity: number; rate: number }> {
  for (const { rate, seconds } of plans) {
    const capacity = rate / filled;
    for (const target of Object.values(targets)) {
      for (const isRandom of [false, true]) {
        for (let seed = 1; seed <= Number(values.seeds); seed += 1) {
          yield {
            found: judged(target(capacity), { rate, seconds, users: rate * 60, isRandom, seed }),
            capacity,
            rate,
          };
        }
      }
    }
  }
};

let failed = 0;
/** One of what must hold: at most this share of the runs may be otherwise. */
const hold = (what: string, wrong: number, of: number, most: number): void => {
  const isHeld = wrong <= most * of;
  if (!isHeld) failed += 1;
  say(`${isHeld ? '✓' : '✗'} ${what}: ${wrong} of ${of} (at most ${100 * most} %)`);
};

const keptUp = below.flatMap((filled) => [...runsAt(filled)]);
const fellBehind = above.flatMap((filled) => [...runsAt(filled)]);
const saturated = fellBehind.filter(({ found }) => found.bottleneck === 'target');
const isOff = ({ found, capacity }: { found: Saturation; capacity: number }): boolean =>
  found.served === null || Math.abs(found.served.rate / capacity - 1) > 0.1;

hold(
  'below its capacity called saturated',
  keptUp.filter(({ found }) => found.bottleneck === 'target').length,
  keptUp.length,
  0.001,
);
hold(
  'at 110 % or more said to keep up',
  fellBehind.filter(({ found }) => found.bottleneck === 'none').length,
  fellBehind.length,
  0.01,
);
hold('served rate off by more than a tenth', saturated.filter(isOff).length, saturated.length, 0.02);
hold(
  'served rate outside of its bounds',
  saturated.filter(({ found: { served }, capacity }) => {
    return served === null || served.low > capacity || served.high < capacity;
  }).length,
  saturated.length,
  0.05,
);
/** Far from its capacity, with a thousand journeys and more, a run says what it is. */
const plain = [...keptUp, ...fellBehind].filter(
  ({ found, capacity, rate }) => rate >= 100 && Math.abs(rate / capacity - 1) >= 0.15 && found.bottleneck === 'unknown',
);
hold(
  'not said of a thousand journeys, 15 % or more from the capacity',
  plain.length,
  5 * 2 * 2 * 4 * Number(values.seeds),
  0.05,
);
for (const { name, target, load, bottleneck, capacity } of causes) {
  const found = Array.from({ length: 2 * Number(values.seeds) }, (_, seed) =>
    judged(target, { ...load, seed: seed + 1, isRandom: seed % 2 === 1 }),
  );
  const isRight = (one: Saturation): boolean =>
    one.bottleneck === bottleneck &&
    (capacity === undefined || (one.served !== null && Math.abs(one.served.rate / capacity - 1) <= 0.1));
  hold(`${name}: not named as ${bottleneck}`, found.filter((one) => !isRight(one)).length, found.length, 0.02);
}
const unknown = [...keptUp, ...fellBehind].filter(({ found }) => found.bottleneck === 'unknown');
say(`too short to decide: ${unknown.length} of ${keptUp.length + fellBehind.length}`);
const tried = 5 + causes.length;
conclude({ passed: tried - failed, failed });
