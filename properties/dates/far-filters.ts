import fc from 'fast-check';
import { dateIn, dayMs, edgeOf, expectListed, expectOnlyLater } from '../../suites/records/listing.ts';
import { recordKinds } from '../../suites/records/record-kinds.ts';
import { recordOf, someOf } from '../arbitraries.ts';
import { busyCompany } from '../list-companies.ts';
import { property } from '../property.ts';
import { anyDays, times, zones } from './writing.ts';

/** With this distance, a day is earlier or later in every zone and in every reading of its form. */
const enoughDays = 3;

const anyTexts = fc
  .record({
    day: anyDays,
    form: fc.constantFrom('date and zone', 'without zone', 'date alone'),
    time: fc.oneof(fc.constant('00:00:00'), times),
    zone: fc.oneof(fc.constant('Z'), zones),
  })
  .map(({ day, form, time, zone }) => {
    if (form === 'date alone') return day;
    return form === 'without zone' ? `${day}T${time}` : `${day}T${time}${zone}`;
  });

/** The first and the last instant, and the first one after 32 bits of seconds. */
const edges = fc.constantFrom('1970-01-01T00:00:00Z', '2038-01-19T03:14:08Z', '2099-12-31T23:59:59Z');

const texts = fc.oneof({ arbitrary: anyTexts, weight: 3 }, edges);

export const farFilters = property({
  id: 'LAW-7',
  text: 'A filter with any earlier date returns a record, and one with any later date does not, from 1970 to 2099',
  source: 'Endpoints › Paginated lists',
  statements: ['S099'],
  rules: ['PAG-8', 'PAG-9', 'DATE-1', 'DATE-2', 'DATE-3', 'DATE-4', 'DATE-5', 'DATE-6'],
  level: 'must',
  readsLists: (profile) => [busyCompany(profile)],
  needs: recordKinds.product.needs,
  cases: { quick: 12, full: 50 },
  drawn: someOf(recordOf({ filter: fc.constantFrom('after', 'updatedAt'), text: texts }), 3),
  async holds(context, filters) {
    const record = await context.given.product();
    const created = edgeOf(context, record.read, 'createdAt');
    const updated = edgeOf(context, record.read, 'updatedAt');
    for (const { filter, text } of filters) {
      const field = filter === 'after' ? 'createdAt' : 'updatedAt';
      const days = (Date.parse(text.slice(0, 10)) - dateIn(context, record.read, field)) / dayMs;
      // the other filter selects the record and keeps the list short
      const both = { after: created.before, updatedAt: updated.before, [filter]: text };
      if (days < -enoughDays) await expectListed(context, '/products', both, record.id);
      else if (days > enoughDays) await expectOnlyLater(context, '/products', both, { record, field });
      else await expectListed(context, '/products', { ...both, [filter]: `1970-01-02${text.slice(10)}` }, record.id);
    }
  },
});
