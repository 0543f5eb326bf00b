/** A request as it goes out. */
export interface WireRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  text: string | undefined;
}

/** `lost`: why there is no answer. */
export type WireAnswer = { status: number; text: string } | { lost: string };

/** What the shop takes from where it runs: time, chance, and the way to the platform. */
export interface Surroundings {
  /** In ms since 1970. */
  now(): number;
  /** Rejects when the signal aborts. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
  newUuid(): string;
  randomBytes(count: number): Buffer;
  /** Sends a request once. Rejects only when the signal aborts. */
  exchange(request: WireRequest, limits: { timeoutMs: number; signal: AbortSignal }): Promise<WireAnswer>;
}
