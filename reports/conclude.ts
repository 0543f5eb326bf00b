import { counted, countedIfAny } from '../core/counted.ts';
import { type Cause, type Outcome, outcomes } from '../core/outcome.ts';
import type { JudgedWaiver, Result } from '../core/result.ts';
import { causeOf, isFault, isUnverified, stabilityOf, type UnverifiedVerdict, type Verdict } from '../core/verdict.ts';
import type { Waiver } from '../fixtures/profile/schema.ts';

/** The counts by outcome, and two separate figures: conformance and coverage. */
export type Tally = Pick<Result, 'counts' | 'conformance' | 'coverage'>;

export const tallyOf = (verdicts: readonly { outcome: Outcome; cause?: Cause }[]): Tally => {
  const counts: Result['counts'] = { pass: 0, fail: 0, warn: 0, unverified: 0, error: 0 };
  for (const { outcome } of verdicts) counts[outcome]++;
  const judged = counts.pass + counts.fail + counts.warn;
  const notOffered = verdicts.filter(({ cause }) => cause === 'not-offered').length;
  return {
    counts,
    conformance: { held: counts.pass, judged },
    coverage: { judged, applicable: verdicts.length - notOffered },
  };
};

/** A share in percent, never rounded up to 100. */
export const percentOf = (part: number, whole: number): string => {
  if (whole === 0) return '–';
  if (part === whole) return '100 %';
  return `${(Math.floor((part / whole) * 1000) / 10).toFixed(1)} %`;
};

/** Conformance and coverage in percent. */
export const percentagesOf = ({ conformance, coverage }: Pick<Tally, 'conformance' | 'coverage'>): [string, string] => [
  percentOf(conformance.held, conformance.judged),
  percentOf(coverage.judged, coverage.applicable),
];

/** The counts behind the two figures, each as a phrase. */
export const figuresInWords = ({
  conformance,
  coverage,
}: Pick<Tally, 'conformance' | 'coverage'>): [string, string] => [
  `${conformance.held} of ${conformance.judged} judged rules passed`,
  `${coverage.judged} of ${coverage.applicable} applicable rules judged`,
];

/** The counts that are not 0: `12 pass, 1 fail`. */
export const countsInWords = (counts: Result['counts']): string =>
  outcomes
    .filter((outcome) => counts[outcome] > 0)
    .map((outcome) => `${counts[outcome]} ${outcome}`)
    .join(', ') || 'nothing';

const stateOf = (waiver: Waiver, verdict: Verdict, today: string): JudgedWaiver['state'] => {
  if (waiver.until < today) return 'expired';
  if (verdict.outcome === 'pass') return 'stale';
  return isFault(verdict) ? 'applied' : 'idle';
};

/** What each state of a waiver means, and what to do about it. */
export const waiverMeaning: Record<JudgedWaiver['state'], string> = {
  applied: 'covers a failure of this run, which does not count',
  idle: 'its rule was not judged',
  stale: 'its rule passes now: remove it from the profile',
  expired: 'its date is over: have the rule met, or renew the date in the profile',
};

/** The owner and the end of a waiver. */
export const termsOf = ({ by, until }: Pick<JudgedWaiver, 'by' | 'until'>): string =>
  by === undefined ? `until ${until}` : `by ${by}, until ${until}`;

/** The state of each waiver whose rule was selected. `today` is a date in UTC. */
export const judgeWaivers = (waivers: readonly Waiver[], verdicts: readonly Verdict[], today: string): JudgedWaiver[] =>
  waivers.flatMap((waiver) => {
    const verdict = verdicts.find(({ rule }) => rule === waiver.rule);
    return verdict ? [{ ...waiver, state: stateOf(waiver, verdict, today) }] : [];
  });

/** The waiver that covers a verdict. */
export const waiverOf = ({ waivers }: Pick<Result, 'waivers'>, verdict: Verdict): JudgedWaiver | undefined =>
  waivers.find(({ rule, state }) => rule === verdict.rule && state === 'applied');

