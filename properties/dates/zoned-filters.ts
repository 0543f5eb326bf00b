import fc from 'fast-check';
import type { Profile } from '../../fixtures/profile/profile.ts';
import { type Capability, missingCapabilities } from '../../suites/capability.ts';
import type { CheckContext, GivenRecord, OpenPaths } from '../../suites/check-context.ts';
import { dateIn, edgeOf, expectListed, expectOnlyLater } from '../../suites/records/listing.ts';
import { recordKinds } from '../../suites/records/record-kinds.ts';
import { someOf } from '../arbitraries.ts';
import { busyCompany } from '../list-companies.ts';
import { property } from '../property.ts';
import { written, zones } from './writing.ts';

interface List {
  at(paths: OpenPaths): string;
  needs: readonly Capability[];
  given(context: CheckContext): Promise<GivenRecord>;
}

const { product, customer, store, order, cart, coupon } = recordKinds;

/** The path of a list that the document does not show is the profile's word. */
const lists = {
  products: { ...product, at: () => '/products' },
  customers: { ...customer, needs: [...customer.needs, 'list customers'], at: (paths) => paths.listCustomers },
  stores: { ...store, needs: [...store.needs, 'list stores'], at: (paths) => paths.listStores },
  orders: { ...order, needs: [...order.needs, 'list orders'], at: (paths) => paths.listOrders },
  carts: { ...cart, needs: [...cart.needs, 'list carts'], at: (paths) => paths.listCarts },
  coupons: { ...coupon, needs: [...coupon.needs, 'list coupons'], at: (paths) => paths.listCoupons },
} as const satisfies Record<string, List>;

interface Place {
  list: keyof typeof lists;
  filter: 'after' | 'updatedAt';
}

const places: readonly Place[] = [
  { list: 'products', filter: 'after' },
  { list: 'products', filter: 'updatedAt' },
  { list: 'customers', filter: 'after' },
  { list: 'stores', filter: 'after' },
  { list: 'orders', filter: 'after' },
  { list: 'carts', filter: 'after' },
  { list: 'coupons', filter: 'after' },
  // nothing but their partner changes these
  { list: 'customers', filter: 'updatedAt' },
  { list: 'stores', filter: 'updatedAt' },
];

const placesAt = (profile: Profile): Place[] =>
  places.filter(({ list }) => list === 'products' || missingCapabilities(profile, lists[list].needs).length === 0);

export const zonedFilters = property({
  id: 'LAW-6',
  text: 'In the filters of every list, a date-time is the same instant in every zone, and Brasília time without one',
  source: 'Endpoints › Paginated lists',
  statements: ['S111'],
  rules: ['DATE-1', 'DATE-2', 'DATE-3', 'DATE-4'],
  level: 'must',
  readsLists: (profile) => [busyCompany(profile)],
  needs: product.needs,
  cases: { quick: 16, full: 60 },
  drawn: (profile) =>
    fc
      .record({
        place: fc.constantFrom(...placesAt(profile)),
        // an empty one is none at all
        zones: someOf(fc.oneof({ arbitrary: zones, weight: 3 }, fc.constant('')), 3),
      })
      .map(({ place, zones: each }) => ({ ...place, zones: each })),
  async holds(context, { list, filter, zones: each }) {
    const { at, given } = lists[list];
    const listPath = at(context.paths);
    const record = await given(context);
    const field = filter === 'after' ? 'createdAt' : 'updatedAt';
    const instantMs = dateIn(context, record.read, field);
    const { before: after } = edgeOf(context, record.read, 'createdAt');
    const filtering = (text: string) => (filter === 'after' ? { after: text } : { after, updatedAt: text });
    for (const zone of each) {
      await expectListed(context, listPath, filtering(written(instantMs, zone)), record.id);
      await expectOnlyLater(context, listPath, filtering(written(instantMs + 2000, zone)), { record, field });
    }
  },
});
