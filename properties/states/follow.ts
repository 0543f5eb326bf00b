import type { Level } from '../../core/outcome.ts';
import type { FlowKind } from '../../suites/capability.ts';
import type { CheckContext } from '../../suites/check-context.ts';
import { markCouponAsUsed, nameCoupon, registerCoupon, registerSharedCoupon } from './coupons.ts';
import { deleteCustomer, newCustomer, postCustomerAgain, renameCustomer } from './customers.ts';
import type { Machine } from './machine.ts';
import { observe, observeNotifications } from './observe.ts';
import { changeOrder, deleteOrder, postOrder, postOrderAgain, redeem, tryCode } from './orders.ts';
import type { Step } from './step.ts';

/** Takes one step at the platform and in the model. Resolves with false if there is no record for it. */
const take = (machine: Machine, step: Step): Promise<boolean> => {
  switch (step.do) {
    case 'post order':
      return postOrder(machine, step);
    case 'change order':
      return changeOrder(machine, step);
    case 'post order again':
      return postOrderAgain(machine, step);
    case 'delete order':
      return deleteOrder(machine, step);
    case 'redeem':
      return redeem(machine, step);
    case 'try code':
      return tryCode(machine, step);
    case 'register coupon':
      return registerCoupon(machine, step);
    case 'register shared coupon':
      return registerSharedCoupon(machine);
    case 'mark coupon as used':
      return markCouponAsUsed(machine, step);
    case 'name coupon':
      return nameCoupon(machine, step);
    case 'post customer again':
      return postCustomerAgain(machine, step);
    case 'rename customer':
      return renameCustomer(machine, step);
    case 'delete customer':
      return deleteCustomer(machine, step);
  }
};

/** Follows a script in a company with a flow, and asserts after every step that the platform matches the model. */
export const follow = async (
  { flowShop }: CheckContext,
  script: readonly Step[],
  { kind, level }: { kind: FlowKind; level: Level },
): Promise<void> => {
  const shop = await flowShop(kind);
  const customers = [await newCustomer(shop), await newCustomer(shop)] as const;
  const machine: Machine = { shop, level, customers, orders: [], coupons: [] };
  await observe(machine);
  for (const step of script) if (await take(machine, step)) await observe(machine);
  await observeNotifications(machine);
};
