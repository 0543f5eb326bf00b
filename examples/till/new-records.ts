import { inBrasilia } from './dates.ts';
import type { Buyer, Card, Line, Sale, Voucher } from './entries.ts';
import type { Manners, NamedKind, Scene } from './manners.ts';

/** Makes up the records that are new at the counter. */
export interface NewRecords {
  newBuyer(mobile?: string): Buyer;
  sale(wanted: Pick<Sale, 'phase' | 'buyer' | 'total' | 'code'>): Sale;
  card(kind: Card['kind']): Card;
  voucher(origin: 'registered' | 'shared' | 'counter'): Voucher;
  /** Another last name for a person. */
  lastName(): string;
}

export const usualTotal = 120;

const dayMs = 86_400_000;

const coffee = { sku: 'G-100', name: 'Café torrado 500 g', unitPrice: 40 };
const bread = { sku: 'G-200', name: 'Pão de queijo', unitPrice: 7.5 };

const linesFor = (total: number): Line[] =>
  total === usualTotal
    ? [
        { ...coffee, quantity: 2.25 },
        { ...bread, quantity: 4 },
      ]
    : [{ ...coffee, quantity: 1, unitPrice: total }];

export const createNewRecords = (scene: Scene, manners: Pick<Manners, 'names'>): NewRecords => {
  const { ledger, now, newUuid } = scene;
  const digits = (count: number): string =>
    String(Number.parseInt(newUuid().replaceAll('-', '').slice(0, 12), 16) % 10 ** count).padStart(count, '0');
  const letters = (): string => newUuid().replaceAll('-', '').slice(0, 10).toUpperCase();
  const named = (kind: NamedKind, usual: () => string): string => manners.names(kind, scene) ?? usual();
  const mobile = (): string => `+55119${digits(8)}`;

  const newBuyer = (phone: string = mobile()): Buyer => ({
    mobile: phone,
    fullName: `Cliente ${phone.slice(-4)}`,
    residence: { street: 'Rua Augusta 100', city: 'São Paulo', postcode: '01304-000' },
  });

  const fields: Readonly<Record<Card['kind'], () => Card['fields']>> = {
    person: () => ({
      firstName: 'Ana',
      lastName: `Lima ${letters().slice(0, 4)}`,
      phone: mobile(),
      email: `${letters().toLowerCase()}@example.com`,
      residence: newBuyer().residence,
    }),
    item: () => ({ name: `Doce de leite ${letters()}`, provider: 'till', shelfPrice: 18.9 }),
    branch: () => ({ label: `Filial ${letters().slice(0, 4)}` }),
    basket: () => ({
      buyer: newBuyer(),
      lineItems: linesFor(usualTotal),
      grandTotal: usualTotal,
      leftAt: inBrasilia(now()),
    }),
  };

  return {
    newBuyer,
    sale({ phase, buyer, total, code }) {
      const till = (ledger.sales.size % 2) + 1;
      return {
        id: named('sale', () => `T${till}-${letters()}`),
        till,
        phase,
        buyer,
        total,
        lines: linesFor(total),
        soldAtMs: now(),
        code,
      };
    },
    card: (kind) => ({ id: named(kind, () => `${kind}-${letters()}`), kind, fields: fields[kind]() }),
    voucher(origin) {
      const isPercent = ledger.vouchers.size % 2 === 0;
      return {
        id:
          origin === 'shared'
            ? named('shared voucher', () => String(1 + Number(digits(9))))
            : named('voucher', () => `V-${letters()}`),
        code: named('code', () => `TILL${letters()}`),
        origin,
        type: isPercent ? 'percent' : 'fixed_cart',
        amount: isPercent ? 12.5 : 15,
        least: 30,
        combines: false,
        endsAt: inBrasilia(now() + 30 * dayMs),
        mobile: origin === 'shared' ? undefined : mobile(),
      };
    },
    lastName: () => `Souza ${letters().slice(0, 4)}`,
  };
};
