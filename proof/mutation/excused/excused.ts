import type { Excused } from '../excuses.ts';
import { datesAndFlows } from './dates-and-flows.ts';
import { http } from './http.ts';
import { orders } from './orders.ts';
import { policies } from './policies.ts';
import { resources } from './resources.ts';
import { tablesAndWebhooks } from './tables-and-webhooks.ts';

/** Mutants that no rule needs to catch, each with the reason. An entry that no uncaught mutant needs is an error. */
export const excused: readonly Excused[] = [
  ...datesAndFlows,
  ...http,
  ...orders,
  ...policies,
  ...resources,
  ...tablesAndWebhooks,
];
