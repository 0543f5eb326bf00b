import { foundByItsKeyAlone, keyedKinds } from '../records/wrong-keys.ts';
import type { Rule } from '../rule.ts';
import { changes } from './changes.ts';
import { identity } from './identity.ts';
import { lookups } from './lookups.ts';
import { unknownProducts } from './unknown-products.ts';

export const products: readonly Rule[] = [
  ...lookups,
  ...unknownProducts,
  ...changes,
  ...identity,
  foundByItsKeyAlone('PROD-16', keyedKinds.product),
];
