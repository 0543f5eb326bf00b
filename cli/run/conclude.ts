import type { Result } from '../../core/result.ts';
import { type Judgment, judgeRun } from '../../reports/judge-run.ts';
import { exitCodes } from '../exit-codes.ts';

/** What a run comes to, in one line, and the exit code that says the same. */
export interface Conclusion {
  kind: Judgment['kind'];
  code: number;
  message: string;
}

/** Concludes a run. */
export const conclude = (result: Result, { strict }: { strict: boolean }): Conclusion => {
  const { kind, message } = judgeRun(result, { strict });
  return { kind, code: exitCodes[kind], message };
};
