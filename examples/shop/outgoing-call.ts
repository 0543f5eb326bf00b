import type { JsonObject } from './json.ts';

/** A call as it is about to go out. */
export interface OutgoingCall {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: JsonObject | string | undefined;
  /** How often it was sent before. */
  resend: number;
}
