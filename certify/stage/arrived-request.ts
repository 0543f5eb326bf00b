import type { HttpAnswer } from './http-answer.ts';

/** A request of the partner as it reaches us, over whatever connection. */
export interface ArrivedRequest {
  method: string;
  /** Path and query as they were sent; clients of proxies write the host before them. */
  url: string;
  /** Names in lower case. */
  headers: Record<string, string>;
  /** The address at the other end of the connection; undefined where there is none. */
  from?: string;
  /** Undefined when it is too long. Rejects with `SenderGone` when it never arrives whole. */
  readBody(): Promise<string | undefined>;
  /** Aborts when nobody waits for the answer any more. */
  gone: AbortSignal;
}

/** `cut`: the connection is closed without an answer. */
export type ServedAnswer = HttpAnswer | 'cut';

/** Answers requests. Never rejects. */
export type Serve = (request: ArrivedRequest) => Promise<ServedAnswer>;
