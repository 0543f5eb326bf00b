import fc from 'fast-check';
import type { Profile } from '../../fixtures/profile/profile.ts';
import { missingCapabilities } from '../../suites/capability.ts';
import { dateIn, edgeOf, expectListed, expectOnlyLater } from '../../suites/records/listing.ts';
import { recordKinds } from '../../suites/records/record-kinds.ts';
import { someOf } from '../arbitraries.ts';
import { busyCompany } from '../list-companies.ts';
import { listPath, readableLists } from '../lists/listed-kinds.ts';
import { property } from '../property.ts';
import { written, zones } from './writing.ts';

const kinds = {
  products: recordKinds.product,
  customers: recordKinds.customer,
  stores: recordKinds.store,
  orders: recordKinds.order,
  carts: recordKinds.cart,
  coupons: recordKinds.coupon,
};

interface Place {
  list: keyof typeof kinds;
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
  // only a partner changes these
  { list: 'customers', filter: 'updatedAt' },
  { list: 'stores', filter: 'updatedAt' },
];

/** The places in the lists that can be read, of records that can be created. */
const placesAt = (profile: Profile): Place[] => {
  const readable = readableLists(profile);
  return places.filter(
    ({ list }) =>
      list === 'products' || (readable.includes(list) && missingCapabilities(profile, kinds[list].needs).length === 0),
  );
};

export const zonedFilters = property({
  id: 'LAW-6',
  text: 'In the filters of every list, a date-time is the same instant in every zone, and Brasília time without one',
  source: 'Endpoints › Paginated lists',
  statements: ['S111'],
  rules: ['DATE-1', 'DATE-2', 'DATE-3', 'DATE-4'],
  level: 'must',
  readsLists: (profile) => [busyCompany(profile)],
  needs: kinds.products.needs,
  cases: { quick: 16, full: 60 },
  drawn: (profile) =>
    fc
      .record({
        place: fc.constantFrom(...placesAt(profile)),
        // an empty text means no zone
        zones: someOf(fc.oneof({ arbitrary: zones, weight: 3 }, fc.constant('')), 3),
      })
      .map(({ place, zones: each }) => ({ ...place, zones: each })),
  async holds(context, { list, filter, zones: each }) {
    const at = listPath(context, list);
    const record = await kinds[list].given(context);
    const field = filter === 'after' ? 'createdAt' : 'updatedAt';
    const instantMs = dateIn(context, record.read, field);
    const { before: after } = edgeOf(context, record.read, 'createdAt');
    const filtering = (text: string) => (filter === 'after' ? { after: text } : { after, updatedAt: text });
    for (const zone of each) {
      await expectListed(context, at, filtering(written(instantMs, zone)), record.id);
      await expectOnlyLater(context, at, filtering(written(instantMs + 2000, zone)), { record, field });
    }
  },
});
