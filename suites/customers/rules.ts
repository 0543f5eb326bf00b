import type { Rule } from '../rule.ts';
import { changes } from './changes.ts';
import { identity } from './identity.ts';
import { lookups } from './lookups.ts';
import { unknownCustomers } from './unknown-customers.ts';

/** CUST-1 to CUST-14. */
export const customers: readonly Rule[] = [...lookups, ...unknownCustomers, ...changes, ...identity];
