import { Command } from 'commander';
import type { CleanOptions } from './clean/clean-command.ts';
import { helpNotes } from './help-notes.ts';
import { numberFrom } from './number-option.ts';

export const cleanCommand = (): Command =>
  new Command('clean')
    .description('remove what a killed run left on its target, or old run folders')
    .argument('[folder]', 'folder of the run; with --older-than, the folder that contains the runs', 'reports/out')
    .option('--profile <file>', 'profile of the target (default: the profile of the run)')
    .option('--now', 'do not wait until the claim of the run expires: the run was killed')
    .option(
      '--older-than <days>',
      'remove the folders of runs that are older than this; sends nothing',
      numberFrom(0, 36_500),
    )
    .option('--json', 'print the outcome as JSON')
    .addHelpText(
      'after',
      helpNotes({
        about:
          'The folder of a run has a journal of everything that the run created. Selo deletes the records and checks that they are gone, restores or deletes webhook registrations, and releases claims on companies. The API cannot delete a coupon, so Selo marks coupons as used.',
        examples: {
          'npx selo clean reports/out/3f9a01c7': 'remove what the run 3f9a01c7 left on its target',
          'npx selo clean --older-than 14': 'remove the folders of runs that are older than two weeks',
        },
        environment: { '<NAME>': 'secrets, by the names in the profile: { env: … }' },
        exitCodes: {
          0: 'nothing is left that the API can delete',
          1: 'something is left; the output says what and why',
          2: 'wrong usage, or no run there',
          3: 'the target did not respond, or the run may still be in progress',
        },
      }),
    )
    .action(async (folder: string, options: CleanOptions) => {
      const { clean } = await import('./clean/clean-command.ts');
      process.exitCode = await clean(folder, options);
    });
