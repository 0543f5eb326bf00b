import { Status, type StatusDetails } from 'allure-js-commons';
import type { Result } from '../../../core/result.ts';
import { stabilityOf, type Verdict, violationOf } from '../../../core/verdict.ts';
import { waiverOf } from '../../conclude.ts';
import { adviceInWords } from '../../failures/advice.ts';
import { describeFault } from '../../failures/describe-fault.ts';
import { findingOf, messageOf } from '../../failures/fault-in-words.ts';
import { plain } from '../../kit/paint.ts';
import { excerpt } from '../../kit/printable.ts';

const maxValueLength = 2_000;
const maxLineLength = 20_000;

/** The status details in a result file. The type of the library lacks two flags that Allure reads. */
export interface Details extends StatusDetails {
  flaky?: boolean;
  /** Accepted: shown as failed, but not counted by the report and the quality gate. */
  known?: boolean;
}

/** Allure has no status for a warning: the test passes, and message, labels and category show the warning. */
export const statusOfOutcome: Record<Verdict['outcome'], Status> = {
  pass: Status.PASSED,
  fail: Status.FAILED,
  warn: Status.PASSED,
  unverified: Status.SKIPPED,
  error: Status.BROKEN,
};

const traceOf = (result: Result, verdict: Verdict): string =>
  verdict.outcome === 'unverified'
    ? `to do: ${excerpt(adviceInWords(verdict), maxValueLength)}`
    : describeFault(result, verdict, plain)
        .map((line) => excerpt(line, maxLineLength))
        .join('\n');

/** Why a verdict is not a pass; empty for a pass. */
export const detailsOf = (result: Result, verdict: Verdict): Details => {
  if (verdict.outcome === 'pass') return {};
  const [violation, stability] = [violationOf(verdict), stabilityOf(verdict)];
  const waiver = waiverOf(result, verdict);
  const finding = findingOf(verdict);
  return {
    message: messageOf(verdict, waiver, verdict.outcome === 'warn' ? `warning: ${finding}` : finding),
    trace: traceOf(result, verdict),
    ...(violation && {
      expected: excerpt(violation.expected, maxValueLength),
      actual: excerpt(violation.actual, maxValueLength),
    }),
    ...(stability?.kind === 'intermittent' && { flaky: true }),
    ...(waiver && { known: true }),
  };
};
