import type { BreachStability } from '../../core/obligation-verdict.ts';
import type { PartnerPlay, PartnerRecord } from '../../core/partner-record.ts';
import { derived } from './model/derived.ts';
import type { Observation } from './obligation.ts';

/** The failed observations of an obligation in one record. */
export interface Breaches {
  record: PartnerRecord;
  broken: readonly Observation[];
}

/** A breach counts only if this many plays show it. */
const minPlays = 2;

/** The times of the evidence, in milliseconds. */
const momentsOf = derived(({ calls, attempts, actions }) => {
  const calledMs = new Map(calls.map(({ number, atMs }) => [number, atMs]));
  const attemptedMs = new Map(attempts.map(({ number, atMs }) => [number, atMs]));
  const actedMs = new Map(actions.map(({ number, fromMs }) => [number, fromMs]));
  return (observed: Observation): number[] =>
    [
      ...(observed.calls ?? []).map((number) => calledMs.get(number)),
      ...(observed.attempts ?? []).map((number) => attemptedMs.get(number)),
      ...(observed.actions ?? []).map((number) => actedMs.get(number)),
    ].filter((moment) => moment !== undefined);
});

/** The plays in which each observation of a record has evidence. */
const playsOfEach = ({ record, broken }: Breaches): PartnerPlay[][] => {
  const { plays = [], judgedUntilMs = Number.POSITIVE_INFINITY } = record;
  const momentsIn = momentsOf(record);
  return broken.map((observed) => [
    ...new Set(
      momentsIn(observed)
        .filter((atMs) => atMs < judgedUntilMs)
        .flatMap((atMs) => plays.findLast(({ fromMs }) => fromMs <= atMs) ?? []),
    ),
  ]);
};

/** The plays in which an obligation failed; undefined if one failure is certain. */
const brokenPlays = (breaches: readonly Breaches[]): Set<PartnerPlay> | undefined => {
  const seenIn = breaches.flatMap(playsOfEach);
  const isCertain =
    breaches.some(({ broken }) => broken.some((observed) => observed.isCertain)) ||
    seenIn.some((plays) => plays.length === 0 || plays.some(({ isOnce }) => isOnce));
  return seenIn.length === 0 || isCertain ? undefined : new Set(seenIn.flat());
};

const namesOf = (plays: Iterable<PartnerPlay>): string[] => [...new Set([...plays].map(({ scenario }) => scenario))];

const playsOf = (records: readonly PartnerRecord[], names: readonly string[]): PartnerPlay[] =>
  records.flatMap(({ plays = [] }) => plays.filter(({ scenario }) => names.includes(scenario)));

/**
 * Counts the plays in which an obligation failed. Undefined if the failure needs no second play, because it occurred
 * outside of scenarios or in one that is played only once.
 */
export const stabilityOf = (breaches: readonly Breaches[]): BreachStability | undefined => {
  const plays = brokenPlays(breaches);
  if (plays === undefined) return undefined;
  const of = playsOf(
    breaches.map(({ record }) => record),
    namesOf(plays),
  ).length;
  const failed = plays.size;
  if (of < minPlays) return { kind: 'unconfirmed', failed, of };
  return { kind: failed === of ? 'stable' : 'intermittent', failed, of };
};

/** Whether enough plays show a failure to count it. */
export const isConfirmed = (stability: BreachStability | undefined): boolean =>
  stability === undefined || stability.failed >= minPlays;

/** The scenarios in which an obligation failed, if none of them was played again yet. */
export const scenariosToRepeat = (breaches: readonly Breaches[]): string[] => {
  const names = namesOf(brokenPlays(breaches) ?? []);
  const records = breaches.map(({ record }) => record);
  return names.some((name) => playsOf(records, [name]).length >= minPlays) ? [] : names;
};
