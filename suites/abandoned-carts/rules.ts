import { keyedKinds } from '../records/keyed-kinds.ts';
import { partnerRecordRules } from '../records/partner-record-rules.ts';
import { partnerCart } from '../records/partner-records.ts';
import type { Rule } from '../rule.ts';

export const abandonedCarts: readonly Rule[] = partnerRecordRules('CART', partnerCart, keyedKinds.cart);
