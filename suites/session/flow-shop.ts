import type { Exchange } from '../../fixtures/exchange.ts';
import type { Company } from '../../fixtures/profile/profile.ts';
import type { DeclaredFlow } from '../../fixtures/profile/schema.ts';
import { flowAlone } from '../capability.ts';
import type { CheckContext, FlowShop, GivenOrder, Notified } from '../check-context.ts';
import { isObject } from '../json.ts';
import { Unverified } from '../outcome.ts';
import { path } from '../path.ts';
import type { Deliveries } from '../subject.ts';
import { mustBeAccepted } from './given.ts';
import type { Receiver } from './outside.ts';

/** A status that is no trigger of the company's flows, the inactive ones included: POST with it, script, then trigger. */
const quietStatus = ({ flows = [] }: Company): string =>
  flows.some(({ trigger }) => trigger === 'on-hold') ? 'canceled' : 'on-hold';

/** Code and id of the coupon in an answer; undefined without one: how GET /coupons/order/:orderId says so is not shown. */
export const couponIn = ({ status, body }: Exchange): { code: string; id: string } | undefined => {
  if (status !== 200 || !isObject(body)) return undefined;
  const { code, id } = body;
  return typeof code === 'string' && typeof id === 'string' ? { code, id } : undefined;
};

/** What a sentinel's dispatch time is lengthened by, in documented seconds. */
const graceSeconds = 2;

interface FlowShopOptions {
  context: CheckContext;
  company: Company;
  flow: DeclaredFlow;
  receiver: Receiver | undefined;
  /** Thrown where a receiver is needed and there is none. */
  withoutReceiver: Unverified;
  /** Collects what arrived, as evidence. */
  record: (deliveries: Deliveries) => void;
  otherCompany: () => Promise<FlowShop>;
}

export const flowShop = (options: FlowShopOptions): FlowShop => {
  const { context, company, flow, receiver, withoutReceiver, record, otherCompany } = options;
  const { get, put, body, clock, given } = context;

  const receiving = (): Receiver => {
    if (receiver) return receiver;
    throw withoutReceiver;
  };

  const couponAnswer = (order: GivenOrder) => get(path`/coupons/order/${order.id}`);

  const look = async (
    about: Notified,
    until: (deliveries: Deliveries) => boolean,
    deadlineMs: number,
  ): Promise<Deliveries> => {
    const { capture } = receiving();
    const isByCode = 'code' in about;
    const deliveriesOf = (attempts: Deliveries['attempts']): Deliveries => ({
      order: isByCode ? `coupon ${about.code}` : about.id,
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

  const shop: FlowShop = {
    ...context,
    flow,
    flows: company.flows ?? [],
    registered() {
      const { url, bearerToken } = receiving().mailbox;
      return { url, bearerToken };
    },
    quietOrder: (slots) => given.order({ ...slots, status: quietStatus(company) }),
    async trigger(order, status = flow.trigger) {
      const answer = await put(path`/orders/${order.id}`, { body: body.order({ ...order, status }) });
      return mustBeAccepted(answer, `putting an order into ${status}`);
    },
    async triggeredOrder(slots, steps) {
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
      await capture.script(mailbox.id, { order: order.id }, [...steps]);
    },
    deliveries: (about, until, documentedSeconds) =>
      look(about, until, documentedSeconds * 1000 * clock.scale + clock.slackMs),
    // a deadline of nothing makes the capture server be asked afresh
    arrived: (about) => look(about, () => false, 0),
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
    async dispatchSeconds() {
      const active = flowAlone(company, (declared) => declared.active);
      if (!active) throw new Unverified('not-declared', `company ${company.name} has no active flow`);
      const order = await shop.quietOrder();
      const { durationMs } = await shop.trigger(order, active.trigger);
      // not from when it was asked for: a call waits for its turn while others are under way
      const triggeredAt = clock.now() - durationMs;
      await (receiver ? shop.firstDelivery(order) : shop.couponOf(order));
      return (clock.now() - triggeredAt) / 1000 / clock.scale;
    },
    async afterSentinel() {
      if (!flowAlone(company, ({ active }) => active)) {
        // that nothing comes here shows something only while something comes elsewhere
        await (await otherCompany()).dispatchSeconds();
        return clock.wait(clock.dispatchSeconds);
      }
      // what was caused earlier may have been given twice the sentinel's delay by a queue that varies
      await clock.wait(graceSeconds + (await shop.dispatchSeconds()));
    },
    otherCompany,
  };
  return shop;
};