/** Faults that no waiver covers. */
export const unwaived = (result: Pick<Result, 'waivers' | 'verdicts'>, outcome: 'fail' | 'warn'): Verdict[] =>
  result.verdicts.filter((verdict) => verdict.outcome === outcome && waiverOf(result, verdict) === undefined);

/** Waivers that fail a run, because they have expired or their rule passes. */
export const brokenWaivers = ({ waivers }: Pick<Result, 'waivers'>): JudgedWaiver[] =>
  waivers.filter(({ state }) => state === 'stale' || state === 'expired');

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
const isPartial = (result: Result): boolean =>
  result.verdicts.length < requirementsOf(result).catalogue || isBelowMinimum(result);

/** How many rules were tested: `23 of 473 rules tested`. */
const describeTested = (result: Result): string =>
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

/** The conclusion of a run, also in one line. */
export interface Conclusion {
  /**
   * `holds`: no rule failed. `partial`: no rule failed, but too few were tested. `failed`: a rule failed, a required
   * rule was not judged, or a waiver no longer counts. `wrong`: a fault of Selo itself. `unjudgeable`: the target
   * mostly gave no answer, or nothing could be judged.
   */
  kind: 'holds' | 'partial' | 'failed' | 'wrong' | 'unjudgeable' | 'interrupted';
  message: string;
}

/** The number of failures, and how many were not stable. */
const countedFailures = (failed: readonly Verdict[]): string[] => {
  const unsure = failed.filter((verdict) => (stabilityOf(verdict)?.kind ?? 'stable') !== 'stable').length;
  const sure = unsure === 0 ? '' : ` (${unsure === failed.length ? '' : `${unsure} of them `}not every time)`;
  return countedIfAny(failed.length, 'rule failed', 'rules failed').map((message) => message + sure);
};

/**
 * Concludes a run. A must that fails now and then fails. A target that mostly gave no answer was not judged,
 * but a failure still counts. Required rules that were not judged, or a coverage below the chosen minimum, fail the
 * run. With `strict`, warnings and rules that were not judged also fail it.
 */
export const concludeRun = (result: Result, { strict = false } = {}): Conclusion => {
  const { run, counts, conformance, faults, verdicts } = result;
  if (run.interrupted) return { kind: 'interrupted', message: 'interrupted before everything was judged' };

  const ours = counts.error + faults.length;
  if (ours > 0) {
    return { kind: 'wrong', message: `not concluded: ${counted(ours, 'fault')} of the suite itself` };
  }

  const broken = [
    ...countedFailures(unwaived(result, 'fail')),
    ...countedIfAny(brokenWaivers(result).length, 'waiver no longer counts', 'waivers no longer count'),
  ];
  if (broken.length > 0) return { kind: 'failed', message: `does not conform: ${broken.join(', ')}` };

  const unavailable = verdicts.filter((verdict) => causeOf(verdict) === 'unavailable').length;
  if (conformance.judged === 0 || unavailable >= conformance.judged) {
    const why =
      unavailable > 0
        ? `the target gave no answer for ${unavailable} of ${verdicts.length} rules`
        : 'no rule could be judged';
    return { kind: 'unjudgeable', message: `the target could not be judged: ${why}` };
  }

  const missed = missedCoverage(result);
  const required = [
    ...countedIfAny(unjudgedRequired(result).length, 'required rule was not judged', 'required rules were not judged'),
    ...(missed === undefined ? [] : [missed]),
  ];
  if (required.length > 0) return { kind: 'failed', message: `not accepted: ${required.join('; ')}` };

  const warnings = countedIfAny(unwaived(result, 'warn').length, 'warning', 'warnings');
  const loose = [...warnings, ...countedIfAny(counts.unverified, 'rule not judged', 'rules not judged')];
  if (strict && loose.length > 0) return { kind: 'failed', message: `not strictly conforming: ${loose.join(', ')}` };
  const tested = describeTested(result);
  if (isPartial(result)) {
    return { kind: 'partial', message: [`partial: no failures, but only ${tested}`, ...warnings].join(', ') };
  }
  return {
    kind: 'holds',
    message: loose.length > 0 ? `no failures, ${tested}: ${loose.join(', ')}` : 'every rule passed',
  };
};
