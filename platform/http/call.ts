import type { IncomingHttpHeaders } from 'node:http';

/** One request to the API, after its body has been read. */
export interface Call {
  method: string;
  /** As sent, still encoded, without the query. */
  path: string;
  /** The path's segments, decoded; one with a bad encoding stays as sent. */
  segments: string[];
  query: URLSearchParams;
  /** Names in lower case. */
  headers: Readonly<IncomingHttpHeaders>;
  body: string;
}

export interface Answer {
  status: number;
  /** Besides `content-type`, which follows from the body unless it is given here. */
  headers?: Record<string, string>;
  /** An object is sent as JSON, a text as it is, undefined sends no body. */
  body: unknown;
}

/** Answers one call. The platform's own is wrapped by `PlatformOptions.wrap`. */
export type Handle = (call: Call) => Answer | Promise<Answer>;
