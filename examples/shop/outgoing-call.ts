import type { JsonObject } from './json.ts';

/** A call that is about to be sent. */
export interface OutgoingCall {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: JsonObject | string | undefined;
  /** How many times the call was sent before. */
  resend: number;
}
