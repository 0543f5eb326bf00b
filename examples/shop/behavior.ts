import { type FaultName, isFaultName } from './faults.ts';
import { SettingsError } from './settings-error.ts';
import { isVariantName, type VariantName } from './variants.ts';

/** The fault or the variant with which the shop was started. */
export interface Behavior {
  fault: FaultName | undefined;
  is(fault: FaultName): boolean;
  does(variant: VariantName): boolean;
}

/** @throws SettingsError for a name that is not listed. */
export const behaviorFrom = (fault: string | undefined, variant: string | undefined): Behavior => {
  if (fault !== undefined && !isFaultName(fault)) {
    throw new SettingsError(`SHOP_FAULT is "${fault}", which faults.ts does not list`);
  }
  if (variant !== undefined && !isVariantName(variant)) {
    throw new SettingsError(`SHOP_VARIANT is "${variant}", which variants.ts does not list`);
  }
  return { fault, is: (name) => name === fault, does: (name) => name === variant };
};
