import { Command } from 'commander';
import { helpNotes } from './help-notes.ts';
import type { MergeOptions } from './load/merge-command.ts';

/** `selo merge`: what several machines found is one load run. */
export const mergeCommand = (): Command =>
  new Command('merge')
    .description('judge what several generators and captures wrote as one load run')
    .argument('<folders...>', 'folders of runs and of generators')
    .option('--gate', 'the verdict sets the exit code')
    .option('--out <folder>', 'where the merged run gets a folder of its own', 'reports/out')
    .option('--json', 'print the result document instead of the report')
    .addHelpText(
      'after',
      helpNotes({
        exitCodes: {
          0: 'pass; without --gate all runs came to their end',
          1: 'fail',
          2: 'wrong usage, or a fault of Selo',
          3: 'invalid, or the folders do not go together; without --gate a run did not come to its end',
        },
      }),
    )
    .action(async (folders: string[], options: MergeOptions) => {
      const { merge } = await import('./load/merge-command.ts');
      process.exitCode = await merge(folders, options);
    });
