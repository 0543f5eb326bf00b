import type { Company } from '../company.ts';
import type { FlowTrigger } from '../policy/flows.ts';
import type { OrderStatus, Via } from '../policy/orders.ts';
import { ensureCustomer, unknownCustomer } from '../resources/customers.ts';
import { purchaseValue } from '../resources/order-shape.ts';
import type { Order } from '../tables/records.ts';
import type { World } from '../world.ts';
import { runCouponStep } from './run-coupon-step.ts';

interface Arrival {
  via: Via;
  /** The status as sent; the stored one may differ. */
  sentStatus: OrderStatus;
}

function triggerOf({ policy, choices }: World, order: Order, { via, sentStatus }: Arrival): FlowTrigger | undefined {
  const wasStoredOtherwise = via === 'POST' && sentStatus === 'processing';
  if (wasStoredOtherwise && !choices.orders.processingEntersOnHoldFlow) return undefined;
  if (order.status === 'canceled' && !choices.orders.canceledEntersFlows) return undefined;
  return policy.flows.triggerOf(order.status);
}

/** Lets an order with a new status enter the flows of that status (States and transitions). */
export function orderArrived(world: World, company: Company, order: Order, arrival: Arrival): void {
  if (company.flows.length === 0) return;
  const trigger = triggerOf(world, order, arrival);
  if (trigger === undefined) return;
  for (const flow of company.flows) {
    const hasOrderEntered = order.enteredFlows?.has(flow.id) === true;
    const hasRunForCustomer = flow.ranForPhones.has(order.phone);
    if (!world.policy.flows.mayEnter({ flow, trigger, hasOrderEntered, hasRunForCustomer })) continue;
    order.enteredFlows ??= new Set();
    order.enteredFlows.add(flow.id);
    const customer = order.customer ?? ensureCustomer(world, company, { ...unknownCustomer, phone: order.phone }, null);
    // a second order of the customer must not enter while the first one waits for its run
    flow.ranForPhones.add(order.phone);
    const run = { company, flow, customer, orderId: order.id, purchaseValue: purchaseValue(order) };
    world.later.after(world.choices.orders.flowDelaySeconds, () => runCouponStep(world, run));
  }
}
