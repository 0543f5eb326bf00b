/** A request to the platform. */
export interface WireRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  text: string | undefined;
}

/** `lost` says why there is no response. */
export type WireAnswer = { status: number; text: string } | { lost: string };

/** The shop's access to time, random values and the network. */
export interface Surroundings {
  /** Milliseconds since 1970. */
  now(): number;
  /** Rejects when the signal aborts. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
  newUuid(): string;
  randomBytes(count: number): Buffer;
  /** Sends a request once. Rejects only when the signal aborts. */
  exchange(request: WireRequest, limits: { timeoutMs: number; signal: AbortSignal }): Promise<WireAnswer>;
}
