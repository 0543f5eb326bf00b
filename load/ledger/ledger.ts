import { createBlackouts, createDeadlines, type DrillRun } from './deadlines.ts';
import { createDeliveryBook, type DeliveryBook } from './delivery-book.ts';
import { createOrderBook, type OrderBook } from './order-book.ts';
import type { Timing } from './retry-curve.ts';
import { type Settlement, settle } from './settlement.ts';
import { createTables } from './tables.ts';
import { createViews, type LedgerViews } from './views.ts';

/**
 * Follows every order to its notifications by its id. The order of facts does not matter, except that a retry is judged
 * only if it is added after the earlier attempts. A million orders with a delivery each take about 120 MB.
 */
export interface Ledger extends OrderBook, DeliveryBook, LedgerViews {
  /** Attempts that are missing or late because of this drill are no faults. */
  drilled(drill: DrillRun): void;
  settle(nowMs: number): Settlement;
  /** Due notifications so far, and acknowledged deliveries. */
  progress(): { due: number; delivered: number };
}

export const createLedger = (timing: Timing): Ledger => {
  const tables = createTables();
  const blackouts = createBlackouts(timing);
  const deadlines = createDeadlines(tables, blackouts, timing);
  const { due, ...orderBook } = createOrderBook(tables);
  const { delivered, curve, curveExamples, ...deliveryBook } = createDeliveryBook(tables, {
    timing,
    deadlines,
    blackouts,
  });

  return {
    ...orderBook,
    ...deliveryBook,
    ...createViews(tables, deadlines),

    drilled: blackouts.add,

    settle(nowMs) {
      const waiting = { due: 0, possible: 0 };
      for (const { order } of orderBook.unidentified.values()) {
        const [, , , due, may, state] = order;
        waiting.possible += due + may;
        waiting.due += state === 'accepted' ? due : 0;
      }
      return settle({ tables, deadlines, nowMs, curve, curveExamples, unidentified: waiting });
    },

    progress: () => ({ due: due(), delivered: delivered() }),
  };
};
