import { datesAndFlows } from './equivalents/dates-and-flows.ts';
import { http } from './equivalents/http.ts';
import { orders } from './equivalents/orders.ts';
import { policies } from './equivalents/policies.ts';
import { resources } from './equivalents/resources.ts';
import { tablesAndWebhooks } from './equivalents/tables-and-webhooks.ts';
import type { Excused } from './ledger.ts';

/** Mutants that no rule needs to catch, each with the reason. An entry that no uncaught mutant needs is an error. */
export const equivalents: readonly Excused[] = [
  ...datesAndFlows,
  ...http,
  ...orders,
  ...policies,
  ...resources,
  ...tablesAndWebhooks,
];
