import { quantile } from 'simple-statistics';
import { chanceFrom, drawNormal } from './chance.ts';
import { type Interval, intervalAround, usualTail } from './interval.ts';
import { criticalDifference, differencesOf } from './rank-sum.ts';
import { criticalMean, pairwiseMeans } from './signed-rank.ts';

/** With the heavy tails that latencies have: Student's distribution with three degrees of freedom. */
const drawHeavy = (chance: () => number): number => {
  const squares = drawNormal(chance) ** 2 + drawNormal(chance) ** 2 + drawNormal(chance) ** 2;
  return drawNormal(chance) / Math.sqrt(squares / 3);
};

/** One run in ten is far off, as on a machine that others use too. */
const drawSpiky = (chance: () => number): number => drawNormal(chance) * (chance() < 0.1 ? 5 : 0.3);

/** Kinds of noise of a run. */
const noises = [drawNormal, drawHeavy, drawSpiky];

/** For each kind of noise this many draws of a comparison's runs; the same each time. */
const drawNoises = <Drawn>(draws: number, drawOnce: (draw: () => number) => Drawn): Drawn[][] =>
  noises.map((noise, kind) => {
    const chance = chanceFrom(kind);
    return Array.from({ length: draws }, () => drawOnce(() => noise(chance)));
  });

/** What is known of a change: its interval of 95 %, and the one that a test at a given error probability goes by. */
export interface Bounds {
  usual: Interval;
  tested: Interval;
}

/** Of the typical difference of pairs. */
export const boundsOfPairs = (differences: readonly number[], error: number): Bounds => {
  const means = pairwiseMeans(differences);
  const boundsAt = (tail: number) => intervalAround(means, criticalMean(differences.length, tail));
  return { usual: boundsAt(usualTail), tested: boundsAt(error) };
};

/** Of how much higher `later` lies. */
export const boundsOfGroups = (earlier: readonly number[], later: readonly number[], error: number): Bounds => {
  const differences = differencesOf(earlier, later);
  const boundsAt = (tail: number) =>
    intervalAround(differences, criticalDifference(earlier.length, later.length, tail));
  return { usual: boundsAt(usualTail), tested: boundsAt(error) };
};

/** How far the truth may lie from an estimate, by the wider side of its intervals. */
export interface Noise {
  usual: number;
  tested: number;
}

const widerSide = ({ estimate, low, high }: Interval): number => Math.max(estimate - low, high - estimate);

/**
 * The noise of a comparison, the widest that any of these shows. What was compared of runs alike belongs in it too: a
 * few runs may by luck look quieter than they are, and they seldom do so each way.
 */
export const noiseOf = (bounds: readonly Bounds[]): Noise => ({
  usual: Math.max(...bounds.map(({ usual }) => widerSide(usual))),
  tested: Math.max(...bounds.map(({ tested }) => widerSide(tested))),
});

/** How many times the noise that was seen a change must measure, so that as many runs again decide nine times in ten. */
export interface DetectableEffect {
  /** Beyond both bounds: what it takes for worse. */
  found: number;
  /** Within the interval of 95 %: what it takes to say that nothing changed. */
  ruledOut: number;
}

/** What a comparison shows of its runs: of the change, and of the noise. */
interface Shown {
  change: Bounds;
  noise: Noise;
}

const draws = 2000;
const share = 0.9;

/** Each comparison is held against the noise that another one showed. */
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

/** the largest detectable effect over the kinds of noise. It hangs on nothing but the number of runs and is computed once. */
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

/** Of rounds of three runs, whose noise is seen between each two of them. */
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

/** Of two groups of this many runs. */
export const detectableEffectOfGroups = (earlier: number, later: number, error: number): DetectableEffect =>
  largestEffect(`${earlier} and ${later} runs, ${error}`, (draw) => {
    const drawGroup = (length: number) => Array.from({ length }, draw);
    const change = boundsOfGroups(drawGroup(earlier), drawGroup(later), error);
    return { change, noise: noiseOf([change]) };
  });
