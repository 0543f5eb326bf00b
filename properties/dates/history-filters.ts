import fc from 'fast-check';
import { dayMs } from '../../suites/records/listing.ts';
import { recordKinds } from '../../suites/records/record-kinds.ts';
import { recordOf } from '../arbitraries.ts';
import { busyCompany } from '../list-companies.ts';
import { type Property, property } from '../property.ts';
import { expectSameSelection, listedProduct } from './same-selection.ts';
import { dayOf, written, zones } from './writing.ts';

const source = 'Endpoints › Paginated lists';
const cases = { quick: 8, full: 40 };
const places = fc.nat({ max: 49 });

/** Only an instant between midnight UTC and midnight in Brasília distinguishes the two readings. */
const isDistinguishing = (instantMs: number): boolean => new Date(instantMs).getUTCHours() < 3;

/** How the other filter is written. */
const otherForms = ['in UTC', 'without zone', 'alone'] as const;

const datesAlone = property({
  id: 'LAW-8',
  text: 'Dates without a time are midnight in Brasília in `after` and midnight UTC in `updatedAt`, each filter by itself and both together',
  source,
  statements: ['S102'],
  rules: ['DATE-5', 'DATE-6'],
  level: 'must',
  readsLists: (profile) => [busyCompany(profile)],
  makes: recordKinds.product.needs,
  cases,
  drawn: recordOf({
    filter: fc.constantFrom('after', 'updatedAt'),
    otherForm: fc.constantFrom(...otherForms),
    place: places,
  }),
  async holds(context, { filter, otherForm, place }) {
    const field = filter === 'after' ? 'createdAt' : 'updatedAt';
    const { createdAt, updatedAt } = await listedProduct(context, place, (dates) => isDistinguishing(dates[field]));
    // the other filter selects the product, so that the tested one decides
    const days = { after: dayOf(filter === 'after' ? createdAt : createdAt - dayMs), updatedAt: dayOf(updatedAt) };
    const meant = { after: `${days.after}T03:00:00Z`, updatedAt: `${days.updatedAt}T00:00:00Z` };
    const writtenOtherwise = (text: string, day: string): string => {
      if (otherForm === 'alone') return day;
      return otherForm === 'in UTC' ? text : written(Date.parse(text), '');
    };
    const asked =
      filter === 'after'
        ? { after: days.after, updatedAt: writtenOtherwise(meant.updatedAt, days.updatedAt) }
        : { after: writtenOtherwise(meant.after, days.after), updatedAt: days.updatedAt };
    await expectSameSelection(context, asked, meant);
  },
});

const oneWay = recordOf({ zone: fc.oneof(zones, fc.constant('')), fraction: fc.constantFrom('', '.000', '.500') });

const withFraction = (text: string, fraction: string): string => text.slice(0, 19) + fraction + text.slice(19);

const writings = property({
  id: 'LAW-9',
  text: 'Two instants select the same number of records in `after` and `updatedAt`, in whatever form they are written',
  source,
  statements: ['S111'],
  rules: ['DATE-1', 'DATE-2', 'DATE-3', 'DATE-4'],
  level: 'must',
  readsLists: (profile) => [busyCompany(profile)],
  makes: recordKinds.product.needs,
  cases,
  drawn: recordOf({
    filter: fc.constantFrom('after', 'updatedAt'),
    // the last second at which the filter selects a product, or the next one
    edge: fc.constantFrom('last', 'next'),
    after: oneWay,
    updatedAt: oneWay,
    place: places,
  }),
  async holds(context, { filter, edge, after, updatedAt, place }) {
    const dates = await listedProduct(context, place);
    const later = edge === 'next' ? 1000 : 0;
    const createdAt = dates.createdAt + (filter === 'after' ? later : 0);
    const changedAt = dates.updatedAt + (filter === 'updatedAt' ? later : 0);
    await expectSameSelection(
      context,
      {
        after: withFraction(written(createdAt, after.zone), after.fraction),
        updatedAt: withFraction(written(changedAt, updatedAt.zone), updatedAt.fraction),
      },
      {
        after: withFraction(written(createdAt, 'Z'), after.fraction),
        updatedAt: withFraction(written(changedAt, 'Z'), updatedAt.fraction),
      },
    );
  },
});

export const historyFilters: readonly Property[] = [datesAlone, writings];
