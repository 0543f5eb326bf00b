import { Command } from 'commander';
import { helpNotes } from './help-notes.ts';
import type { HistoryOptions } from './history/history-command.ts';
import { numberFrom } from './number-option.ts';

const runsFolder = 'reports/out';
const mostRuns = 1000;

/** `selo history`: the runs of a target in turn, and the rules that did not always hold. */
export const historyCommand = (): Command =>
  new Command('history')
    .description('tell how the last runs of a target went, what changed, and which rules fail now and then')
    .argument('[folder]', 'where the results of the runs are, in it or in the folders below', runsFolder)
    .option('--target <name>', 'the target, where the folder has runs of several')
    .option('--last <runs>', 'how many of the last runs', numberFrom(1, mostRuns), 20)
    .option('--json', 'the history as JSON')
    .addHelpText('after', helpNotes({ exitCodes: { 0: 'told', 2: 'wrong usage, or no run there' } }))
    .action(async (folder: string, options: HistoryOptions) => {
      const { history } = await import('./history/history-command.ts');
      history(folder, options);
    });
