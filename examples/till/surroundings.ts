/** A request of the till. */
export interface Exchange {
  method: string;
  url: string;
  headers: Record<string, string>;
  text: string | undefined;
}

/** Where the till runs: on a machine, or in a simulation. */
export interface Surroundings {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Rejects when the signal aborts. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
  /** A random UUID. */
  newUuid(): string;
  /** Rejects when the signal aborts. */
  exchange(
    request: Exchange,
    limits: { timeoutMs: number; signal: AbortSignal },
  ): Promise<{ status: number; text: string } | { lost: string }>;
}

/** An append-only list of lines, and the only storage of the till. */
export interface Journal {
  add(line: string): void;
  lines(): readonly string[];
}

export const memoryJournal = (): Journal => {
  const kept: string[] = [];
  return { add: (line) => void kept.push(line), lines: () => kept };
};
