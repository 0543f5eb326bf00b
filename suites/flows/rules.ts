import type { Rule } from '../rule.ts';
import { entering } from './entering.ts';
import { giftbacks } from './giftbacks.ts';
import { madeCoupons } from './made-coupons.ts';
import { redemption, scope } from './scope.ts';

export const flows: readonly Rule[] = [...entering, ...madeCoupons, ...giftbacks, ...scope, ...redemption];
