import { isObject, show } from '../../core/json.ts';
import type { Exchange } from '../../fixtures/exchange.ts';
import type { Company } from '../../fixtures/profile/profile.ts';
import type { FlowShop, GivenOrder, Notified } from '../check-context.ts';
import { Unverified } from '../judge/outcome.ts';
import type { Deliveries } from '../subject.ts';
import type { Receiver } from './environment.ts';

/**
 * Code and id of the coupon in a response. How `GET /coupons/order/:orderId` shows that there is none is not
 * documented.
 */
export const couponIn = ({ status, body }: Exchange): { code: string; id: string } | undefined => {
  if (status !== 200 || !isObject(body)) return undefined;
  const { code, id } = body;
  return typeof code === 'string' && typeof id === 'string' ? { code, id } : undefined;
};

interface DeliveryLooksOptions {
  company: Company;
  receiver: Receiver | undefined;
  /** Thrown if a receiver is needed and there is none. */
  withoutReceiver: Unverified;
  /** Collects what arrived, as evidence. */
  record: (deliveries: Deliveries) => void;
  couponAnswer: (order: Pick<GivenOrder, 'id'>) => Promise<Exchange>;
}

/** What the receiver of a company is made to answer, and what it has received. */
export interface DeliveryLooks {
  receiving(): Receiver;
  script: FlowShop['script'];
  /** The deliveries of an order or a coupon, once they are as wanted or at the deadline. */
  look(about: Notified, until: (deliveries: Deliveries) => boolean, deadlineMs: number): Promise<Deliveries>;
  /** Adds the attempts for the order's coupon that name another order or none. */
  withNameless(order: Pick<GivenOrder, 'id'>, seen: Deliveries): Promise<Deliveries>;
}

export const deliveryLooks = (options: DeliveryLooksOptions): DeliveryLooks => {
  const { company, receiver, withoutReceiver, record, couponAnswer } = options;
  /** Ids of the orders for which the receiver has a script. */
  const scripted = new Set<string>();

  const receiving = (): Receiver => {
    if (receiver) return receiver;
    throw withoutReceiver;
  };

  const look: DeliveryLooks['look'] = async (about, until, deadlineMs) => {
    const { capture } = receiving();
    const isByCode = 'code' in about;
    const deliveriesOf = (attempts: Deliveries['attempts']): Deliveries => ({
      about: isByCode ? { kind: 'coupon', code: about.code } : { kind: 'order', id: about.id },
      company: company.name,
      attempts,
      assertions: [],
    });
    const seen = await capture.waitFor(
      isByCode ? { code: about.code } : { order: about.id },
      (attempts) => until(deliveriesOf(attempts)),
      { deadlineMs },
    );
    if (capture.dropped() > 0) {
      throw new Unverified(
        'not-observable',
        'the capture server may have missed attempts meanwhile: it was down, was flooded or had too many to hold',
      );
    }
    const deliveries = deliveriesOf(seen.attempts);
    record(deliveries);
    return deliveries;
  };

  const withNameless: DeliveryLooks['withNameless'] = async (order, seen) => {
    const coupon = couponIn(await couponAnswer(order));
    if (!coupon) return seen;
    const ofCoupon = await look(coupon, () => false, 0);
    const nameless = ofCoupon.attempts.filter(({ seq }) => !seen.attempts.some((known) => known.seq === seq));
    const [first] = nameless;
    if (!first) return seen;
    if (scripted.has(order.id)) {
      const named = show(isObject(first.json) ? first.json.orderId : undefined);
      throw new Unverified(
        'not-reached',
        `a notification of the order's coupon ${coupon.code} names the order ${named}, so the receiver could not answer it as the rule needs`,
      );
    }
    // assertions go to the first look, which is evidence together with the one for the coupon
    return { ...seen, attempts: [...seen.attempts, ...nameless].toSorted((a, b) => a.seq - b.seq) };
  };

  return {
    receiving,
    look,
    withNameless,
    async script(order, steps) {
      const { capture, mailbox } = receiving();
      scripted.add(order.id);
      await capture.script(mailbox.id, { order: order.id }, [...steps]);
    },
  };
};
