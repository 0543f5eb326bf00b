import type { BreachStability } from '../../core/obligation-verdict.ts';
import type { PartnerPlay, PartnerRecord } from '../../core/partner-record.ts';
import { derived } from './model/derived.ts';
import type { Observation } from './obligation.ts';

/** The observations of an obligation in one record. */
export interface Observed {
  record: PartnerRecord;
  observations: readonly Observation[];
}

export const brokenIn = (observed: readonly Observed[]): Observation[] =>
  observed.flatMap(({ observations }) => observations.filter(({ held }) => !held));

/** The play of a scenario at a moment, in milliseconds since the session began; undefined before the first one. */
export const playAt = ({ plays }: Pick<PartnerRecord, 'plays'>, atMs: number): PartnerPlay | undefined =>
  plays.findLast(({ fromMs }) => fromMs <= atMs);

/** A breach counts only if this many plays show it. */
const minPlays = 2;

/**
 * The times of the evidence, in milliseconds. What became of a notification is evidence of the play in which it came: later
 * reports of the same coupon do not show it again.
 */
const momentsOf = derived(({ calls, attempts, actions }) => {
  const times = {
    calls: new Map(calls.map(({ number, atMs }) => [number, atMs])),
    attempts: new Map(attempts.map(({ number, atMs }) => [number, atMs])),
    actions: new Map(actions.map(({ number, fromMs }) => [number, fromMs])),
  };
  return (observation: Observation): number[] => {
    const kinds = observation.attempts?.length ? (['attempts'] as const) : (['calls', 'actions'] as const);
    return kinds.flatMap((kind) => (observation[kind] ?? []).flatMap((number) => times[kind].get(number) ?? []));
  };
});

/** The plays in which an observation of a record has evidence. */
const playsIn = (record: PartnerRecord, observation: Observation): PartnerPlay[] => {
  const { judgedUntilMs = Number.POSITIVE_INFINITY } = record;
  const moments = momentsOf(record)(observation).filter((atMs) => atMs < judgedUntilMs);
  return [...new Set(moments.flatMap((atMs) => playAt(record, atMs) ?? []))];
};

const playsOfBroken = (observed: Observed): PartnerPlay[][] =>
  brokenIn([observed]).map((broken) => playsIn(observed.record, broken));

/** The plays in which an obligation failed; undefined if one failure is certain. */
const brokenPlays = (observed: readonly Observed[]): Set<PartnerPlay> | undefined => {
  const seenIn = observed.flatMap(playsOfBroken);
  const isCertain =
    brokenIn(observed).some((broken) => broken.isCertain) ||
    seenIn.some((plays) => plays.length === 0 || plays.some(({ isOnce }) => isOnce));
  return seenIn.length === 0 || isCertain ? undefined : new Set(seenIn.flat());
};

const namesOf = (plays: Iterable<PartnerPlay>): string[] => [...new Set([...plays].map(({ scenario }) => scenario))];

/** The plays of these scenarios. The parts of a record by company share their plays. */
const playsOf = (observed: readonly Observed[], names: readonly string[]): PartnerPlay[] => [
  ...new Set(observed.flatMap(({ record: { plays } }) => plays.filter(({ scenario }) => names.includes(scenario)))),
];

/** How many plays of these scenarios gave an occasion to judge. */
const occasions = (observed: readonly Observed[], names: readonly string[]): number => {
  const seen = observed.flatMap(({ record, observations }) => observations.flatMap((each) => playsIn(record, each)));
  return new Set(seen.filter(({ scenario }) => names.includes(scenario))).size;
};

/**
 * Counts the plays in which an obligation failed, of those that gave an occasion. Undefined if the failure needs no second play, because it occurred
 * outside of scenarios or in one that is played only once.
 */
export const stabilityOf = (observed: readonly Observed[]): BreachStability | undefined => {
  const plays = brokenPlays(observed);
  if (plays === undefined) return undefined;
  const of = occasions(observed, namesOf(plays));
  const failed = plays.size;
  if (of < minPlays) return { kind: 'unconfirmed', failed, of };
  return { kind: failed === of ? 'stable' : 'intermittent', failed, of };
};

/** Whether enough plays show a failure to count it. */
export const isConfirmed = (stability: BreachStability | undefined): boolean =>
  stability === undefined || stability.failed >= minPlays;

/** The scenarios in which an obligation failed, if none of them was played again yet. */
export const scenariosToRepeat = (observed: readonly Observed[]): string[] => {
  const names = namesOf(brokenPlays(observed) ?? []);
  return names.some((name) => playsOf(observed, [name]).length >= minPlays) ? [] : names;
};
