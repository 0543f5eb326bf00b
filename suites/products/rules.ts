import { keyedKinds } from '../records/keyed-kinds.ts';
import { foundByItsKeyAlone } from '../records/wrong-keys.ts';
import type { Rule } from '../rule.ts';
import { changes } from './changes.ts';
import { identity } from './identity.ts';
import { lookups } from './lookups.ts';

export const products: readonly Rule[] = [
  ...lookups,
  ...changes,
  ...identity,
  foundByItsKeyAlone('PROD-16', keyedKinds.product),
];
