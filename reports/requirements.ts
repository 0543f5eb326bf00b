import type { Result } from '../core/result.ts';
import { isUnverified, type UnverifiedVerdict } from '../core/verdict.ts';
import { percentOf } from './tally.ts';

/**
 * The default minimum coverage in percent; below it, a run is `partial`. An unreachable receiver, or a profile without
 * flows, leaves less.
 */
export const usualMinCoverage = 90;

/** The requirements of a run. Results of earlier versions have none. */
const requirementsOf = ({ requirements, verdicts }: Result): NonNullable<Result['requirements']> =>
  requirements ?? { minCoverage: usualMinCoverage, isMinimumChosen: false, required: [], catalogue: verdicts.length };

/** Required rules that were not judged. A group or a section does not require what the target does not offer. */
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

/** Says that the coverage is below the chosen minimum. */
export const missedCoverage = (result: Result): string | undefined => {
  const { minCoverage, isMinimumChosen } = requirementsOf(result);
  const { judged, applicable } = result.coverage;
  if (!isMinimumChosen || !isBelowMinimum(result)) return undefined;
  return `coverage is ${percentOf(judged, applicable)} (${judged} of ${applicable} applicable rules), at least ${minCoverage} % is required`;
};

/** Whether too few rules were tested for a pass. */
export const isPartial = (result: Result): boolean =>
  result.verdicts.length < requirementsOf(result).catalogue || isBelowMinimum(result);

/** How many rules were tested: `23 of 473 rules tested`. */
export const describeTested = (result: Result): string =>
  `${result.coverage.judged} of ${Math.max(requirementsOf(result).catalogue, result.verdicts.length)} rules tested`;

/** The missed requirements, one line each. */
export const requiredInWords = (result: Result): string[] => {
  const missed = missedCoverage(result);
  return [
    ...unjudgedRequired(result).map(
      ({ rule, cause, reason }) => `required, but not judged: ${rule} (${cause}: ${reason})`,
    ),
    ...(missed === undefined ? [] : [missed]),
  ];
};
