/** A status that a shop sends of an order. */
export type ShopStatus = 'completed' | 'on-hold' | 'processing' | 'canceled';

/** The answer to a request of a journey. */
export interface ShopAnswer {
  /** 0 when none came. */
  status: number;
  isServed: boolean;
  /** The parsed body; undefined when it is no JSON. */
  body(): unknown;
  /** Field `id` of the body; undefined when there is none. */
  id(): unknown;
}

/** What a journey of one's own gets: a company's shop, with the ids and the phone of one order. */
export interface LoadShop {
  readonly externalId: string;
  readonly phone: string;
  /** POST /orders. */
  post(status: ShopStatus, couponCode?: string): ShopAnswer;
  /** PUT /orders/:id; undefined when no answer gave the id. */
  put(status: ShopStatus, couponCode?: string): ShopAnswer | undefined;
  /** POST /coupons, a coupon of the shop's own for this customer. */
  registerCoupon(code: string, awaitingOrder: boolean): ShopAnswer;
  /** GET /orders/external/:externalId. */
  find(): ShopAnswer;
  /** GET /orders/:id; undefined when no answer gave the id. */
  read(): ShopAnswer | undefined;
}

/** What a script of `selo load --script` exports as `journey`. */
export type LoadJourney = (shop: LoadShop) => void;
