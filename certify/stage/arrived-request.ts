/** A request of the partner, over any connection. */
export interface ArrivedRequest {
  method: string;
  /** Path and query as sent; clients of proxies put the host before them. */
  url: string;
  /** Header names are in lowercase. */
  headers: Record<string, string>;
  /** The sender's address; undefined in a simulation. */
  from?: string;
  /** Undefined when the body is too long. Rejects with `SenderGone` when it does not arrive completely. */
  readBody(): Promise<string | undefined>;
  /** Aborts when the sender disconnects. */
  gone: AbortSignal;
}

export interface HttpAnswer {
  status: number;
  contentType: string | undefined;
  headers?: Readonly<Record<string, string>>;
  body: string;
}

/** `cut`: the connection is closed without an answer. */
export type ServedAnswer = HttpAnswer | 'cut';

/** Answers requests. Never rejects. */
export type Serve = (request: ArrivedRequest) => Promise<ServedAnswer>;

/** Makes a response of the stage itself. */
export const refusalOf = (status: number, message: string | string[]): HttpAnswer => ({
  status,
  contentType: 'application/json',
  body: JSON.stringify({ statusCode: status, message }),
});
