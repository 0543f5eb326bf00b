import type { Choices } from '../choices.ts';
import type { Policy } from '../policy/policy.ts';
import type { AbandonedCart, Coupon, Customer, Order, Product, Store, StoredRecord, User } from './records.ts';
import { createTable, type Table } from './table.ts';

/** The records of all companies. The index `identity` finds the stored record that equals a sent one. */
export interface Tables {
  customers: Table<Customer, 'phone' | 'externalId' | 'identity'>;
  products: Table<Product, 'name' | 'externalId' | 'identity'>;
  orders: Table<Order, 'externalId' | 'identity'>;
  stores: Table<Store, 'externalId' | 'identity'>;
  abandonedCarts: Table<AbandonedCart, 'externalId' | 'identity'>;
  users: Table<User, 'email'>;
  coupons: Table<Coupon, 'code' | 'externalId' | 'order' | 'giftback' | 'awaiting'>;
}

type Index<Name extends keyof Tables> = Parameters<Tables[Name]['by']>[0];

/** The key in the index `identity`; undefined means that the record equals no other. */
export function identityKey(companyId: string, key: string | undefined): string | undefined {
  return key === undefined ? undefined : `${companyId} ${key}`;
}

const ranksOf = (random: () => number): Record<Choices['lists']['order'], (position: number) => number> => ({
  shuffled: random,
  'oldest-first': (position) => position,
  'newest-first': (position) => -position,
});

const externalId = (record: StoredRecord) => record.externalId ?? undefined;

function couponExternalId(coupon: Coupon, choices: Choices): string | undefined {
  if (coupon.sharedExternalId === null) return coupon.externalId ?? undefined;
  return choices.coupons.sharedByExternalId === 'found' ? String(coupon.sharedExternalId) : undefined;
}

export function createTables({ identity, coupons, giftbacks }: Policy, choices: Choices, random: () => number): Tables {
  const rankOf = ranksOf(random)[choices.lists.order];
  const byExternalId = (record: StoredRecord) =>
    identityKey(record.companyId, identity.byExternalId(record.externalId));
  return {
    customers: createTable<Customer, Index<'customers'>>(
      {
        phone: ({ phone }) => phone,
        externalId,
        identity: (customer) => identityKey(customer.companyId, identity.customer(customer)),
      },
      rankOf,
    ),
    products: createTable<Product, Index<'products'>>(
      {
        name: ({ name }) => name,
        externalId,
        identity: (product) => identityKey(product.companyId, identity.product(product)),
      },
      rankOf,
    ),
    orders: createTable<Order, Index<'orders'>>({ externalId, identity: byExternalId }, rankOf),
    stores: createTable<Store, Index<'stores'>>({ externalId, identity: byExternalId }, rankOf),
    abandonedCarts: createTable<AbandonedCart, Index<'abandonedCarts'>>({ externalId, identity: byExternalId }, rankOf),
    users: createTable<User, Index<'users'>>({ email: ({ email }) => email }, rankOf),
    coupons: createTable<Coupon, Index<'coupons'>>(
      {
        code: ({ code, canceledAt }) => (canceledAt === undefined ? code : undefined),
        externalId: (coupon) => couponExternalId(coupon, choices),
        order: ({ orderId }) => orderId ?? undefined,
        giftback: ({ origin, canceledAt, companyId, phone }) =>
          origin === 'giftback' && canceledAt === undefined && phone !== undefined
            ? giftbacks.key({ companyId, phone })
            : undefined,
        awaiting: ({ isAwaitingOrder, companyId, phone }) =>
          isAwaitingOrder && phone !== undefined ? coupons.awaitingKey({ companyId, phone }) : undefined,
      },
      rankOf,
    ),
  };
}
