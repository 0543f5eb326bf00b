import type { PartnerAction, PartnerCall, PartnerRecord } from '../../../core/partner-record.ts';
import { callsDuring } from './actions.ts';
import { blocksOf } from './blocks.ts';
import { causes, kindOf } from './causes.ts';
import { creates, isAccepted, isUnfinished, marksCouponUsed, partsOf } from './read-call.ts';

/** Resources whose records others refer to. */
const needed: readonly unknown[] = ['customers', 'products', 'stores'];

/** Whether an order may come after a write: a checkout may begin with a cart, or with a coupon that nobody else may use. */
const beginsOrder = (call: PartnerCall, action: string): boolean =>
  creates(call, 'abandoned-carts')
    ? causes['POST orders']?.includes(action) === true
    : action === 'redeem' && marksCouponUsed(call);

/** Whether a scenario refused a request, so that the partner need not send it again. A 429 asks for it again. */
export const isRefusedByScenario = (call: PartnerCall): boolean =>
  call.fault !== undefined && !isAccepted(call) && !isUnfinished(call);

/**
 * Whether a scenario refused a request that may come before what an action asks for. It is a lookup, or a write of a record
 * that another needs, such as the customer or the cart of an order. The partner may take that as the end of the action.
 */
export const isRefusedNeed = (call: PartnerCall, { action, fromMs }: PartnerAction): boolean => {
  const isOwn = causes[kindOf(call)]?.includes(action) === true;
  const isNeed = (needed.includes(partsOf(call)[0]) && !isOwn) || beginsOrder(call, action);
  return isRefusedByScenario(call) && (call.method === 'GET' || (isNeed && call.atMs >= fromMs));
};

/** Whether a scenario refused such a request while an action was carried out. */
export const wasRefused = (record: PartnerRecord, action: PartnerAction): boolean => {
  const block = blocksOf(record).find(({ actions }) => actions.includes(action));
  return (block?.calls ?? callsDuring(record, action)).some((call) => isRefusedNeed(call, action));
};
