import { Command } from 'commander';
import type { MergeOptions } from './load/merge-command.ts';

/** `selo merge`: what several machines found is one load run. */
export const mergeCommand = (): Command =>
  new Command('merge')
    .description('judge what several generators and captures wrote as one load run')
    .argument('<folders...>', 'of runs and of generators')
    .option('--gate', 'the verdict sets the exit code')
    .option('--out <folder>', 'where the merged run gets a folder of its own', 'reports/out')
    .option('--json', 'the result document on standard output in place of the report')
    .action(async (folders: string[], options: MergeOptions) => {
      const { merge } = await import('./load/merge-command.ts');
      process.exitCode = await merge(folders, options);
    });
