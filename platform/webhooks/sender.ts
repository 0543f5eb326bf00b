import type { Outcome } from '../policy/webhooks.ts';

export interface AttemptRequest {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string;
  framing: 'content-length' | 'chunked';
  /** The time from the first byte sent to the status line received. */
  timeoutMs: number;
  followsRedirects: boolean;
}

/** Sends attempts to receivers. */
export interface Sender {
  /** Sends one attempt. Resolves with its outcome; never rejects. */
  send(attempt: AttemptRequest): Promise<Outcome>;
  /** Closes every connection. */
  close(): void;
}
