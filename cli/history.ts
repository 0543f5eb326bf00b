import { Command } from 'commander';
import { helpNotes } from './help-notes.ts';
import type { HistoryOptions } from './history/history-command.ts';
import { numberFrom } from './number-option.ts';

const runsFolder = 'reports/out';
const maxRuns = 1000;

export const historyCommand = (): Command =>
  new Command('history')
    .description('show the last runs of a target, what changed, and which rules are flaky')
    .argument('[folder]', 'folder with the results of the runs, or with their folders', runsFolder)
    .option('--target <name>', 'name of the target, if the folder has runs of several')
    .option('--last <runs>', 'number of runs to show', numberFrom(1, maxRuns), 20)
    .option('--json', 'print the history as JSON')
    .addHelpText('after', helpNotes({ exitCodes: { 0: 'printed', 2: 'wrong usage, or no run there' } }))
    .action(async (folder: string, options: HistoryOptions) => {
      const { history } = await import('./history/history-command.ts');
      history(folder, options);
    });
