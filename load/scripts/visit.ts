import { isUuid } from '../../core/forms.ts';
import type { OrderFact, OrderState } from '../facts.ts';
import type { LoadShop, ShopStatus } from '../own-journey.ts';
import { type Customer, couponBody, orderBody } from './order-bodies.ts';
import type { Answer, Shop } from './shop.ts';

/** Whether the notifications of a write are due, may arrive, or neither. */
type Effect = 'due' | 'may' | 'none';

const effectOf = ({ status, isServed }: Answer): Effect => {
  if (isServed) return 'due';
  // the target may have stored the order before it failed or the response was lost
  return status === 0 || status >= 500 ? 'may' : 'none';
};

const stateOf = ({ status, isServed }: Answer): OrderState => {
  if (isServed) return 'accepted';
  return status === 0 ? 'ambiguous' : 'refused';
};

const idIn = (answer: Answer): string | undefined => {
  const id = answer.id();
  return typeof id === 'string' && isUuid(id) ? id : undefined;
};

/**
 * The order of one journey: what was sent, and which notifications are due. A class, since k6 creates an object with this
 * many functions ten times slower.
 */
export class Visit implements LoadShop {
  readonly shop: Shop;
  readonly externalId: string;
  readonly phone: string;
  #id: string | undefined;
  #state: OrderState | undefined;
  #acceptedMs = 0;
  #due = 0;
  #may = 0;
  #stored: ShopStatus | undefined;
  #hasCompleted = false;
  #hasWaited = false;

  constructor(shop: Shop, { externalId, phone }: Customer) {
    this.shop = shop;
    this.externalId = externalId;
    this.phone = phone;
  }

  post(status: ShopStatus, couponCode?: string): Answer {
    const answer = this.shop.send({
      method: 'POST',
      name: 'POST /orders',
      path: '/orders',
      body: orderBody(status, this, couponCode),
    });
    if (this.#state === undefined || answer.isServed) {
      this.#state = stateOf(answer);
      this.#stored = status === 'processing' ? 'on-hold' : status;
      if (this.#acceptedMs === 0) this.#acceptedMs = answer.atMs;
      if (answer.isServed) this.#id ??= idIn(answer);
    }
    this.#arrive(status, effectOf(answer), answer);
    if (answer.isServed && this.#due + this.#may > 0) this.#learnId();
    return answer;
  }

  put(status: ShopStatus, couponCode?: string): Answer | undefined {
    this.#learnId();
    if (this.#id === undefined) return undefined;
    const answer = this.shop.send({
      method: 'PUT',
      name: 'PUT /orders/:id',
      path: `/orders/${this.#id}`,
      body: orderBody(status, this, couponCode),
    });
    if (effectOf(answer) !== 'none') this.#stored = answer.isServed ? status : undefined;
    // `PUT` stores `processing` as it is, and no flow has that trigger
    if (status !== 'processing') this.#arrive(status, effectOf(answer), answer);
    return answer;
  }

  registerCoupon(code: string, awaitingOrder: boolean): Answer {
    return this.shop.send({
      method: 'POST',
      name: 'POST /coupons',
      path: '/coupons',
      body: couponBody(code, this.phone, awaitingOrder),
    });
  }

  find(): Answer {
    const found = this.shop.send({
      method: 'GET',
      name: 'GET /orders/external/:externalId',
      path: `/orders/external/${this.externalId}`,
    });
    if (found.isServed) this.#id ??= idIn(found);
    return found;
  }

  read(): Answer | undefined {
    this.#learnId();
    return this.#id === undefined
      ? undefined
      : this.shop.send({ method: 'GET', name: 'GET /orders/:id', path: `/orders/${this.#id}` });
  }

  /** The status that the order must have; undefined if that is not certain. */
  storedStatus(): ShopStatus | undefined {
    return this.#state === 'accepted' ? this.#stored : undefined;
  }

  fact(): OrderFact | null {
    return this.#state === undefined
      ? null
      : [this.externalId, this.#id ?? null, this.#acceptedMs, this.#due, this.#may, this.#state];
  }

  /**
   * Counts notifications. An order enters a flow once. `POST` stores `processing` as `on-hold`, and the document leaves
   * open whether that triggers a flow.
   */
  #arrive(status: ShopStatus, effect: Effect, answer: Answer): void {
    const isCompleted = status === 'completed';
    const { flows } = this.shop.company;
    const entered = isCompleted ? flows.completed : flows.onHold;
    const isKnown = isCompleted ? this.#hasCompleted : this.#hasWaited;
    if (status === 'canceled' || effect === 'none' || isKnown || entered === 0) return;
    if (isCompleted) this.#hasCompleted = true;
    else this.#hasWaited = true;
    if (effect === 'due' && status !== 'processing') {
      this.#due += entered;
      this.#acceptedMs = answer.atMs;
    } else {
      this.#may += entered;
    }
  }

  /** Looks the id up if no response had it. */
  #learnId(): void {
    if (this.#id === undefined) this.find();
  }
}
