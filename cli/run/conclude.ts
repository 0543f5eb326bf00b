import type { Result } from '../../core/result.ts';
import { type Judgement, judgeRun } from '../../reports/judge-run.ts';

/** What a command reports to its caller. */
export const exitCodes = {
  holds: 0,
  /** No rule failed, and nothing was required; the sentence says how much was tested. */
  partial: 0,
  /** A rule failed, a waiver no longer counts, or, in strict mode, a warning or a rule that was not judged. */
  failed: 1,
  /** Wrong usage or our own fault. */
  wrong: 2,
  /** The target could not be judged. */
  unjudgeable: 3,
  /** A comparison could not decide. */
  inconclusive: 4,
  /** A certificate is authentic, and its level is below the one that was expected. */
  notGranted: 5,
  interrupted: 130,
} as const;

/** What a run comes to, in one line, and the exit code that says the same. */
export interface Conclusion {
  kind: Judgement['kind'];
  code: number;
  message: string;
}

/** Concludes a run. */
export const conclude = (result: Result, { strict }: { strict: boolean }): Conclusion => {
  const { kind, message } = judgeRun(result, { strict });
  return { kind, code: exitCodes[kind], message };
};
