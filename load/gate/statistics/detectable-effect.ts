import { quantile } from 'simple-statistics';
import { chanceFrom, drawNormal } from './chance.ts';
import { type Interval, intervalAround, usualTail } from './interval.ts';
import { criticalDifference, differencesOf } from './rank-sum.ts';
import { criticalMean, pairwiseMeans } from './signed-rank.ts';

/** Heavy tails like those of latencies: Student's distribution with three degrees of freedom. */
const drawHeavy = (chance: () => number): number => {
  const squares = drawNormal(chance) ** 2 + drawNormal(chance) ** 2 + drawNormal(chance) ** 2;
  return drawNormal(chance) / Math.sqrt(squares / 3);
};

/** One run in ten is far off, as on a shared machine. */
const drawSpiky = (chance: () => number): number => drawNormal(chance) * (chance() < 0.1 ? 5 : 0.3);

const noises = [drawNormal, drawHeavy, drawSpiky];

const drawNoises = <Drawn>(draws: number, drawOnce: (draw: () => number) => Drawn): Drawn[][] =>
  noises.map((noise, kind) => {
    const chance = chanceFrom(kind);
    return Array.from({ length: draws }, () => drawOnce(() => noise(chance)));
  });

/** A change with its 95 % interval, and with the interval of a test at a given error probability. */
export interface Bounds {
  usual: Interval;
  tested: Interval;
}

/** Bounds of the median difference of pairs. */
export const boundsOfPairs = (differences: readonly number[], error: number): Bounds => {
  const means = pairwiseMeans(differences);
  const boundsAt = (tail: number) => intervalAround(means, criticalMean(differences.length, tail));
  return { usual: boundsAt(usualTail), tested: boundsAt(error) };
};

/** Bounds of the shift from `earlier` to `later`. */
export const boundsOfGroups = (earlier: readonly number[], later: readonly number[], error: number): Bounds => {
  const differences = differencesOf(earlier, later);
  const boundsAt = (tail: number) =>
    intervalAround(differences, criticalDifference(earlier.length, later.length, tail));
  return { usual: boundsAt(usualTail), tested: boundsAt(error) };
};

/** The wider side of the intervals of a change. */
export interface Noise {
  usual: number;
  tested: number;
}

const widerSide = ({ estimate, low, high }: Interval): number => Math.max(estimate - low, high - estimate);

/**
 * The largest noise of these bounds. Bounds of equal runs belong in it: a few runs may look less noisy by chance, but
 * seldom in each comparison.
 */
export const noiseOf = (bounds: readonly Bounds[]): Noise => ({
  usual: Math.max(...bounds.map(({ usual }) => widerSide(usual))),
  tested: Math.max(...bounds.map(({ tested }) => widerSide(tested))),
});

/** The size of a change, in multiples of the noise, that the same number of runs detects nine times in ten. */
export interface DetectableEffect {
  /** To find that a measure is worse. */
  found: number;
  /** To find that nothing changed. */
  ruledOut: number;
}

interface Shown {
  change: Bounds;
  noise: Noise;
}

const draws = 2000;
const share = 0.9;

/** Compares each change with the noise of another comparison. */
const effectIn = (shown: readonly Shown[]): DetectableEffect => {
  const ruledOut: number[] = [];
  const found: number[] = [];
  for (const [at, { change }] of shown.slice(1).entries()) {
    const noise = shown[at]?.noise;
    if (noise === undefined) continue;
    const beyondLow = -change.usual.low / noise.usual;
    ruledOut.push(beyondLow);
    found.push(Math.max(beyondLow, -change.tested.low / noise.tested));
  }
  return { found: quantile(found, share), ruledOut: quantile(ruledOut, share) };
};

const known = new Map<string, DetectableEffect>();

/** The largest detectable effect over the kinds of noise. Computed once, since it depends only on the number of runs. */
const largestEffect = (key: string, drawOnce: (draw: () => number) => Shown): DetectableEffect => {
  const before = known.get(key);
  if (before) return before;
  const each = drawNoises(draws, drawOnce).map(effectIn);
  const detectable = {
    found: Math.max(...each.map(({ found }) => found)),
    ruledOut: Math.max(...each.map(({ ruledOut }) => ruledOut)),
  };
  known.set(key, detectable);
  return detectable;
};

/** The effect that rounds of three runs can detect, with the noise between each two of the runs. */
export const detectableEffectOfRounds = (count: number, error: number): DetectableEffect =>
  largestEffect(`${count} rounds, ${error}`, (draw) => {
    const rounds = Array.from({ length: count }, () => [draw(), draw(), draw()] as const);
    const bounds = [
      rounds.map(([baseline, , candidate]) => candidate - baseline),
      rounds.map(([, control, candidate]) => candidate - control),
      rounds.map(([baseline, control]) => control - baseline),
    ].map((differences) => boundsOfPairs(differences, error));
    const [change = boundsOfPairs([], error)] = bounds;
    return { change, noise: noiseOf(bounds) };
  });

/** The effect that two groups of runs can detect. */
export const detectableEffectOfGroups = (earlier: number, later: number, error: number): DetectableEffect =>
  largestEffect(`${earlier} and ${later} runs, ${error}`, (draw) => {
    const drawGroup = (length: number) => Array.from({ length }, draw);
    const change = boundsOfGroups(drawGroup(earlier), drawGroup(later), error);
    return { change, noise: noiseOf([change]) };
  });
