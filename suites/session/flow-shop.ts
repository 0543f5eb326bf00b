import { isObject, show } from '../../core/json.ts';
import type { Exchange } from '../../fixtures/exchange.ts';
import type { Company } from '../../fixtures/profile/profile.ts';
import type { DeclaredFlow } from '../../fixtures/profile/schema.ts';
import { isStarting, quietStatus } from '../capability.ts';
import type { CheckContext, FlowShop, GivenOrder, Notified } from '../check-context.ts';
import { Unverified } from '../judge/outcome.ts';
import { path } from '../path.ts';
import type { Deliveries } from '../subject.ts';
import type { Receiver } from './environment.ts';
import { mustBeAccepted } from './given.ts';

/**
 * Code and id of the coupon in a response. How `GET /coupons/order/:orderId` shows that there is none is not
 * documented.
 */
export const couponIn = ({ status, body }: Exchange): { code: string; id: string } | undefined => {
  if (status !== 200 || !isObject(body)) return undefined;
  const { code, id } = body;
  return typeof code === 'string' && typeof id === 'string' ? { code, id } : undefined;
};

/** Documented seconds that are added to the dispatch time of a sentinel. */
const graceSeconds = 2;

interface FlowShopOptions {
  context: CheckContext;
  company: Company;
  flow: DeclaredFlow;
  receiver: Receiver | undefined;
  /** Thrown if a receiver is needed and there is none. */
  withoutReceiver: Unverified;
  /** Collects what arrived, as evidence. */
  record: (deliveries: Deliveries) => void;
  otherCompany: FlowShop['otherCompany'];
}

export const flowShop = (options: FlowShopOptions): FlowShop => {
  const { context, company, flow, receiver, withoutReceiver, record, otherCompany } = options;
  const { get, put, body, clock, given } = context;

  /** Ids of the orders for which the receiver has a script. */
  const scripted = new Set<string>();

  const receiving = (): Receiver => {
    if (receiver) return receiver;
    throw withoutReceiver;
  };

  const quiet = quietStatus(company, flow);

  const couponAnswer = (order: Pick<GivenOrder, 'id'>) => get(path`/coupons/order/${order.id}`);

  const look = async (
    about: Notified,
    until: (deliveries: Deliveries) => boolean,
    deadlineMs: number,
  ): Promise<Deliveries> => {
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

  /** Adds the attempts for the order's coupon that name another order or none. */
  const withNameless = async (order: Pick<GivenOrder, 'id'>, seen: Deliveries): Promise<Deliveries> => {
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

  const shop: FlowShop = {
    ...context,
    flow,
    flows: company.flows ?? [],
    registered() {
      const { url, bearerToken } = receiving().mailbox;
      return { url, bearerToken };
    },
    async quietOrder(slots) {
      if (quiet !== undefined) return given.order({ ...slots, status: quiet });
      throw new Unverified(
        'not-declared',
        `company ${company.name} has a flow for every status that POST /orders stores, so no order can wait for one: declare a company that has fewer`,
      );
    },
    async trigger(order, status = flow.trigger) {
      const answer = await put(path`/orders/${order.id}`, { body: body.order({ ...order, status }) });
      return mustBeAccepted(answer, `putting an order into ${status}`);
    },
    async triggeredOrder(slots, steps) {
      // if nothing is scripted, the order can be created in its status
      if (quiet === undefined && !steps) return given.order({ ...slots, status: flow.trigger });
      const order = await shop.quietOrder(slots);
      if (steps) await shop.script(order, steps);
      await shop.trigger(order);
      return order;
    },
    async couponOf(order) {
      const read = await clock.until(
        () => couponAnswer(order),
        (answer) => couponIn(answer) !== undefined,
        clock.dispatchSeconds,
      );
      const coupon = couponIn(read);
      if (coupon) return { order, ...coupon, read };
      throw new Unverified('not-reached', await shop.diagnosis(order));
    },
    async script(order, steps) {
      const { capture, mailbox } = receiving();
      scripted.add(order.id);
      await capture.script(mailbox.id, { order: order.id }, [...steps]);
    },
    async deliveries(about, until, documentedSeconds) {
      const seen = await look(about, until, documentedSeconds * 1000 * clock.scale + clock.slackMs);
      return 'code' in about || until(seen) ? seen : withNameless(about, seen);
    },
    // a deadline of 0 asks the capture server again
    async arrived(about) {
      const seen = await look(about, () => false, 0);
      return 'code' in about || seen.attempts.length > 0 ? seen : withNameless(about, seen);
    },
    async firstDelivery(order) {
      const deliveries = await shop.deliveries(order, ({ attempts }) => attempts.length > 0, clock.dispatchSeconds);
      if (deliveries.attempts.length > 0) return deliveries;
      throw new Unverified('not-reached', `no webhook arrived for the order: ${await shop.diagnosis(order)}`);
    },
    async diagnosis(order) {
      const answer = await couponAnswer(order);
      return couponIn(answer)
        ? 'a coupon exists for the order, so the flow ran and the delivery is at fault'
        : `GET /coupons/order/${order.id} answers ${answer.status} without a coupon, so the flow did not run: is it active, with this trigger?`;
    },
    async startedOrder() {
      const starting = company.flows?.find(isStarting);
      if (!starting) throw new Unverified('not-declared', `company ${company.name} has no active flow`);
      if (quiet === undefined) {
        const order = await given.order({ status: starting.trigger });
        return { order, answer: order.read };
      }
      const order = await shop.quietOrder();
      return { order, answer: await shop.trigger(order, starting.trigger) };
    },
    async dispatchSeconds() {
      const { order, answer } = await shop.startedOrder();
      // the request may have waited for its turn before it was sent
      const triggeredAt = clock.now() - answer.durationMs;
      await (receiver ? shop.firstDelivery(order) : shop.couponOf(order));
      return (clock.now() - triggeredAt) / 1000 / clock.scale;
    },
    async afterSentinel() {
      if (!company.flows?.some(isStarting)) {
        // silence proves something only while notifications of another company arrive
        await (await otherCompany()).dispatchSeconds();
        return clock.wait(clock.dispatchSeconds);
      }
      // a queue that varies may delay an earlier notification twice as long as the sentinel
      await clock.wait(graceSeconds + (await shop.dispatchSeconds()));
    },
    otherCompany,
  };
  return shop;
};
