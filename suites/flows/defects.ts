import type { Defect } from '../defect.ts';
import { enteringDefects } from './entering-defects.ts';
import { giftbacksDefects } from './giftbacks-defects.ts';
import { madeCouponsDefects } from './made-coupons-defects.ts';

export const flowsDefects: readonly Defect[] = [...enteringDefects, ...madeCouponsDefects, ...giftbacksDefects];
