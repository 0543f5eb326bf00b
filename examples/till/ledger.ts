import { type Card, type Entry, isTask, type Notice, type Sale, type Voucher } from './entries.ts';

/** The state that results from the journal. */
export interface Ledger {
  /** Keyed by the till's id, the oldest first. */
  readonly sales: Map<string, Sale>;
  readonly cards: Map<string, Card>;
  /** Keyed by their code as sent. */
  readonly vouchers: Map<string, Voucher>;
  /** The codes that are used up. */
  readonly spent: Set<string>;
  /** The codes that the platform no longer knows. */
  readonly gone: Set<string>;
  readonly notices: Map<string, Notice>;
  /** The platform's ids by the till's record. */
  readonly serviceIds: Map<string, string>;
  /** All secrets that were registered for the receiver, the newest last. */
  readonly secrets: string[];
  isReceiving: boolean;
  /** The unfinished tasks, by their number. */
  readonly waiting: Map<number, Entry>;
  lastNumber: number;
  fold(entry: Entry): void;
}

export const emptyLedger = (): Ledger => {
  const ledger: Ledger = {
    sales: new Map(),
    cards: new Map(),
    vouchers: new Map(),
    spent: new Set(),
    gone: new Set(),
    notices: new Map(),
    serviceIds: new Map(),
    secrets: [],
    isReceiving: false,
    waiting: new Map(),
    lastNumber: 0,
    fold(entry) {
      ledger.lastNumber = Math.max(ledger.lastNumber, entry.number);
      if (isTask(entry)) ledger.waiting.set(entry.number, entry);
      settle(ledger, entry);
    },
  };
  return ledger;
};

const settle = (ledger: Ledger, entry: Entry): void => {
  const { sales, cards, vouchers, spent, gone, notices, serviceIds, secrets, waiting } = ledger;
  const change = (id: string, changes: Partial<Sale>): void => {
    const sale = sales.get(id);
    if (sale !== undefined) sales.set(id, { ...sale, ...changes });
  };
  switch (entry.what) {
    case 'sale rung':
      sales.set(entry.sale.id, entry.sale);
      if (entry.sale.code !== undefined) spent.add(entry.sale.code);
      break;
    case 'sale settled':
      change(entry.sale, { phase: 'settled' });
      break;
    case 'sale voided':
      change(entry.sale, { phase: 'voided' });
      break;
    case 'sale redeemed':
      change(entry.sale, { code: entry.code });
      spent.add(entry.code);
      break;
    case 'card made':
      cards.set(entry.card.id, entry.card);
      break;
    case 'person changed': {
      const card = cards.get(entry.card);
      if (card !== undefined) cards.set(card.id, { ...card, fields: { ...card.fields, ...entry.fields } });
      break;
    }
    case 'person removed':
      cards.delete(entry.card);
      break;
    case 'voucher issued':
    case 'voucher kept':
      vouchers.set(entry.voucher.code, entry.voucher);
      break;
    case 'voucher marked':
    case 'voucher spent':
      spent.add(entry.code);
      break;
    case 'voucher gone':
      gone.add(entry.code);
      vouchers.delete(entry.code);
      break;
    case 'voucher unread':
      notices.delete(entry.code);
      break;
    case 'notice came':
      notices.set(entry.notice.code, entry.notice);
      break;
    case 'receiver wanted':
    case 'receiver changed':
      secrets.push(entry.secret);
      ledger.isReceiving = true;
      break;
    case 'receiver dropped':
      ledger.isReceiving = false;
      break;
    case 'service id':
      serviceIds.set(entry.of, entry.id);
      break;
    case 'code refused':
      change(entry.sale, { code: undefined });
      break;
    case 'finished':
      waiting.delete(entry.task);
      break;
    case 'sale sent again':
    case 'card sent again':
    case 'list asked':
    case 'configuration asked':
      break;
  }
};
