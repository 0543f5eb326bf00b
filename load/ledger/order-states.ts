import type { OrderState } from '../facts.ts';
import { type Column, createColumn } from './column.ts';

/** What journeys reported of their orders, by external id: a byte for each whose id ends in a number that counts up. */
export interface OrderStates {
  note(externalId: string, state: OrderState): void;
  /** Undefined when no journey reported it. */
  stateOf(externalId: string): OrderState | undefined;
}

/** By their numbers in a column, whose 0 is an order that nobody reported. */
const states = [undefined, 'accepted', 'refused', 'ambiguous'] as const;
const counting = /^(.*-)(\d{1,8})$/s;

export const createOrderStates = (): OrderStates => {
  const columns = new Map<string, Column>();
  const others = new Map<string, OrderState>();

  return {
    note(externalId, state) {
      const [, prefix, number] = counting.exec(externalId) ?? [];
      if (prefix === undefined) {
        others.set(externalId, state);
        return;
      }
      const column = columns.get(prefix) ?? createColumn(Uint8Array);
      columns.set(prefix, column);
      column.set(Number(number), states.indexOf(state));
    },

    stateOf(externalId) {
      const [, prefix, number] = counting.exec(externalId) ?? [];
      if (prefix === undefined) return others.get(externalId);
      return states[columns.get(prefix)?.get(Number(number)) ?? 0];
    },
  };
};
