import { isUuid } from '../../suites/forms.ts';
import { isObject } from '../../suites/json.ts';
import type { OrderFact, OrderState } from '../facts.ts';
import { type Answer, bodies, type Shop } from './shop.ts';

export type Status = 'completed' | 'on-hold' | 'processing' | 'canceled';

/** The order of one journey: what was sent of it, and what the document makes due by that. */
export interface Visit {
  readonly shop: Shop;
  readonly externalId: string;
  readonly phone: string;
  /** POST /orders. */
  post(status: Status, couponCode?: string): Answer;
  /** PUT /orders/:id; undefined when no answer told the id. */
  put(status: Status, couponCode?: string): Answer | undefined;
  /** POST /coupons, a coupon of the shop's own for this customer. */
  registerCoupon(code: string, awaitingOrder: boolean): Answer;
  /** GET /orders/external/:externalId. */
  find(): Answer;
  /** GET /orders/:id; undefined when no answer told the id. */
  read(): Answer | undefined;
  /** The status that the order was stored with last, as the document has it; undefined when that is not certain. */
  storedStatus(): Status | undefined;
  fact(): OrderFact | null;
}

const total = 100;

/** What a write makes of the order: all that it may trigger is due, or may come, or neither. */
type Effect = 'due' | 'may' | 'none';

const effectOf = ({ status, isServed }: Answer): Effect => {
  if (isServed) return 'due';
  // it may have been stored before the answer was lost, or before the target failed
  return status === 0 || status >= 500 ? 'may' : 'none';
};

const stateOf = ({ status, isServed }: Answer): OrderState => {
  if (isServed) return 'accepted';
  return status === 0 ? 'ambiguous' : 'refused';
};

const idIn = (body: unknown): string | undefined => {
  const id = isObject(body) ? body.id : undefined;
  return typeof id === 'string' && isUuid(id) ? id : undefined;
};

interface Customer {
  externalId: string;
  phone: string;
}

export const openVisit = (shop: Shop, { externalId, phone }: Customer): Visit => {
  const { flows } = shop.company;
  let id: string | undefined;
  let state: OrderState | undefined;
  let acceptedMs = 0;
  let due = 0;
  let may = 0;
  let stored: Status | undefined;
  const entered = { completed: false, onHold: false };

  const body = (status: Status, couponCode?: string): object =>
    bodies.order({ externalId, status, phone, total, ...(couponCode === undefined ? {} : { couponCode }) });

  /** Each order enters a flow once; `processing` is stored as `on-hold` on POST, and whether that counts is left open. */
  const arrive = (status: Status, effect: Effect, answer: Answer): void => {
    const flow = status === 'completed' ? 'completed' : 'onHold';
    if (status === 'canceled' || effect === 'none' || entered[flow] || flows[flow] === 0) return;
    entered[flow] = true;
    if (effect === 'due' && status !== 'processing') {
      due += flows[flow];
      acceptedMs = answer.atMs;
    } else {
      may += flows[flow];
    }
  };

  const find = (): Answer => {
    const found = shop.send({
      method: 'GET',
      name: 'GET /orders/external/:externalId',
      path: `/orders/external/${externalId}`,
    });
    if (found.isServed) id ??= idIn(found.body());
    return found;
  };

  /** The id that answers need not tell is looked up once something depends on it. */
  const learnId = (): void => {
    if (id === undefined) find();
  };

  return {
    shop,
    externalId,
    phone,

    post(status, couponCode) {
      const answer = shop.send({
        method: 'POST',
        name: 'POST /orders',
        path: '/orders',
        body: body(status, couponCode),
      });
      if (state === undefined || answer.isServed) {
        state = stateOf(answer);
        stored = status === 'processing' ? 'on-hold' : status;
        if (acceptedMs === 0) acceptedMs = answer.atMs;
        if (answer.isServed) id ??= idIn(answer.body());
      }
      arrive(status, effectOf(answer), answer);
      if (answer.isServed && due + may > 0) learnId();
      return answer;
    },

    put(status, couponCode) {
      learnId();
      if (id === undefined) return undefined;
      const answer = shop.send({
        method: 'PUT',
        name: 'PUT /orders/:id',
        path: `/orders/${id}`,
        body: body(status, couponCode),
      });
      if (effectOf(answer) !== 'none') stored = answer.isServed ? status : undefined;
      arrive(status, effectOf(answer), answer);
      return answer;
    },

    registerCoupon: (code, awaitingOrder) =>
      shop.send({
        method: 'POST',
        name: 'POST /coupons',
        path: '/coupons',
        body: bodies.coupon({ externalId: code, code, type: 'percent', amount: 5, phone, awaitingOrder }),
      }),

    find,

    read() {
      learnId();
      return id === undefined
        ? undefined
        : shop.send({ method: 'GET', name: 'GET /orders/:id', path: `/orders/${id}` });
    },

    storedStatus: () => (state === 'accepted' ? stored : undefined),

    fact: () => (state === undefined ? null : [externalId, id ?? null, acceptedMs, due, may, state]),
  };
};
