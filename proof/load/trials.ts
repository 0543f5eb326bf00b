import { quantile } from 'simple-statistics';
import type { Comparison } from '../../core/load-result.ts';
import { type Round, roundsWanted } from '../../load/gate/compare-pairs.ts';
import { type Measures, offControls } from '../../load/gate/judge-measures.ts';

/** Measures of three runs that were alike, side by side: what a round gives when nothing changed. */
export type NoiseRound = readonly [Measures, Measures, Measures];

export interface Trials {
  sessions: number;
  /** Share of sessions without a change in which some measure was worse. */
  falseAlarms: number;
  /** Share of sessions that were invalid, because the baseline differed from itself. */
  invalid: number;
  /** Share of sessions without a change that settled that there is none. */
  settled: number;
  measures: Record<
    string,
    {
      /** Share of sessions that found a slow-down as large as the smallest one that another session said it would see. */
      found: number;
      /** What half of the sessions said. */
      minimumDetectableEffect: number;
    }
  >;
}

const longest = 30;

/** Rounds drawn whole, so that what the runs of a round have in common stays so; who plays which part is drawn too. */
const drawSession = (noise: readonly NoiseRound[], chance: () => number): Round[] =>
  Array.from({ length: longest }, () => {
    const [first, second, third] = noise[Math.floor(chance() * noise.length)] ?? [{}, {}, {}];
    const turn = Math.floor(chance() * 3);
    const [baseline = first, control = second, candidate = third] = [...[first, second, third], first, second].slice(
      turn,
    );
    return chance() < 0.5 ? { baseline, control, candidate } : { baseline: control, control: baseline, candidate };
  });

const slowed = (round: Round, name: string, ratio: number): Round => ({
  ...round,
  candidate: { ...round.candidate, [name]: (round.candidate[name] ?? 0) * ratio },
});

/** Compares the rounds that there are so far. */
export type Compare = (rounds: readonly Round[]) => Comparison;

/** Looks as a session does, until it is settled or over. */
const runSession = (rounds: readonly Round[], compare: Compare): Comparison => {
  let comparison = compare(rounds.slice(0, roundsWanted(undefined)));
  while (roundsWanted(comparison) > comparison.runs) {
    comparison = compare(rounds.slice(0, roundsWanted(comparison)));
  }
  return comparison;
};

/**
 * Tries a comparison on noise that was recorded of runs alike: how often it sees a change where there is none, and
 * how often a fresh session finds the smallest change that a session said it would see, at the look where it said so.
 */
export const tryComparison = (
  noise: readonly NoiseRound[],
  { sessions, compare, chance }: { sessions: number; compare: Compare; chance: () => number },
): Trials => {
  const reported: Comparison[] = [];
  for (let session = 0; session < sessions; session++) {
    reported.push(runSession(drawSession(noise, chance), compare));
  }
  const shareOf = (isMeant: (comparison: Comparison) => boolean) => reported.filter(isMeant).length / sessions;
  const names = reported[0]?.measures.map(({ name }) => name) ?? [];
  const measures = names.map((name) => {
    const said = reported.map(({ runs, measures: all }) => ({
      runs,
      ratio: all.find((measure) => measure.name === name)?.minimumDetectableEffect ?? 1,
    }));
    const found = said.filter(({ runs, ratio }) => {
      const rounds = drawSession(noise, chance).map((round) => slowed(round, name, ratio));
      const again = compare(rounds.slice(0, runs));
      return again.measures.find((measure) => measure.name === name)?.outcome === 'worse';
    });
    const minimumDetectableEffect = quantile(
      said.map(({ ratio }) => ratio),
      0.5,
    );
    return [name, { found: found.length / sessions, minimumDetectableEffect }] as const;
  });
  return {
    sessions,
    falseAlarms: shareOf(({ measures: all }) => all.some(({ outcome }) => outcome === 'worse')),
    invalid: shareOf((comparison) => offControls(comparison).length > 0),
    settled: shareOf(({ measures: all }) => all.every(({ outcome }) => outcome === 'same' || outcome === 'better')),
    measures: Object.fromEntries(measures),
  };
};
