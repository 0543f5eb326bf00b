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

type Steps = Pick<FlowShop, 'quietOrder' | 'trigger' | 'triggeredOrder'>;
type Arrivals = Pick<
  FlowShop,
  'registered' | 'script' | 'couponOf' | 'deliveries' | 'arrived' | 'firstDelivery' | 'diagnosis'
>;
type Sentinels = Pick<FlowShop, 'startedOrder' | 'dispatchSeconds' | 'afterSentinel'>;

/** Creates orders, and puts them into the status that starts the flow. */
const stepsOf = ({ context, company, flow }: FlowShopOptions, script: Arrivals['script']): Steps => {
  const { put, body, given } = context;
  const quiet = quietStatus(company, flow);
  const steps: Steps = {
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
    async triggeredOrder(slots, scripted) {
      // if nothing is scripted, the order can be created in its status
      if (quiet === undefined && !scripted) return given.order({ ...slots, status: flow.trigger });
      const order = await steps.quietOrder(slots);
      if (scripted) await script(order, scripted);
      await steps.trigger(order);
      return order;
    },
  };
  return steps;
};

/** Waits for what an order starts: its coupon and its notifications. */
const arrivalsOf = ({ context, company, receiver, withoutReceiver, record }: FlowShopOptions): Arrivals => {
  const { get, clock } = context;
  const couponAnswer = (order: Pick<GivenOrder, 'id'>) => get(path`/coupons/order/${order.id}`);
  const looks = deliveryLooks({ company, receiver, withoutReceiver, record, couponAnswer });
  const arrivals: Arrivals = {
    registered() {
      const { url, bearerToken } = looks.receiving().mailbox;
      return { url, bearerToken };
    },
    script: looks.script,
    async couponOf(order) {
      const read = await clock.until(
        () => couponAnswer(order),
        (answer) => couponIn(answer) !== undefined,
        clock.dispatchSeconds,
      );
      const coupon = couponIn(read);
      if (coupon) return { order, ...coupon, read };
      throw new Unverified('not-reached', await arrivals.diagnosis(order));
    },
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
      const deliveries = await arrivals.deliveries(order, ({ attempts }) => attempts.length > 0, clock.dispatchSeconds);
      if (deliveries.attempts.length > 0) return deliveries;
      throw new Unverified('not-reached', `no webhook arrived for the order: ${await arrivals.diagnosis(order)}`);
    },
    async diagnosis(order) {
      const answer = await couponAnswer(order);
      return couponIn(answer)
        ? 'a coupon exists for the order, so the flow ran and the delivery is at fault'
        : `GET /coupons/order/${order.id} answers ${answer.status} without a coupon, so the flow did not run: is it active, with this trigger?`;
    },
  };
  return arrivals;
};

/** Measures how long a notification takes, so that silence after that time proves something. */
const sentinelsOf = (
  { context: { clock, given }, company, flow, receiver, otherCompany }: FlowShopOptions,
  { quietOrder, trigger }: Steps,
  { firstDelivery, couponOf }: Arrivals,
): Sentinels => {
  const sentinels: Sentinels = {
    async startedOrder() {
      const starting = company.flows?.find(isStarting);
      if (!starting) throw new Unverified('not-declared', `company ${company.name} has no active flow`);
      if (quietStatus(company, flow) === undefined) {
        const order = await given.order({ status: starting.trigger });
        return { order, answer: order.read };
      }
      const order = await quietOrder();
      return { order, answer: await trigger(order, starting.trigger) };
    },
    async dispatchSeconds() {
      const { order, answer } = await sentinels.startedOrder();
      // the request may have waited for its turn before it was sent
      const triggeredAt = clock.now() - answer.durationMs;
      await (receiver ? firstDelivery(order) : couponOf(order));
      return (clock.now() - triggeredAt) / 1000 / clock.scale;
    },
    async afterSentinel() {
      if (!company.flows?.some(isStarting)) {
        // silence proves something only while notifications of another company arrive
        await (await otherCompany()).dispatchSeconds();
        return clock.wait(clock.dispatchSeconds);
      }
      // a queue that varies may delay an earlier notification twice as long as the sentinel
      await clock.wait(graceSeconds + (await sentinels.dispatchSeconds()));
    },
  };
  return sentinels;
};

export const flowShop = (options: FlowShopOptions): FlowShop => {
  const { context, company, flow, otherCompany } = options;
  const arrivals = arrivalsOf(options);
  const steps = stepsOf(options, arrivals.script);
  return {
    ...context,
    flow,
    flows: company.flows ?? [],
    ...steps,
    ...arrivals,
    ...sentinelsOf(options, steps, arrivals),
    otherCompany,
  };
};
