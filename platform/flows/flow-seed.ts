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
  /** What the codes of its coupons begin with; shows the kind of its step when absent. */
  codePrefix?: string;
  /** What the codes of its coupons end with; drawn for each coupon when absent. */
  codeTail?: string;
}

/** What a seed says of a flow, beside its id and its past. */
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
