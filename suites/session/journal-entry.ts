import type { JournalEntry, RecordKind } from '../../core/journal.ts';
import { isObject } from '../../core/json.ts';
import type { OpenPaths } from '../check-context.ts';
import type { Write } from './calls.ts';

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

interface WriteWithPhones extends Write {
  /** Phones in the bodies of the check. */
  phones: Iterable<string>;
}

type Keyed = Pick<JournalEntry, 'kind' | 'key'>;

/** Where a PUT may change the key of a record, as in `/orders/:id`. */
const roots: Record<string, RecordKind> = {
  orders: 'order',
  products: 'product',
  stores: 'store',
  'abandoned-carts': 'cart',
};

const written = ({ method, path, body }: Write, paths: OpenPaths): Keyed | undefined => {
  if (!isObject(body)) return undefined;
  if (method === 'PUT') {
    const [, root = '', id, more] = path.split('/');
    const kind = roots[root];
    const key = text(body.externalId);
    return kind && id && more === undefined && key ? { kind, key } : undefined;
  }
  const kinds: [string, RecordKind, string | undefined][] = [
    ['/orders', 'order', text(body.externalId)],
    ['/coupons', 'coupon', text(body.code)],
    ['/coupons/shared', 'coupon', text(body.code)],
    [paths.createProduct, 'product', text(body.externalId)],
    [paths.createStore, 'store', text(body.externalId)],
    [paths.createCart, 'cart', text(body.externalId)],
  ];
  const match = kinds.find(([createPath]) => createPath === path);
  return match && { kind: match[1], key: match[2] };
};

/**
 * The records that a POST or PUT may leave behind: the record itself, and a customer for each phone in the body. The
 * document leaves open whether orders create customers, and where a body has the phone.
 */
export const journalEntriesOf = (write: WriteWithPhones, paths: OpenPaths): Keyed[] => {
  if (write.method !== 'POST' && write.method !== 'PUT') return [];
  const entry = written(write, paths);
  const phones = [...write.phones].filter((phone) => write.json.includes(JSON.stringify(phone)));
  // the check may have written the body itself
  const own = write.path === paths.createCustomer && isObject(write.body) ? text(write.body.phone) : undefined;
  if (own !== undefined && !phones.includes(own)) phones.push(own);
  const customers = phones.map((key) => ({ kind: 'customer', key }) as const);
  return entry ? [entry, ...customers] : customers;
};
