import { Command } from 'commander';
import { helpNotes } from './help-notes.ts';
import type { MergeOptions } from './load/conclude-load.ts';

export const mergeCommand = (): Command =>
  new Command('merge')
    .description('judge the files of several generators and captures as one load run')
    .argument('<folders...>', 'folders of runs and of generators')
    .option('--gate', 'exit with the verdict of the gate')
    .option('--out <folder>', 'folder that gets a subfolder for the merged run', 'reports/out')
    .option('--json', 'print the result document instead of the report')
    .addHelpText(
      'after',
      helpNotes({
        exitCodes: {
          0: 'pass; without --gate: all runs were completed',
          1: 'fail',
          2: 'wrong usage, or a fault of Selo',
          3: 'invalid, or the folders do not belong together; without --gate: a run was not completed',
        },
      }),
    )
    .action(async (folders: string[], options: MergeOptions) => {
      const { merge } = await import('./load/conclude-load.ts');
      process.exitCode = await merge(folders, options);
    });
