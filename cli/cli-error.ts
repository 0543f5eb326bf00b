import { messageOf } from '../fixtures/reading/message-of.ts';
import { UserError } from '../fixtures/reading/user-error.ts';

/** Wrong usage. The message is printed without a stack. */
export class CliError extends UserError {
  override name = 'CliError';
}

/** Ctrl-C or SIGTERM before a command had anything to report. */
export class Interrupted extends UserError {
  override name = 'Interrupted';
}

/** Returns what `act` returns. Throws `CliError` with these words before the message of its error. */
export const orCliError = <T>(words: string, act: () => T): T => {
  try {
    return act();
  } catch (error) {
    throw new CliError(`${words}: ${messageOf(error)}`);
  }
};
