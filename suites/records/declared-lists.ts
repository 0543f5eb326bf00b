import type { Capability } from '../capability.ts';
import type { CheckContext, GivenRecord, OpenPaths } from '../check-context.ts';
import { readKnownUser } from './known-user.ts';
import { recordKinds } from './record-kinds.ts';

/** A list whose path the document does not show, with a record that it must show. */
export interface DeclaredList {
  of: string;
  /** The capability that declares the path. */
  listed: Capability;
  at(paths: OpenPaths): string;
  /** What it takes to have the record. */
  needs: readonly Capability[];
  given(context: CheckContext): Promise<GivenRecord>;
}

export const declaredLists: readonly DeclaredList[] = [
  { of: 'customers', listed: 'list customers', at: ({ listCustomers }) => listCustomers, ...recordKinds.customer },
  { of: 'orders', listed: 'list orders', at: ({ listOrders }) => listOrders, ...recordKinds.order },
  { of: 'stores', listed: 'list stores', at: ({ listStores }) => listStores, ...recordKinds.store },
  { of: 'abandoned carts', listed: 'list carts', at: ({ listCarts }) => listCarts, ...recordKinds.cart },
  { of: 'coupons', listed: 'list coupons', at: ({ listCoupons }) => listCoupons, ...recordKinds.coupon },
  { of: 'users', listed: 'list users', at: ({ listUsers }) => listUsers, needs: ['known user'], given: readKnownUser },
];
