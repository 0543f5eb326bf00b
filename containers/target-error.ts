/** A target that could not be started: the message says in words why, and what to do. */
export class TargetError extends Error {
  override name = 'TargetError' as const;
  /** Writes what its containers wrote into a file, without secrets; undefined where that is nothing. */
  readonly keepLog: ((file: string) => void) | undefined;

  constructor(message: string, keepLog?: (file: string) => void) {
    super(message);
    this.keepLog = keepLog;
  }
}
