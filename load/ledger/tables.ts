import { createKeyTable } from './key-table.ts';

type Numbers = Float64Array | Int32Array | Uint16Array | Uint8Array;

/** A growing array of numbers, 0 by default. */
export interface Column {
  get(position: number): number;
  set(position: number, value: number): void;
}

export const createColumn = (kind: { new (length: number): Numbers }): Column => {
  let values = new kind(1024);
  return {
    get: (position) => values[position] ?? 0,
    set(position, value) {
      if (position >= values.length) {
        const wider = new kind(Math.max(values.length * 2, position + 1));
        wider.set(values);
        values = wider;
      }
      values[position] = value;
    },
  };
};

/** States of an order. `unknown` is an order that only a notification named. */
export const states = { unknown: 0, accepted: 1, refused: 2, ambiguous: 3, external: 4, missing: 5 } as const;

export const maxInByte = 255;

/** Orders and deliveries by number, with a column for each field, which takes little memory. */
export const createTables = () => {
  const orders = createKeyTable();
  const order = {
    state: createColumn(Uint8Array),
    acceptedMs: createColumn(Float64Array),
    due: createColumn(Uint8Array),
    may: createColumn(Uint8Array),
    company: createColumn(Uint16Array),
    deliveries: createColumn(Uint8Array),
  };
  const deliveries = createKeyTable();
  const delivery = {
    order: createColumn(Int32Array),
    attempts: createColumn(Uint8Array),
    firstMs: createColumn(Float64Array),
    lastMs: createColumn(Float64Array),
    lastStatus: createColumn(Uint16Array),
    acknowledgedMs: createColumn(Float64Array),
    acknowledged: createColumn(Uint8Array),
    /** Unacknowledged attempts after an acknowledged one. */
    repeated: createColumn(Uint8Array),
    /** 1 if the response to an acknowledged attempt may not have reached its sender. */
    uncertain: createColumn(Uint8Array),
  };
  const companies: string[] = [];
  return {
    orders,
    order,
    deliveries,
    delivery,
    numberOfCompany(name: string): number {
      const known = companies.indexOf(name);
      return known === -1 ? companies.push(name) - 1 : known;
    },
    companyOf: (orderNumber: number): string => companies[order.company.get(orderNumber)] ?? '',
    /** Whether a delivery was acknowledged, even if the response may not have reached its sender. */
    isAcknowledged: (number: number): boolean =>
      delivery.acknowledged.get(number) > 0 || delivery.uncertain.get(number) === 1,
    /**
     * Visits every delivery with its rank among those of its order, from 0, in the order of their first attempts. Returns
     * the number of deliveries by order.
     */
    eachRanked(visit: (number: number, orderNumber: number, rank: number) => void) {
      const counted = createColumn(Uint8Array);
      for (let number = 0; number < deliveries.size; number += 1) {
        const orderNumber = delivery.order.get(number);
        const rank = counted.get(orderNumber);
        counted.set(orderNumber, Math.min(maxInByte, rank + 1));
        visit(number, orderNumber, rank);
      }
      return counted;
    },
  };
};

export type Tables = ReturnType<typeof createTables>;
