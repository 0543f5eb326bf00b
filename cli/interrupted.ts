/** Ctrl-C or SIGTERM before a command had anything to report: told as it stands. */
export class Interrupted extends Error {
  override name = 'Interrupted' as const;
}
