import { Command } from 'commander';
import { exitCodes } from './exit-codes.ts';
import { helpNotes } from './help-notes.ts';

interface DiffOptions {
  strict?: boolean;
  json?: boolean;
}

const diff = async (before: string, after: string, { strict, json }: DiffOptions): Promise<void> => {
  const [{ readResult }, { compareResults, comparisonReport }, { paintFor }, { safeJson }] = await Promise.all([
    import('./report/read-result.ts'),
    import('../reports/compare-results.ts'),
    import('../reports/kit/printable.ts'),
    import('../reports/kit/safe-json.ts'),
  ]);
  const comparison = compareResults(readResult(before), readResult(after));
  const lines = json ? [safeJson(comparison)] : comparisonReport(comparison, paintFor(process.stdout));
  process.stdout.write(`${lines.join('\n')}\n`);
  const worse = ['newly failing', ...(strict ? ['newly unverified', 'newly warned'] : [])];
  const isWorse = comparison.changes.some(({ kind }) => worse.includes(kind));
  process.exitCode = isWorse ? exitCodes.failed : exitCodes.holds;
};

export const diffCommand = (): Command =>
  new Command('diff')
    .description('compare two runs: newly failing, fixed, no longer judged')
    .argument('<before>', 'result.json of the earlier run, or its folder')
    .argument('<after>', 'result.json of the later run, or its folder')
    .option('--strict', 'also count rules that are newly unverified or newly warn')
    .option('--json', 'print the changes as JSON')
    .addHelpText(
      'after',
      helpNotes({
        exitCodes: {
          0: 'nothing is worse',
          1: 'something is newly failing, or with --strict newly unverified or newly warned',
          2: 'wrong usage, or no result',
        },
      }),
    )
    .action(diff);
