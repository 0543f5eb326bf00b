import { answers } from './answers.ts';
import { datesAndLists } from './dates-and-lists.ts';
import { flows } from './flows.ts';
import { gateways } from './gateways.ts';
import { lateChanges } from './late-changes.ts';
import { ordersAndCoupons } from './orders-and-coupons.ts';
import { pairwiseVariants } from './pairwise.ts';
import { records } from './records.ts';
import { refusals } from './refusals.ts';
import { routes } from './routes.ts';
import { targets } from './targets.ts';
import type { Variant } from './variant.ts';
import { webhooks } from './webhooks.ts';

/** Targets that differ in one thing each. */
export const namedVariants: readonly Variant[] = [
  ...answers,
  ...refusals,
  ...datesAndLists,
  ...records,
  ...ordersAndCoupons,
  ...webhooks,
  ...flows,
  ...routes,
  ...targets,
  ...gateways,
  ...lateChanges,
];

/** Every legal target on which no rule may fail. */
export const allVariants: readonly Variant[] = [...namedVariants, ...pairwiseVariants];
