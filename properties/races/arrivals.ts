import fc from 'fast-check';
import type { FlowShop, GivenOrder } from '../../suites/check-context.ts';
import { recordOf } from '../arbitraries.ts';
import { atOnce, lateMs } from './at-once.ts';

/** How one order of a customer arrives at the flow's status: it is created in it, or changed to it. */
export const arrival = recordOf({ by: fc.constantFrom('PUT', 'POST'), lateMs });

/** Lets as many orders of one new customer arrive at the flow's status at once. */
export const arriveAtOnce = async (
  shop: FlowShop,
  arrivals: readonly { by: string; lateMs: number }[],
): Promise<GivenOrder[]> => {
  const { clock, flow, given } = shop;
  const { phone } = await given.owner();
  const rivals = await Promise.all(
    arrivals.map(async (each) => ({
      ...each,
      order: each.by === 'PUT' ? await shop.quietOrder({ phone }) : undefined,
    })),
  );
  return atOnce(clock, rivals, async ({ order }) => {
    if (!order) return given.order({ phone, status: flow.trigger });
    await shop.trigger(order);
    return order;
  });
};
