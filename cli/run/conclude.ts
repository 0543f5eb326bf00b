import { brokenWaivers, unwaived } from '../../reports/judge-waivers.ts';
import type { ReportedVerdict, Result } from '../../reports/result.ts';

/** What a command tells its caller. */
export const exitCodes = {
  holds: 0,
  /** A rule failed, a waiver no longer counts, or, in strict mode, a warning or a rule that was not judged. */
  failed: 1,
  /** Wrong usage or our own fault. */
  wrong: 2,
  /** The target could not be judged. */
  unjudgeable: 3,
  /** A comparison could not tell. */
  inconclusive: 4,
  interrupted: 130,
} as const;

/** What a run comes to, in one line, and the exit code that says the same. */
export interface Conclusion {
  code: number;
  told: string;
}

const counted = (count: number, one: string, many: string): string[] =>
  count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];

/** The failures, and how many of them were not seen every time. */
const countedFailures = (failed: readonly ReportedVerdict[]): string[] => {
  const unsure = failed.filter(({ stability }) => stability !== undefined && stability.kind !== 'stable').length;
  const sure = unsure === 0 ? '' : ` (${unsure === failed.length ? '' : `${unsure} of them `}not every time)`;
  return counted(failed.length, 'rule failed', 'rules failed').map((told) => told + sure);
};

/**
 * Concludes a run. A must that fails now and then fails. A target that mostly gave no answer was not judged, whatever the few answers said; a fault that it
 * did show still counts.
 */
export const conclude = (result: Result, { strict }: { strict: boolean }): Conclusion => {
  const { run, counts, conformance, faults, verdicts } = result;
  if (run.interrupted) return { code: exitCodes.interrupted, told: 'interrupted before everything was judged' };

  const ours = counts.error + faults.length;
  if (ours > 0) {
    return { code: exitCodes.wrong, told: `not concluded: ${counted(ours, 'fault', 'faults')} of the suite itself` };
  }

  const broken = [
    ...countedFailures(unwaived(result, 'fail')),
    ...counted(brokenWaivers(result).length, 'waiver no longer counts', 'waivers no longer count'),
  ];
  if (broken.length > 0) return { code: exitCodes.failed, told: `does not conform: ${broken.join(', ')}` };

  const unavailable = verdicts.filter(({ cause }) => cause === 'unavailable').length;
  if (conformance.judged === 0 || unavailable >= conformance.judged) {
    const why =
      unavailable > 0
        ? `for ${unavailable} of ${verdicts.length} rules the target gave no answer`
        : 'no rule could be judged';
    return { code: exitCodes.unjudgeable, told: `the target could not be judged: ${why}` };
  }

  const loose = [
    ...counted(unwaived(result, 'warn').length, 'warning', 'warnings'),
    ...counted(counts.unverified, 'rule not judged', 'rules not judged'),
  ];
  if (strict && loose.length > 0)
    return { code: exitCodes.failed, told: `not strictly conforming: ${loose.join(', ')}` };
  return {
    code: exitCodes.holds,
    told: loose.length > 0 ? `every judged must holds; ${loose.join(', ')}` : 'every rule holds',
  };
};
