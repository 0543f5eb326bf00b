import { Command } from 'commander';
import { helpNotes } from './help-notes.ts';

/** `selo show`: the page of a run. */
export const showCommand = (): Command =>
  new Command('show')
    .description('open the page of a run in the browser')
    .argument('[run]', 'folder of the run, its id, or its result.json; the last run when left out')
    .option('--out <folder>', 'folder that the runs are in', 'reports/out')
    .option('--path', 'only print where the page is')
    .addHelpText(
      'after',
      helpNotes({
        about: 'The page is one file and needs no network. Where there is no browser, its path is printed.',
        environment: { BROWSER: 'the command that opens pages, in place of that of the system' },
        exitCodes: { 0: 'the page is there', 2: 'wrong usage, or no run there' },
      }),
    )
    .action(async (run: string | undefined, options: { out: string; path?: boolean }) => {
      const { show } = await import('./show/show-command.ts');
      await show(run, options);
    });
