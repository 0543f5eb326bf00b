import type { Rule } from '../rule.ts';
import { changes } from './changes.ts';
import { identity } from './identity.ts';
import { lookups } from './lookups.ts';
import { unknownProducts } from './unknown-products.ts';

/** PROD-1 to PROD-15. */
export const products: readonly Rule[] = [...lookups, ...unknownProducts, ...changes, ...identity];
