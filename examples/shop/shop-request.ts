/** A request to the shop: a notification or a hook. */
export interface ShopRequest {
  method: string;
  /** The path without the query. */
  path: string;
  authorization: string | undefined;
  text: string;
}

/** `silence`: no response ever comes. `hang-up`: the connection is closed without one. */
export type Reply = { status: number; headers?: Record<string, string>; body?: object } | 'silence' | 'hang-up';
