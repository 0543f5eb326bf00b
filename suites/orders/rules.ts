import { keyedKinds } from '../records/keyed-kinds.ts';
import { foundByItsKeyAlone } from '../records/wrong-keys.ts';
import type { Rule } from '../rule.ts';
import { records } from './records.ts';
import { redemptions } from './redemption.ts';
import { statuses } from './statuses.ts';

export const orders: readonly Rule[] = [
  ...statuses,
  ...records,
  ...redemptions,
  foundByItsKeyAlone('ORD-43', keyedKinds.order),
];
