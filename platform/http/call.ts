import type { IncomingHttpHeaders } from 'node:http';

/** One request to the API, after its body has been read. */
export interface Call {
  method: string;
  /** Encoded, without the query. */
  path: string;
  /** The decoded segments of the path. One with an invalid encoding stays encoded. */
  segments: string[];
  query: URLSearchParams;
  /** Names in lower case. */
  headers: Readonly<IncomingHttpHeaders>;
  body: string;
}

export interface Answer {
  status: number;
  /** `content-type` follows from the body unless it is given here. */
  headers?: Record<string, string>;
  /** An object is sent as JSON, a string as it is. Undefined sends no body. */
  body: unknown;
}

/** Answers one call. `PlatformOptions.wrap` wraps the one of the platform. */
export type Handle = (call: Call) => Answer | Promise<Answer>;
