import { Command } from 'commander';
import type { CleanOptions } from './clean/clean-command.ts';
import { helpNotes } from './help-notes.ts';
import { numberFrom } from './number-option.ts';

/** `selo clean`: what a killed run left on its target, and old folders of runs. */
export const cleanCommand = (): Command =>
  new Command('clean')
    .description('remove what a killed run left on its target, or old folders of runs')
    .argument('[folder]', 'folder of the run; with --older-than the folder that the runs are in', 'reports/out')
    .option('--profile <file>', 'profile of the target (default: the one that the run was given)')
    .option('--now', 'do not wait until the claim of the run lapses: it was killed')
    .option('--older-than <days>', 'remove folders of runs that began earlier; sends nothing', numberFrom(0, 36_500))
    .option('--json', 'what became of everything as JSON')
    .addHelpText(
      'after',
      helpNotes({
        about:
          'The folder of a run has the journal of what it created. Records are removed and seen to be gone, webhook registrations restored or removed, claims on companies freed. The API has no way to delete a coupon: coupons are marked as used.',
        examples: {
          'selo clean reports/out/3f9a01c7': 'what the run 3f9a01c7 left on its target',
          'selo clean --older-than 14': 'folders of runs that began more than two weeks ago',
        },
        environment: { '<NAME>': 'secrets, each by the name that the profile gives it with { env: … }' },
        exitCodes: {
          0: 'nothing is left that the API can remove',
          1: 'something is left; the report says what and why',
          2: 'wrong usage, or no run there',
          3: 'the target gave no answer, or the run may still be under way',
        },
      }),
    )
    .action(async (folder: string, options: CleanOptions) => {
      const { clean } = await import('./clean/clean-command.ts');
      process.exitCode = await clean(folder, options);
    });
