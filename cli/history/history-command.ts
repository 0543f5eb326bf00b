import { counted } from '../../core/counted.ts';
import { historyReport } from '../../reports/history/console-report.ts';
import {
  type History,
  listRuns,
  type RunFolder,
  readHistory,
  targetsOf,
  type WhyLeftOut,
} from '../../reports/history/read-history.ts';
import { historyOf } from '../../reports/history/run-history.ts';
import type { RunSummary } from '../../reports/history/run-summary.ts';
import { excerpt, paintFor, printable } from '../../reports/kit/printable.ts';
import { safeJson } from '../../reports/kit/safe-json.ts';
import { CliError } from '../cli-error.ts';
import { requireFolder } from '../paths.ts';

const reasons: Record<WhyLeftOut, string> = {
  'no result': 'no result of "selo run"',
  'other version': 'a result of another version',
  unreadable: 'broken, cut short, or not as its version requires',
  unfinished: 'of a run that has not ended, or was killed',
};

/** The files that were left out, one line for each reason. */
const describeLeftOut = (leftOut: History['leftOut']): string[] =>
  leftOut.map(({ why, files }) => `left out: ${counted(files, 'file')}, ${reasons[why]}`);

export interface HistoryOptions {
  target?: string;
  last: number;
  json?: boolean;
}

const maxNameLength = 200;

const listed = (targets: ReadonlyMap<string, number>): string =>
  [...targets].map(([name, runs]) => `  ${excerpt(name, maxNameLength)} (${counted(runs, 'run')})`).join('\n');

/** The named target, or the only one. Throws `CliError` if there is none, or several to choose from. */
const targetIn = (folder: string, runs: RunFolder, asked: string | undefined): string => {
  const targets = targetsOf(runs);
  const [only] = targets.keys();
  if (only === undefined) throw new CliError(`There is no run in ${folder}: judge a target with "npx selo run" first.`);
  if (asked === undefined) {
    if (targets.size === 1) return only;
    throw new CliError(`${folder} has runs of several targets: name one with --target.\n${listed(targets)}`);
  }
  if (targets.has(asked)) return asked;
  throw new CliError(
    `There is no run of ${excerpt(asked, maxNameLength)} in ${folder}. The targets are:\n${listed(targets)}`,
  );
};

/** A run with its figures and outcomes, for programs. */
const runAsJson = ({ run, suite, target, counts, conformance, coverage, verdicts }: RunSummary): object => ({
  ...run,
  version: suite.version,
  baseUrl: target.baseUrl,
  counts,
  conformance,
  coverage,
  rules: verdicts.map(({ rule, outcome, cause, stability }) => ({ rule, outcome, cause, stability })),
});

/** Prints the history of a target. Throws `CliError` on wrong usage, or if no run can be read. */
export const history = (folder: string, { target: asked, last, json }: HistoryOptions): void => {
  requireFolder(folder);
  const inFolder = listRuns(folder);
  const target = targetIn(folder, inFolder, asked);
  const { runs, leftOut } = readHistory(inFolder, { target, last });
  const latest = runs.at(-1);
  if (!latest) throw new CliError([`No run in ${folder} can be read.`, ...describeLeftOut(leftOut)].join('\n'));
  const said = historyOf(runs.slice(0, -1), latest);
  if (json) {
    const { since, records } = said;
    process.stdout.write(safeJson({ target, runs: runs.map(runAsJson), since, rules: records, leftOut }));
    return;
  }
  const paint = paintFor(process.stdout);
  const all = targetsOf(inFolder).get(target) ?? 0;
  const heading = `${excerpt(target, maxNameLength)}: the last ${runs.length} of ${all} runs in ${printable(folder)}`;
  const lines = [paint('bold', heading), '', ...historyReport(said, paint)];
  const closing = describeLeftOut(leftOut).map((line) => paint('dim', line));
  process.stdout.write(`${[...lines, ...(closing.length > 0 ? ['', ...closing] : [])].join('\n')}\n`);
};
