import { counted, countedIfAny } from '../core/counted.ts';
import type { Result } from '../core/result.ts';
import { causeOf, stabilityOf, type Verdict } from '../core/verdict.ts';
import { brokenWaivers, unwaived } from './judge-waivers.ts';
import { describeTested, isPartial, missedCoverage, unjudgedRequired } from './requirements.ts';

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
