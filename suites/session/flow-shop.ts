import type { Company } from '../../fixtures/profile/profile.ts';
import type { DeclaredFlow } from '../../fixtures/profile/schema.ts';
import { isStarting, quietStatus } from '../capability.ts';
import type { CheckContext, FlowShop, GivenOrder } from '../check-context.ts';
import { Unverified } from '../judge/outcome.ts';
import { path } from '../path.ts';
import type { Deliveries } from '../subject.ts';
import { couponIn, deliveryLooks } from './delivery-looks.ts';
import type { Receiver } from './environment.ts';
import { mustBeAccepted } from './given.ts';

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

  const quiet = quietStatus(company, flow);

  const couponAnswer = (order: Pick<GivenOrder, 'id'>) => get(path`/coupons/order/${order.id}`);
  const looks = deliveryLooks({ company, receiver, withoutReceiver, record, couponAnswer });

  const shop: FlowShop = {
    ...context,
    flow,
    flows: company.flows ?? [],
    registered() {
      const { url, bearerToken } = looks.receiving().mailbox;
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
    script: looks.script,
    async deliveries(about, until, documentedSeconds) {
      const seen = await looks.look(about, until, documentedSeconds * 1000 * clock.scale + clock.slackMs);
      return 'code' in about || until(seen) ? seen : looks.withNameless(about, seen);
    },
    // a deadline of 0 asks the capture server again
    async arrived(about) {
      const seen = await looks.look(about, () => false, 0);
      return 'code' in about || seen.attempts.length > 0 ? seen : looks.withNameless(about, seen);
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
