import { keyedKinds } from '../records/keyed-kinds.ts';
import { foundByItsKeyAlone } from '../records/wrong-keys.ts';
import type { Rule } from '../rule.ts';
import { awaiting } from './awaiting.ts';
import { lookups } from './lookups.ts';
import { registration } from './registration.ts';
import { shape } from './shape.ts';

export const coupons: readonly Rule[] = [
  ...shape,
  ...registration,
  ...lookups,
  ...awaiting,
  foundByItsKeyAlone('COUP-40', keyedKinds.coupon),
];
