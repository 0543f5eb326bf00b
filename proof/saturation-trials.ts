import type { Saturation } from '../core/load-result.ts';
import { judged } from '../load/gate/simulated-queue.ts';
import { commandLine, conclude, say, wholeNumber } from './command-line.ts';
import { causes, targets } from './load/saturation-causes.ts';

// Judges the saturation of simulated targets below and above their known capacity. Counts targets that keep up and are called
// saturated, targets that fall behind and are not, and wrong served rates. Then counts how often each bottleneck gets a
// wrong name.
const { values } = commandLine({
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
        for (let seed = 1; seed <= wholeNumber('seeds', values.seeds); seed += 1) {
          const found = judged(target(capacity), { rate, seconds, users: rate * 60, isRandom, seed });
          yield { found, capacity, rate };
        }
      }
    }
  }
};

const tally = { passed: 0, failed: 0 };
interface Expectation<Run> {
  /** What is wrong about a run. */
  what: string;
  runs: readonly Run[];
  isWrong(run: Run): boolean;
  maxShare: number;
}

/** Fails if more than this share of the runs is wrong, or if there are no runs. */
const expectFew = <Run>({ what, runs, isWrong, maxShare }: Expectation<Run>): void => {
  const wrong = runs.filter(isWrong).length;
  const isMet = runs.length > 0 && wrong <= maxShare * runs.length;
  tally[isMet ? 'passed' : 'failed'] += 1;
  say(`${isMet ? '✓' : '✗'} ${what}: ${wrong} of ${runs.length} (at most ${100 * maxShare} %)`);
};

const keptUp = below.flatMap((filled) => [...runsAt(filled)]);
const fellBehind = above.flatMap((filled) => [...runsAt(filled)]);
const isSaturated = ({ found }: TrialRun): boolean => found.bottleneck === 'target';
const saturated = fellBehind.filter(isSaturated);
const isOff = ({ found, capacity }: Pick<TrialRun, 'found' | 'capacity'>): boolean =>
  found.served === null || Math.abs(found.served.rate / capacity - 1) > 0.1;

expectFew({ what: 'below its capacity called saturated', runs: keptUp, isWrong: isSaturated, maxShare: 0.001 });
expectFew({
  what: 'at 110 % or more said to keep up',
  runs: fellBehind,
  isWrong: ({ found }) => found.bottleneck === 'none',
  maxShare: 0.01,
});
expectFew({ what: 'served rate off by more than a tenth', runs: saturated, isWrong: isOff, maxShare: 0.02 });
expectFew({
  what: 'served rate outside of its bounds',
  runs: saturated,
  isWrong: ({ found: { served }, capacity }) => served === null || served.low > capacity || served.high < capacity,
  maxShare: 0.05,
});
expectFew({
  what: 'undecided, with a thousand journeys or more and 15 % or more from the capacity',
  runs: [...keptUp, ...fellBehind].filter(
    ({ capacity, rate }) => rate >= 100 && Math.abs(rate / capacity - 1) >= 0.149,
  ),
  isWrong: ({ found }) => found.bottleneck === 'unknown',
  maxShare: 0.05,
});
for (const { name, target, load, bottleneck, capacity } of causes) {
  expectFew({
    what: `${name}: not named as ${bottleneck}`,
    runs: Array.from({ length: 2 * wholeNumber('seeds', values.seeds) }, (_, seed) =>
      judged(target, { ...load, seed: seed + 1, isRandom: seed % 2 === 1 }),
    ),
    isWrong: (found) => found.bottleneck !== bottleneck || (capacity !== undefined && isOff({ found, capacity })),
    maxShare: 0.02,
  });
}
const unknown = [...keptUp, ...fellBehind].filter(({ found }) => found.bottleneck === 'unknown');
say(`too short to decide: ${unknown.length} of ${keptUp.length + fellBehind.length}`);
conclude(tally);
