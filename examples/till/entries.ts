/** The phase of a sale. The platform has other names for it. */
export type Phase = 'open' | 'kitchen' | 'settled' | 'voided';

export interface Line {
  sku: string;
  name: string;
  quantity: number;
  unitPrice: number;
}

/** A person who buys something. */
export interface Buyer {
  mobile: string;
  fullName: string;
  residence: { street: string; city: string; postcode: string };
}

export interface Sale {
  /** The till's own id, which the platform stores as `externalId`. */
  id: string;
  till: number;
  phase: Phase;
  buyer: Buyer;
  total: number;
  lines: Line[];
  soldAtMs: number;
  /** The code of the voucher that the sale uses. */
  code?: string | undefined;
}

/** A customer, a product, a store or an abandoned cart. */
export interface Card {
  id: string;
  kind: 'person' | 'item' | 'branch' | 'basket';
  fields: Record<string, unknown>;
}

export interface Voucher {
  /** The till's own id, which the platform stores as `externalId`. */
  id: string;
  code: string;
  /** `flow`: the platform created and notified it. `counter`: only the till knows it. */
  origin: 'flow' | 'registered' | 'shared' | 'counter';
  type: string;
  amount: number;
  least: number;
  combines: boolean;
  startsAt?: string | undefined;
  /** Null if it never expires. */
  endsAt: string | null;
  /** The phone of its customer; missing in a shared voucher. */
  mobile?: string | undefined;
}

/** The content of a notification. */
export interface Notice {
  code: string;
  couponId: string;
  orderId: string | null;
}

/** Work that the till has to do at the platform. */
export type Task =
  | { what: 'sale rung'; sale: Sale }
  | { what: 'sale sent again'; sale: string }
  | { what: 'sale settled'; sale: string }
  | { what: 'sale voided'; sale: string }
  | { what: 'sale redeemed'; sale: string; code: string }
  | { what: 'card made'; card: Card }
  | { what: 'card sent again'; card: string }
  | { what: 'person changed'; card: string; fields: Record<string, unknown> }
  | { what: 'person removed'; card: string }
  | { what: 'voucher issued'; voucher: Voucher }
  | { what: 'voucher marked'; code: string }
  | { what: 'notice came'; notice: Notice }
  | { what: 'receiver wanted'; secret: string }
  | { what: 'receiver changed'; secret: string }
  | { what: 'receiver dropped' }
  | {
      what: 'list asked';
      list: string;
      since?: string | undefined;
      changedSince?: string | undefined;
      pageSize?: number | undefined;
    }
  | { what: 'configuration asked' };

/** What the till has learned. */
export type Fact =
  | { what: 'service id'; of: string; id: string }
  | { what: 'voucher kept'; voucher: Voucher }
  | { what: 'voucher gone'; code: string }
  | { what: 'voucher unread'; code: string }
  | { what: 'voucher spent'; code: string }
  | { what: 'code refused'; sale: string; code: string }
  | { what: 'finished'; task: number };

/** A line of the journal. */
export type Entry = { number: number } & (Task | Fact);

/** The record of a task. Tasks of one record run in order. */
export const keyOf = (task: Task): string => {
  switch (task.what) {
    case 'sale rung':
      return `sale ${task.sale.id}`;
    case 'sale sent again':
    case 'sale settled':
    case 'sale voided':
    case 'sale redeemed':
      return `sale ${task.sale}`;
    case 'card made':
      return `card ${task.card.id}`;
    case 'card sent again':
    case 'person changed':
    case 'person removed':
      return `card ${task.card}`;
    case 'voucher issued':
      return `voucher ${task.voucher.code}`;
    case 'voucher marked':
      return `voucher ${task.code}`;
    case 'notice came':
      return `voucher ${task.notice.code}`;
    case 'receiver wanted':
    case 'receiver changed':
    case 'receiver dropped':
      return 'receiver';
    case 'list asked':
      return `list ${task.list}`;
    case 'configuration asked':
      return 'configuration';
  }
};

const facts = [
  'service id',
  'voucher kept',
  'voucher gone',
  'voucher unread',
  'voucher spent',
  'code refused',
  'finished',
];
export const isTask = (entry: Task | Fact): entry is Task => !facts.includes(entry.what);
