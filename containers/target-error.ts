import { UserError } from '../fixtures/user-error.ts';

/** A target that could not be started: the message says in words why, and what to do. */
export class TargetError extends UserError {
  override name = 'TargetError';
  override exitCode = 3;
  /** Writes what its containers wrote into a file, without secrets; undefined where that is nothing. */
  readonly keepLog: ((file: string) => void) | undefined;

  constructor(message: string, keepLog?: (file: string) => void) {
    super(message);
    this.keepLog = keepLog;
  }
}
