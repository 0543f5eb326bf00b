import type { OrderFact, OrderState } from '../facts.ts';
import { type Column, createColumn, states, type Tables } from './tables.ts';

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

/** An order whose id no response had, and that may have notifications. */
interface UnidentifiedOrder {
  company: string;
  order: OrderFact;
}

/** What is known of the orders of a run and of those that only notifications named. */
export interface OrderBook {
  order(company: string, order: OrderFact): void;
  /** Accepted or ambiguous orders whose id is unknown, by external id. */
  readonly unidentified: ReadonlyMap<string, UnidentifiedOrder>;
  /** Sets the id of such an order; undefined if the target does not have the order. */
  identify(externalId: string, id: string | undefined): void;
  /** The state that a journey reported; undefined if none did. */
  reportedState(externalId: string): OrderState | undefined;
  /** The order is not of this run, or of a journey that was interrupted. */
  external(id: string): void;
  /** The order was refused but exists. */
  refused(id: string): void;
  /** The order was accepted but does not exist. */
  orderMissing(id: string): void;
}

export const createOrderBook = ({ orders, order, numberOfCompany }: Tables): OrderBook & { due(): number } => {
  const unidentified = new Map<string, UnidentifiedOrder>();
  const reported = createOrderStates();
  let dueInAll = 0;

  const place = (company: string, fact: OrderFact, id: string): void => {
    const [, , acceptedMs, due, may, state] = fact;
    const number = orders.place(id);
    order.state.set(number, states[state]);
    order.acceptedMs.set(number, acceptedMs);
    order.due.set(number, state === 'accepted' ? due : 0);
    order.may.set(number, state === 'accepted' ? may : due + may);
    order.company.set(number, numberOfCompany(company));
    dueInAll += order.due.get(number);
  };

  return {
    unidentified,
    reportedState: reported.stateOf,
    due: () => dueInAll,

    order(company, fact) {
      const [externalId, id, , due, may, state] = fact;
      reported.note(externalId, state);
      if (id !== null) place(company, fact, id);
      else if (state === 'ambiguous' || due + may > 0) unidentified.set(externalId, { company, order: fact });
    },

    identify(externalId, id) {
      const known = unidentified.get(externalId);
      if (known === undefined) return;
      unidentified.delete(externalId);
      if (id !== undefined) return place(known.company, known.order, id);
      if (known.order[5] !== 'accepted') return;
      // accepted, but the target does not have it: follow it by its external id
      place(known.company, known.order, externalId);
      order.state.set(orders.place(externalId), states.missing);
    },

    external(id) {
      order.state.set(orders.place(id), states.external);
    },

    refused(id) {
      order.state.set(orders.place(id), states.refused);
    },

    orderMissing(id) {
      const number = orders.find(id);
      if (number !== undefined) order.state.set(number, states.missing);
    },
  };
};
