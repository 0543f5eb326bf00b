export interface Settings {
  platformUrl: string;
  token: string;
  /** The token of the second company; undefined if the till serves one. */
  secondToken: string | undefined;
  accessHeader: string;
  accessKey: string;
  /** The timeout of a call. */
  timeoutMs: number;
  /** The pause before the first retry; each further pause is twice as long. */
  pauseMs: number;
  /** The names of deviations. */
  deviations: readonly string[];
}

/** Reads the environment. Throws an error that names a missing variable. */
export const settingsFrom = (environment: Readonly<Record<string, string | undefined>>): Settings => {
  const needed = (name: string): string => {
    const value = environment[name];
    if (value === undefined || value === '')
      throw new Error(`${name} is not set. Set it to what the platform's operator handed out.`);
    return value;
  };
  const count = (name: string, usual: number): number => {
    const value = Number(environment[name] ?? usual);
    if (!Number.isFinite(value) || value <= 0)
      throw new Error(`${name} is no positive number. Set it in milliseconds.`);
    return value;
  };
  return {
    platformUrl: needed('PLATFORM_URL').replace(/\/+$/, ''),
    token: needed('PLATFORM_TOKEN'),
    secondToken: environment.PLATFORM_SECOND_TOKEN || undefined,
    accessHeader: needed('PLATFORM_ACCESS_HEADER').toLowerCase(),
    accessKey: needed('PLATFORM_ACCESS_KEY'),
    timeoutMs: count('TILL_TIMEOUT_MS', 10_000),
    pauseMs: count('TILL_PAUSE_MS', 1_000),
    deviations: environment.TILL_DEVIATION?.split(' & ') ?? [],
  };
};
