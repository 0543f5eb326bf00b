import { existsSync } from 'node:fs';
import { UserError } from '../../fixtures/reading/user-error.ts';
import { CliError } from '../cli-error.ts';
import { exitCodeOf, exitCodes } from '../exit-codes.ts';
import { defaultProfile } from '../target.ts';
import { listenForInterrupt } from './interrupt.ts';
import { type RunCommandOptions, run } from './run-command.ts';
import { watchFiles } from './watch-files.ts';

/** An error of the user does not end watching. */
const runOnce = async (options: RunCommandOptions): Promise<number> => {
  try {
    return await run(options);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return exitCodeOf(error);
  }
};

/**
 * Runs, then again whenever the profile or a path changes, or Enter is pressed. Resolves on Ctrl-C with the exit code
 * of the last run.
 */
export const watchRuns = async (options: RunCommandOptions, paths: readonly string[]): Promise<number> => {
  if (options.json)
    throw new CliError('--watch runs many times, and --json prints one document: leave one of them out.');
  if (!(options.rule ?? options.section ?? options.group ?? options.rerunFailed)) {
    throw new CliError('--watch tests again and again: choose what with --rule, --section or --group.');
  }
  const profile = options.profile ?? (existsSync(defaultProfile) ? defaultProfile : undefined);
  using watched = watchFiles({ paths: [...(profile === undefined ? [] : [profile]), ...paths], except: options.out });
  for (;;) {
    const code = await runOnce(options);
    if (code === exitCodes.interrupted) return code;
    using interrupt = listenForInterrupt(() => {});
    process.stderr.write('Waiting for a change, or for Enter. Ctrl-C ends.\n');
    const what = await watched.next(interrupt.signal);
    if (what === undefined) return code;
    process.stderr.write(`\n${what}: testing again\n`);
  }
};
