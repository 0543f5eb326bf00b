/** Wrong usage: told to the user as it stands, without a stack. */
export class CliError extends Error {
  override name = 'CliError' as const;
}
