import { isObject } from '../http/fields.ts';
import type { Order } from '../tables/records.ts';
import type { World } from '../world.ts';
import { present } from './records.ts';

/** An order as its lookups return it. */
export function presentOrder(world: World, order: Order): object {
  const { orderCustomer, orderTotal } = world.choices.fields;
  return present(world, order, {
    status: order.status,
    couponCode: order.couponCode,
    couponUsed: order.couponUsed,
    lineItems: order.lineItems,
    [orderTotal]: order.total,
    [orderCustomer]: { ...order.sentCustomer, id: order.customer?.id ?? null, phone: order.phone },
  });
}

/** The total of an order, or else the sum of its items. */
export function purchaseValue({ total, lineItems }: Order): number {
  if (total !== null) return total;
  let sum = 0;
  for (const item of lineItems) {
    if (!isObject(item)) continue;
    const { price, quantity = 1 } = item;
    if (typeof price === 'number' && typeof quantity === 'number') sum += price * quantity;
  }
  return sum;
}
