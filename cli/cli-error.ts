import { UserError } from '../fixtures/reading/user-error.ts';

/** Wrong usage. The message is printed without a stack. */
export class CliError extends UserError {
  override name = 'CliError';
}
