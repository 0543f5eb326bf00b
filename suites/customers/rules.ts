import { foundByItsKeyAlone, keyedKinds } from '../records/wrong-keys.ts';
import type { Rule } from '../rule.ts';
import { changes } from './changes.ts';
import { identity } from './identity.ts';
import { lookups } from './lookups.ts';
import { unknownCustomers } from './unknown-customers.ts';

export const customers: readonly Rule[] = [
  ...lookups,
  ...unknownCustomers,
  ...changes,
  ...identity,
  foundByItsKeyAlone('CUST-18', keyedKinds.customer),
];
