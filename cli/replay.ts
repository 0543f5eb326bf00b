import { Command } from 'commander';
import { CliError } from './cli-error.ts';
import { exitCodes } from './exit-codes.ts';
import { helpNotes } from './help-notes.ts';
import { resolveResultFile } from './paths.ts';

interface ReplayOptions {
  json?: boolean;
}

const maxReasonLength = 300;

const replay = async (path: string, { json }: ReplayOptions): Promise<void> => {
  const { readResult } = await import('./report/read-result.ts');
  const { evidenceBeside, recordedRun } = await import('../reports/replay/recorded-run.ts');
  const { previewOf } = await import('../reports/replay/preview.ts');
  const { compareResults, comparisonReport } = await import('../reports/compare-results.ts');
  const { paintFor } = await import('../reports/kit/printable.ts');
  const { excerpt } = await import('../reports/kit/printable.ts');
  const { safeJson } = await import('../reports/kit/safe-json.ts');

  const file = resolveResultFile(path);
  const result = readResult(file);
  const run = recordedRun(result);
  if (!run) {
    throw new CliError(
      `${file} does not contain the inputs of its checks: only a run of this version or a later one can be replayed.`,
    );
  }
  const { files, problems } = evidenceBeside(file, result);
  const { replayed, undecided } = await previewOf(result, run, files);
  const comparison = compareResults(result, replayed);
  const lines = json
    ? [safeJson({ ...comparison, undecided })]
    : [
        ...problems.map((problem) => `${problem}: not used`),
        ...comparisonReport(comparison, paintFor(process.stdout)),
        ...undecided.map(({ rule, why }) => `· ${rule} cannot be decided: ${excerpt(why, maxReasonLength)}`),
      ];
  process.stdout.write(`${lines.join('\n')}\n`);
  process.exitCode = comparison.changes.length > 0 ? exitCodes.failed : exitCodes.holds;
};

export const replayCommand = (): Command =>
  new Command('replay')
    .description('judge a stored run by the rules of this version and show which verdicts change')
    .argument('[result]', 'result.json of a run, or its folder', 'reports/out/latest.json')
    .option('--json', 'print the changes as JSON')
    .addHelpText(
      'after',
      helpNotes({
        about: 'A stored run cannot answer a rule that now sends other requests: use "npx selo run" for it.',
        exitCodes: { 0: 'nothing would change', 1: 'a verdict would change', 2: 'wrong usage, or no result' },
      }),
    )
    .action(replay);
