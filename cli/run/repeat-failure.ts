import { omitUndefined } from '../../core/omit-undefined.ts';
import { type Depth, type Result, resultSchema } from '../../core/result.ts';
import type { Verdict } from '../../core/verdict.ts';
import { readJson } from '../../fixtures/reading/read-json.ts';
import { rulesBehind } from '../../reports/failures/repeat/commands.ts';
import { listRuns } from '../../reports/history/read-history.ts';
import type { ListedRule } from '../../reports/listed-rules.ts';
import { failedAssertionKey } from '../../suites/judge/assertion-key.ts';
import { CliError } from '../cli-error.ts';

/** A failure of an earlier run and how to repeat it. */
export interface Failure {
  run: string;
  verdict: Verdict;
  /** The rule, and the rules whose requests it judges. */
  selected: readonly ListedRule[];
  seed: number;
  depth: Depth;
  /** Path of the generated case of a property. */
  path?: string;
}

const isFailure = ({ outcome }: Verdict): boolean => ['fail', 'warn', 'error'].includes(outcome);

/** The latest failure of the rule on the target. Throws `CliError` if there is none. */
export const failureOf = (rule: ListedRule, target: string, out: string): Failure => {
  const { candidates } = listRuns(out);
  for (const { file, head } of candidates) {
    if (head.target.name !== target) continue;
    const result: Result | undefined = resultSchema.safeParse(readJson(file, (message) => new CliError(message))).data;
    const verdict = result?.verdicts.find((each) => each.rule === rule.id && isFailure(each));
    if (!result || !verdict) continue;
    const path = verdict.search?.counterexample?.path;
    const { id, seed, depth } = result.run;
    const selected = [...rulesBehind(verdict), rule];
    return { run: id, verdict, selected, seed, depth, ...omitUndefined({ path }) };
  }
  throw new CliError(
    `--repeat: ${rule.id} failed in no run of "${target}" in ${out}: run it without --repeat, or name that folder with --out.`,
  );
};

/** The outcome of the repetition, in one line. */
export const describeRepeated = ({ run, verdict }: Failure, { verdicts }: Result): string => {
  const again = verdicts.find(({ rule }) => rule === verdict.rule);
  const said = `repeat of run ${run}: ${verdict.rule}`;
  if (!again || again.outcome === 'unverified') return `${said} was not tested`;
  if (!isFailure(again)) return `${said} did not fail this time`;
  const isSame = failedAssertionKey(again) === failedAssertionKey(verdict);
  return `${said} failed again, at ${isSame ? 'the same' : 'another'} assertion`;
};
