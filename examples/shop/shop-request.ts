/** What the shop is asked: a notification, or to act. */
export interface ShopRequest {
  method: string;
  /** Without the query. */
  path: string;
  authorization: string | undefined;
  text: string;
}

/** `silence`: no answer ever comes. `hang-up`: the connection ends without one. */
export type Reply = { status: number; headers?: Record<string, string>; body?: object } | 'silence' | 'hang-up';
