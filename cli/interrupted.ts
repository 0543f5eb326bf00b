import { UserError } from '../fixtures/reading/user-error.ts';

/** Ctrl-C or SIGTERM before a command had anything to report: printed as it stands. */
export class Interrupted extends UserError {
  override name = 'Interrupted';
  override exitCode = 130;
}
