import type { Flow, FlowStep } from '../company.ts';
import type { FlowTrigger, RunMode } from '../policy/flows.ts';

/** A flow as the panel saves it. */
export interface FlowSeed {
  name?: string;
  trigger: FlowTrigger;
  step: FlowStep;
  runMode: RunMode;
  active: boolean;
  /** 0 when absent. */
  minPurchaseValue?: number;
  /** False when absent. */
  acumulative?: boolean;
  /** 0 when absent. */
  startsAfterDays?: number;
  /** 30 when absent. */
  validDays?: number;
  /** The start of its coupon codes. When absent, it depends on the kind of the step. */
  codePrefix?: string;
  /** The end of its coupon codes. Random for each coupon when absent. */
  codeTail?: string;
}

export function flowFields(seed: FlowSeed): Omit<Flow, 'id' | 'ranForPhones'> {
  return {
    name: seed.name ?? `${seed.step.kind} on ${seed.trigger}`,
    trigger: seed.trigger,
    step: seed.step,
    minPurchaseValue: seed.minPurchaseValue ?? 0,
    acumulative: seed.acumulative ?? false,
    startsAfterDays: seed.startsAfterDays ?? 0,
    validDays: seed.validDays ?? 30,
    codePrefix: seed.codePrefix ?? (seed.step.kind === 'giftback' ? 'GIFT-' : 'CUPOM-'),
    codeTail: seed.codeTail ?? null,
    runMode: seed.runMode,
    isActive: seed.active,
  };
}
