import type { Result } from '../core/result.ts';
import { isUnverified, type UnverifiedVerdict } from '../core/verdict.ts';
import { percentOf } from './tally.ts';

/**
 * Percent of the applicable rules that a run judges at least, else its verdict is `partial`. A receiver of notifications that
 * nobody reaches, or a profile without flows, leaves less than this.
 */
export const usualMinCoverage = 90;

/** What a run without requirements of its own requires; results of earlier versions have none. */
const requirementsOf = ({ requirements, verdicts }: Result): NonNullable<Result['requirements']> =>
  requirements ?? { minCoverage: usualMinCoverage, isMinimumChosen: false, required: [], catalogue: verdicts.length };

/** Rules that had to be judged and were not. A group or a section requires nothing that the target does not offer. */
export const unjudgedRequired = (result: Result): UnverifiedVerdict[] => {
  const required = new Map(requirementsOf(result).required.map(({ rule, isNamed }) => [rule, isNamed]));
  return result.verdicts
    .filter(isUnverified)
    .filter(({ rule, cause }) => required.has(rule) && (cause !== 'not-offered' || required.get(rule) === true));
};

const isBelowMinimum = (result: Result): boolean => {
  const { judged, applicable } = result.coverage;
  return judged * 100 < requirementsOf(result).minCoverage * applicable;
};

/** The coverage that was asked for and missed, in words. */
export const missedCoverage = (result: Result): string | undefined => {
  const { minCoverage, isMinimumChosen } = requirementsOf(result);
  const { judged, applicable } = result.coverage;
  if (!isMinimumChosen || !isBelowMinimum(result)) return undefined;
  return `coverage is ${percentOf(judged, applicable)} (${judged} of ${applicable} applicable rules), at least ${minCoverage} % is required`;
};

/** Whether too little of the catalogue was tested for the run to count as a pass. */
export const isPartial = (result: Result): boolean =>
  result.verdicts.length < requirementsOf(result).catalogue || isBelowMinimum(result);

/** How much of the catalogue was tested: `23 of 473 rules tested`. */
export const describeTested = (result: Result): string =>
  `${result.coverage.judged} of ${Math.max(requirementsOf(result).catalogue, result.verdicts.length)} rules tested`;

/** What was required and is missing, a line each. */
export const requiredInWords = (result: Result): string[] => {
  const missed = missedCoverage(result);
  return [
    ...unjudgedRequired(result).map(
      ({ rule, cause, reason }) => `required, but not judged: ${rule} (${cause}: ${reason})`,
    ),
    ...(missed === undefined ? [] : [missed]),
  ];
};
