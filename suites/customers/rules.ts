import { keyedKinds } from '../records/keyed-kinds.ts';
import { foundByItsKeyAlone } from '../records/wrong-keys.ts';
import type { Rule } from '../rule.ts';
import { changes } from './changes.ts';
import { identity } from './identity.ts';
import { lookups } from './lookups.ts';

export const customers: readonly Rule[] = [
  ...lookups,
  ...changes,
  ...identity,
  foundByItsKeyAlone('CUST-18', keyedKinds.customer),
];
