import { UserError } from '../fixtures/reading/user-error.ts';

/** Wrong usage: reported to the user as it stands, without a stack. */
export class CliError extends UserError {
  override name = 'CliError';
}
