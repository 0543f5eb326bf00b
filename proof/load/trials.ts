import { median } from 'simple-statistics';
import type { Comparison } from '../../core/load-result.ts';
import { type Round, roundsWanted } from '../../load/gate/compare-pairs.ts';
import { type Measures, offControls } from '../../load/gate/judge-measures.ts';

/** The measures of three equal runs. */
export type NoiseRound = readonly [Measures, Measures, Measures];

export interface Trials {
  /** Share of sessions that called a measure worse. */
  falsePositives: number;
  /** Share of sessions in which the baseline differed from itself. */
  invalid: number;
  /** Share of sessions that found no change. */
  settled: number;
  measures: Record<
    string,
    {
      /** Share of sessions that found a slowdown as large as the minimum detectable effect of another session. */
      found: number;
      /** The median of all sessions. */
      minimumDetectableEffect: number;
    }
  >;
}

const maxRounds = 30;

/** Draws whole rounds, because the runs of a round have noise in common, and the roles of their runs. */
const drawSession = (noise: readonly NoiseRound[], chance: () => number): Round[] =>
  Array.from({ length: maxRounds }, () => {
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

export type Compare = (rounds: readonly Round[]) => Comparison;

/** Compares until the session is settled or over. */
const runSession = (rounds: readonly Round[], compare: Compare): Comparison => {
  let comparison = compare(rounds.slice(0, roundsWanted(undefined)));
  while (roundsWanted(comparison) > comparison.runs) {
    comparison = compare(rounds.slice(0, roundsWanted(comparison)));
  }
  return comparison;
};

/**
 * Tries a comparison on the recorded noise of equal runs. Counts how often it sees a change where there is none, and how
 * often a new session finds the minimum detectable effect of another one after as many runs.
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
    const minimumDetectableEffect = median(said.map(({ ratio }) => ratio));
    return [name, { found: found.length / sessions, minimumDetectableEffect }] as const;
  });
  return {
    falsePositives: shareOf(({ measures: all }) => all.some(({ outcome }) => outcome === 'worse')),
    invalid: shareOf((comparison) => offControls(comparison).length > 0),
    settled: shareOf(({ measures: all }) => all.every(({ outcome }) => outcome === 'same' || outcome === 'better')),
    measures: Object.fromEntries(measures),
  };
};
