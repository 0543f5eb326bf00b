import type { Defect } from '../defect.ts';
import { awaitingDefects } from './awaiting-defects.ts';
import { lookupDefects } from './lookup-defects.ts';
import { registrationDefects } from './registration-defects.ts';
import { shapeDefects } from './shape-defects.ts';

export const couponsDefects: readonly Defect[] = [
  ...shapeDefects,
  ...registrationDefects,
  ...lookupDefects,
  ...awaitingDefects,
];
