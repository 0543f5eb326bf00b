/** A setting that is missing or wrong. */
export class SettingsError extends Error {
  override name = 'SettingsError';
}
