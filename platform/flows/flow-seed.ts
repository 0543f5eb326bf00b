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
  /** 30 when absent. */
  validDays?: number;
}

/** What a seed says of a flow, beside its id and its past. */
export function flowFields(seed: FlowSeed): Omit<Flow, 'id' | 'ranForPhones'> {
  return {
    name: seed.name ?? `${seed.step.kind} on ${seed.trigger}`,
    trigger: seed.trigger,
    step: seed.step,
    minPurchaseValue: seed.minPurchaseValue ?? 0,
    acumulative: seed.acumulative ?? false,
    validDays: seed.validDays ?? 30,
    runMode: seed.runMode,
    isActive: seed.active,
  };
}
