/** The status of an order, as a shop sends it. */
export type ShopStatus = 'completed' | 'on-hold' | 'processing' | 'canceled';

/** The response to a request of a journey. */
export interface ShopAnswer {
  /** HTTP status; 0 if there was no response. */
  status: number;
  /** The status is a 2xx. */
  isServed: boolean;
  /** The parsed body; undefined if it is not JSON. */
  body(): unknown;
  /** The field `id` of the body; undefined if it has none. */
  id(): unknown;
}

/** What a journey can do: send the requests of one order as a shop of one company. */
export interface LoadShop {
  /** External id of the order. */
  readonly externalId: string;
  /** Phone of the customer, digits only. */
  readonly phone: string;
  /** `POST /orders`. */
  post(status: ShopStatus, couponCode?: string): ShopAnswer;
  /** `PUT /orders/:id`; undefined if no response had the id. */
  put(status: ShopStatus, couponCode?: string): ShopAnswer | undefined;
  /** `POST /coupons` with a coupon for this customer. */
  registerCoupon(code: string, awaitingOrder: boolean): ShopAnswer;
  /** `GET /orders/external/:externalId`. */
  find(): ShopAnswer;
  /** `GET /orders/:id`; undefined if no response had the id. */
  read(): ShopAnswer | undefined;
}

/**
 * One journey of a load run: what a script of `selo load --script` exports as `journey`. It runs in k6, once for each order.
 *
 * @example
 * import type { LoadJourney } from 'selo';
 *
 * export const journey: LoadJourney = (shop) => {
 *   shop.post('on-hold');
 *   shop.put('completed');
 * };
 */
export type LoadJourney = (shop: LoadShop) => void;
