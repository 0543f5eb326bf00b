import { parseArgs } from 'node:util';
import type { Saturation } from '../core/load-result.ts';
import { judged } from '../load/gate/simulated-queue.ts';
import { conclude, say } from './command-line.ts';
import { causes, targets } from './load/saturation-causes.ts';

// Judges the saturation of simulated targets below and above their known capacity. Counts targets that keep up and are called
// saturated, targets that fall behind and are not, and wrong served rates. Then counts how often each bottleneck gets a
// wrong name.
const { values } = parseArgs({
  options: {
    /** Runs of each target at each load; twice as many of each cause. */
    seeds: { type: 'string', default: '100' },
  },
});

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

interface TrialRun {
  found: Saturation;
  capacity: number;
  rate: number;
}

const runsAt = function* (filled: number): Generator<TrialRun> {
  for (const { rate, seconds } of plans) {
    const capacity = rate / filled;
    for (const target of Object.values(targets)) {
      for (const isRandom of [false, true]) {
        for (let seed = 1; seed <= Number(values.seeds); seed += 1) {
          const found = judged(target(capacity), { rate, seconds, users: rate * 60, isRandom, seed });
          yield { found, capacity, rate };
        }
      }
    }
  }
};

const tally = { passed: 0, failed: 0 };
/** Fails if more than this share of the runs is wrong, or if there are no runs. */
const hold = (what: string, wrong: number, of: number, most: number): void => {
  const isHeld = of > 0 && wrong <= most * of;
  tally[isHeld ? 'passed' : 'failed'] += 1;
  say(`${isHeld ? '✓' : '✗'} ${what}: ${wrong} of ${of} (at most ${100 * most} %)`);
};

const keptUp = below.flatMap((filled) => [...runsAt(filled)]);
const fellBehind = above.flatMap((filled) => [...runsAt(filled)]);
const saturated = fellBehind.filter(({ found }) => found.bottleneck === 'target');
const isOff = ({ found, capacity }: Pick<TrialRun, 'found' | 'capacity'>): boolean =>
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
const isOutside = ({ found: { served }, capacity }: TrialRun): boolean =>
  served === null || served.low > capacity || served.high < capacity;
hold('served rate outside of its bounds', saturated.filter(isOutside).length, saturated.length, 0.05);
/** Long runs, far from the capacity, which must show a bottleneck or its absence. */
const plain = [...keptUp, ...fellBehind].filter(
  ({ capacity, rate }) => rate >= 100 && Math.abs(rate / capacity - 1) >= 0.149,
);
hold(
  'not said of a thousand journeys, 15 % or more from the capacity',
  plain.filter(({ found }) => found.bottleneck === 'unknown').length,
  plain.length,
  0.05,
);
for (const { name, target, load, bottleneck, capacity } of causes) {
  const found = Array.from({ length: 2 * Number(values.seeds) }, (_, seed) =>
    judged(target, { ...load, seed: seed + 1, isRandom: seed % 2 === 1 }),
  );
  const isRight = (one: Saturation): boolean =>
    one.bottleneck === bottleneck && (capacity === undefined || !isOff({ found: one, capacity }));
  hold(`${name}: not named as ${bottleneck}`, found.filter((one) => !isRight(one)).length, found.length, 0.02);
}
const unknown = [...keptUp, ...fellBehind].filter(({ found }) => found.bottleneck === 'unknown');
say(`too short to decide: ${unknown.length} of ${keptUp.length + fellBehind.length}`);
conclude(tally);
