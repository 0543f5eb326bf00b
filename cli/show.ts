import { Command } from 'commander';
import { helpNotes } from './help-notes.ts';

export const showCommand = (): Command =>
  new Command('show')
    .description('open the page of a run in the browser')
    .argument('[run]', 'folder, id or result.json of the run; by default the last run')
    .option('--out <folder>', 'folder that the runs are in', 'reports/out')
    .option('--path', 'only print the path of the page')
    .addHelpText(
      'after',
      helpNotes({
        about: 'The page is one file and needs no network. If there is no browser, Selo prints its path.',
        environment: { BROWSER: 'command that opens the page, instead of the default of the system' },
        exitCodes: { 0: 'the page is open, or its path printed', 2: 'wrong usage, or no run there' },
      }),
    )
    .action(async (run: string | undefined, options: { out: string; path?: boolean }) => {
      const { show } = await import('./show/show-command.ts');
      await show(run, options);
    });
