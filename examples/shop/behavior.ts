import type { FaultName } from './faults.ts';
import type { VariantName } from './variants.ts';

/** The fault or the variant with which the shop was started. */
export interface Behavior {
  fault: FaultName | undefined;
  is(fault: FaultName): boolean;
  does(variant: VariantName): boolean;
}
