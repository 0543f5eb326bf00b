import type { Level } from '../../core/outcome.ts';
import type { Capability, FlowKind } from '../../suites/capability.ts';

interface MachineOptions {
  kind: FlowKind;
  level: Level;
  needs: readonly Capability[];
}

const needs = ['create customers', 'create orders', 'shared coupons', 'webhooks'] as const;

/** The properties that follow scripts, with the company that they need and what they expect. */
export const machines = {
  'LAW-41': { kind: 'giftback flow', level: 'must', needs: [...needs, 'giftback flow'] },
  'LAW-42': { kind: 'giftback flow', level: 'should', needs: [...needs, 'giftback flow'] },
  'LAW-43': { kind: 'once per customer flow', level: 'must', needs: [...needs, 'once per customer flow'] },
} as const satisfies Record<`LAW-${number}`, MachineOptions>;

export type MachineProperty = keyof typeof machines;

export const isMachineProperty = (id: string): id is MachineProperty => Object.hasOwn(machines, id);
