import type { OrderState } from '../facts.ts';
import { type Column, createColumn } from './tables.ts';

/** The states that journeys reported, by external id. An id that ends in a number takes one byte. */
interface OrderStates {
  note(externalId: string, state: OrderState): void;
  stateOf(externalId: string): OrderState | undefined;
}

/** By their numbers in a column, in which 0 is an order that no journey reported. */
const reportedStates = [undefined, 'accepted', 'refused', 'ambiguous'] as const;
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
      column.set(Number(number), reportedStates.indexOf(state));
    },

    stateOf(externalId) {
      const [, prefix, number] = counting.exec(externalId) ?? [];
      if (prefix === undefined) return others.get(externalId);
      return reportedStates[columns.get(prefix)?.get(Number(number)) ?? 0];
    },
  };
};
