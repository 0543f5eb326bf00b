import fc from 'fast-check';
import type { FlowShop, GivenOrder } from '../../suites/check-context.ts';
import { recordOf } from '../arbitraries.ts';
import { atOnce, lateMs } from './at-once.ts';

/** How an order gets the flow's status: it is created with it, or changed to it. */
export const arrival = recordOf({ by: fc.constantFrom('PUT', 'POST'), lateMs });

/** Puts one order for each arrival into the flow's status at once, all of one new customer. */
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
